import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';

import { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';

import { inNameOf } from '../../platform/identity/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import * as appointments from './appointments.ts';
import * as closing from './closing.ts';
import { addComment } from './commenting.ts';
import { lockSeen } from './lockSeen.ts';
import { receiverOf, referralPolicy, senderOf, sideOf } from './policy.ts';
import * as processing from './processReferral.ts';
import * as updating from './updateReferral.ts';

/** Actions on a referral after it was sent. */
export function processRoutes(app: App): void {
  route(app, acceptReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, receiverOf(actor, referral));
    return processing.acceptReferral(db, receiver, authorize(receiver, referralPolicy, 'accept', referral), input);
  });

  route(app, declineReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, receiverOf(actor, referral));
    return processing.declineReferral(db, receiver, authorize(receiver, referralPolicy, 'decline', referral), input);
  });

  route(app, selectReferralProvider, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const sender = inNameOf(actor, senderOf(referral));
    return processing.selectProvider(db, sender, authorize(sender, referralPolicy, 'selectProvider', referral), input);
  });

  route(app, cancelReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const sender = inNameOf(actor, senderOf(referral));
    return processing.cancelReferral(db, sender, authorize(sender, referralPolicy, 'cancel', referral), input);
  });

  route(app, addReferralComment, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const isReceiving = sideOf(actor, referral) === 'receiving';
    const writer = inNameOf(actor, isReceiving ? receiverOf(actor, referral) : senderOf(referral));
    return addComment(db, writer, authorize(writer, referralPolicy, 'comment', referral), input);
  });
}

/** Updates by the referring side. */
export function referralUpdateRoutes(app: App): void {
  route(app, updateReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const sender = inNameOf(actor, senderOf(referral));
    return updating.updateReferral(db, sender, authorize(sender, referralPolicy, 'update', referral), input);
  });

  route(app, changeReferralUrgency, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const sender = inNameOf(actor, senderOf(referral));
    return updating.changeUrgency(db, sender, authorize(sender, referralPolicy, 'update', referral), input);
  });
}

/** Actions on the appointment. */
export function referralAppointmentRoutes(app: App): void {
  route(app, rescheduleReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, receiverOf(actor, referral));
    return appointments.reschedule(db, receiver, authorize(receiver, referralPolicy, 'reschedule', referral), input);
  });

  route(app, recordNoShow, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, receiverOf(actor, referral));
    const missed = authorize(receiver, referralPolicy, 'recordNoShow', referral);
    return appointments.recordNoShow(db, receiver, missed, input);
  });

  route(app, cancelAppointment, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, receiverOf(actor, referral));
    const scheduled = authorize(receiver, referralPolicy, 'cancelAppointment', referral);
    return appointments.cancelAppointment(db, receiver, scheduled, input);
  });
}

/** Completing and reopening. */
export function referralClosingRoutes(app: App): void {
  route(app, completeReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, receiverOf(actor, referral));
    return closing.completeReferral(db, receiver, authorize(receiver, referralPolicy, 'complete', referral), input);
  });

  route(app, reopenReferral, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input, setAuditSubject);
    const sender = inNameOf(actor, senderOf(referral));
    return closing.reopenReferral(db, sender, authorize(sender, referralPolicy, 'reopen', referral), input);
  });
}
