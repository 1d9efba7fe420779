import type { ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import type { Updateable } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { principalOf } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db, DB } from '../../db/client.ts';
import { publishAll } from '../../realtime/publish.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { referralAudience, referralChanged } from './audience.ts';
import type { ReferralRow } from './policy.ts';
import { addTimelineRow } from './timeline.ts';

export interface StatusChange {
  fromStatus: ReferralStatus;
  toStatus: ReferralStatus;
  version: number;
}

/** Puts a referral into a status, in a new version. */
export async function changeStatus(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  status: ReferralStatus,
  columns: Updateable<DB['referral']>,
): Promise<StatusChange> {
  const version = referral.version + 1;
  await db
    .updateTable('referral')
    .set({ ...columns, status, version, status_changed_at: sql<Date>`now()`, updated_by_user_id: actor.userId })
    .where('referral_id', '=', referral.referralId)
    .execute();
  return { fromStatus: referral.status, toStatus: status, version };
}

export type Told = StatusChange & { action: ReferralEvent['action']; reason?: string | null; comment?: string | null };

/** The traces of a change: timeline, audit, and the event for everybody who sees the referral. */
export async function tellChange(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  change: Told,
  messages: RealtimeMessage[],
) {
  const { referralId, patientId } = referral;
  await addTimelineRow(db, actor, referralId, change);
  await record(db, actor, {
    action: `referral.${change.action}`,
    patientId,
    subjectType: 'referral',
    subjectId: referralId,
    details: { from: change.fromStatus, to: change.toStatus, version: change.version, for: principalOf(actor) },
  });
  const rooms = await referralAudience(db, referralId);
  await publishAll(db, [referralChanged(rooms, { referralId, patientId, version: change.version }), ...messages]);
  return { referralId, version: change.version };
}
