import {
  cancelAppointment,
  completeReferral,
  recordNoShow,
  rescheduleReferral,
} from '@careloop/contracts/referrals/appointments';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';

import { inNameOf } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import type { App } from '../../http/app.ts';
import { route } from '../../http/route.ts';
import * as appointments from './appointments.ts';
import { lockSeen } from './lockSeen.ts';
import { isReceiver, referralPolicy, senderOf } from './policy.ts';
import * as processing from './processReferral.ts';

/** What becomes of a referral once it was sent. */
export function processRoutes(app: App): void {
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

/** What becomes of its appointment. */
export function referralAppointmentRoutes(app: App): void {
  route(app, rescheduleReferral, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const receiver = inNameOf(actor, referral.referredToUserId);
    return appointments.reschedule(db, receiver, authorize(receiver, referralPolicy, 'reschedule', referral), input);
  });

  route(app, recordNoShow, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const receiver = inNameOf(actor, referral.referredToUserId);
    const missed = authorize(receiver, referralPolicy, 'recordNoShow', referral);
    return appointments.recordNoShow(db, receiver, missed, input);
  });

  route(app, cancelAppointment, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const receiver = inNameOf(actor, referral.referredToUserId);
    const scheduled = authorize(receiver, referralPolicy, 'cancelAppointment', referral);
    return appointments.cancelAppointment(db, receiver, scheduled, input);
  });

  route(app, completeReferral, async ({ input, actor, db, seen }) => {
    const referral = await lockSeen(db, actor, input, seen);
    const receiver = inNameOf(actor, referral.referredToUserId);
    return appointments.completeReferral(
      db,
      receiver,
      authorize(receiver, referralPolicy, 'complete', referral),
      input,
    );
  });
}
