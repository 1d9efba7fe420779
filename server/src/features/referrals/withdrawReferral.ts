import { undoAcceptedSeconds, withdrawTexts } from '@careloop/contracts/referrals/withdrawing';
import { sql } from 'kysely';

import type { Authorized } from '../../core/access/authorize.ts';
import { leaveQueues } from '../../core/work-queues/queueItems.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { refused } from '../../platform/errors.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { moveReferral, recordChange } from './changeReferral.ts';
import type { ReferralRow } from './policy.ts';
import { referralQueueKinds } from './queueKinds.ts';

/** When the receiver of a referral that is sent now is notified: once it can no longer be undone. */
export const notifiedFrom = (): Date => new Date(Date.now() + undoAcceptedSeconds * 1000);

interface JustSent {
  isRecent: boolean;
  /** A user of the receiving side who has opened it. */
  openedBy: string | null;
}

const justSent = (actor: Actor) =>
  shape<JustSent, { r: 'referral' }>({
    isRecent: sql`r.date_created > now() - make_interval(secs => ${undoAcceptedSeconds})`,
    openedBy: sql`(select u.first_name || ' ' || u.last_name from audit_event a join user_account u on u.user_id = a.user_id
      where a.patient_id = r.patient_id and a.occurred_at > r.date_created and a.kind = 'access' and a.outcome = 'ok'
        and a.subject_type = 'referral' and a.subject_id = r.referral_id and a.user_id <> ${actor.userId}
        and (a.user_id = r.referred_to_user_id or a.on_behalf_of_user_id = r.referred_to_user_id
          or exists (select from user_proxy x
            where x.proxied_user_id = r.referred_to_user_id and x.proxy_user_id = a.user_id))
      order by a.occurred_at limit 1)`,
  });

/**
 * Withdraws a referral that was sent by mistake. Its receiver has not been notified yet, and the notification is left out
 * because the referral is no longer pending. If nobody on the receiving side has opened it, they no longer see it.
 * @throws AppError `refused` if it was sent too long ago, or has been answered, changed or given to a provider since
 */
export async function withdrawReferral(db: Db, actor: Actor, referral: Authorized<ReferralRow, 'cancel'>) {
  const { rows } = await justSent(actor).from`referral r where r.referral_id = ${referral.referralId}`.execute(db);
  const [sent] = rows;
  const isAsSent = referral.status === 'pending' && referral.version === 1;
  if (sent === undefined || !sent.isRecent || !isAsSent) throw refused(withdrawTexts.tooLate);
  const changed = await moveReferral(db, actor, referral, ['cancel', 'cancelled']);
  const left = await leaveQueues(db, actor, referralQueueKinds, referral.referralId, 'cancelled');
  const lost = sent.openedBy === null ? await takeBack(db, referral) : [];
  const change = { ...changed, reason: withdrawTexts.reason };
  const withdrawn = await recordChange(db, actor, referral, change, left, lost);
  return { ...withdrawn, openedBy: sent.openedBy };
}

/**
 * Takes a referral from a receiver who has not opened it, and so never had it.
 * @returns their room: their lists show it until they are told
 */
async function takeBack(db: Db, { referralId, referredToUserId }: ReferralRow): Promise<Room[]> {
  await db.updateTable('referral').set({ referred_to_user_id: null }).where('referral_id', '=', referralId).execute();
  return referredToUserId === null ? [] : [userRoom(referredToUserId)];
}
