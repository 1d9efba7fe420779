import { declineReason, referralStatus, urgencyLabel } from '@careloop/contracts/codes';
import type { DeclineReason } from '@careloop/contracts/codes';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import { createReferral, getReferral, listReferrals, referralPageSize } from '@careloop/contracts/referrals';

import { inNameOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import { allowances, authorize } from '../../access/authorize.ts';
import { deniedPatient } from '../../access/patientAccess.ts';
import type { App } from '../../http/app.ts';
import type { Db } from '../../db/client.ts';
import { requireVersion, unauthorizedPatient } from '../../errors.ts';
import { route } from '../../http/route.ts';
import type { Seen } from '../../http/route.ts';
import { patientPolicy } from '../patients/policy.ts';
import { findPatientToRefer } from '../patients/queries.ts';
import * as sending from './createReferral.ts';
import { findReferrals } from './listQuery.ts';
import { isReceiver, referralPolicy, senderOf } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import * as processing from './processReferral.ts';
import { findLastChange, findReferral, findReferralLists, lockReferral } from './queries.ts';
import type { ReferralKey } from './queries.ts';

export function referralRoutes(app: App): void {
  route(app, listReferrals, async ({ input, actor, db, seen }) => {
    const page = await findReferrals(db, actor, input, referralPageSize);
    seen({ patientId: input.patientId ?? null, details: { referralIds: page.items.map((item) => item.referralId) } });
    return page;
  });

  route(app, getReferral, async ({ input, actor, db, seen }) => {
    seen(named(input));
    const referral = await findReferral(db, actor, input);
    if (referral === undefined) throw unauthorizedPatient();
    seen({ patientId: referral.patient.patientId, subjectType: 'referral', subjectId: referral.referralId });
    const lists = await findReferralLists(db, referral.referralId);
    return {
      ...referral,
      ...lists,
      statusCode: referralStatus.codeOf(referral.isOverdue ? 'overdue' : referral.status),
      urgency: urgencyLabel(referral.urgencyDays),
      declineReason:
        referral.declineReason === null ? null : declineReason.codeOf(referral.declineReason as DeclineReason),
      can: allowances(actor, referralPolicy, referral.rules),
    };
  });

  route(app, createReferral, async ({ input, actor, db, seen }) => {
    seen({ patientId: input.patientId });
    const patient = await findPatientToRefer(db, actor, input.patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, input.patientId);
    return sending.createReferral(db, actor, authorize(actor, patientPolicy, 'createReferral', patient), input);
  });

  route(app, acceptReferral, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const receiver = inNameOf(actor, referral.referredToUserId);
    return processing.acceptReferral(db, receiver, authorize(receiver, referralPolicy, 'accept', referral), input);
  });

  route(app, declineReferral, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const receiver = inNameOf(actor, referral.referredToUserId);
    return processing.declineReferral(db, receiver, authorize(receiver, referralPolicy, 'decline', referral), input);
  });

  route(app, selectReferralProvider, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const sender = inNameOf(actor, senderOf(referral));
    return processing.selectProvider(db, sender, authorize(sender, referralPolicy, 'selectProvider', referral), input);
  });

  route(app, cancelReferral, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const sender = inNameOf(actor, senderOf(referral));
    return processing.cancelReferral(db, sender, authorize(sender, referralPolicy, 'cancel', referral), input);
  });

  route(app, addReferralComment, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const writer = inNameOf(actor, isReceiver(actor, referral) ? referral.referredToUserId : senderOf(referral));
    return processing.addComment(db, writer, authorize(writer, referralPolicy, 'comment', referral), input.comment);
  });
}

/** What a call asks for, before it is known whether the actor may see it: a denial is kept with it. */
function named({ referralId, workQueueEncounterId }: ReferralKey): Seen {
  if (referralId) return { subjectType: 'referral', subjectId: referralId };
  return workQueueEncounterId ? { subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId } : {};
}

/**
 * The referral a change is about, under its lock, in the version the caller saw.
 * @throws AppError `unauthorized_patient` when the actor may not see it, `stale_version` when somebody was faster
 */
async function lockSeen(
  db: Db,
  actor: Actor,
  input: ReferralKey & { version?: number | undefined },
  seen: (what: Seen) => void,
): Promise<ReferralRow> {
  seen(named(input));
  const referral = await lockReferral(db, actor, input);
  if (referral === undefined) throw unauthorizedPatient();
  seen({ patientId: referral.patientId, subjectType: 'referral', subjectId: referral.referralId });
  await requireVersion(input.version, referral.version, 'Somebody changed this referral meanwhile.', () =>
    findLastChange(db, referral.referralId),
  );
  return referral;
}
