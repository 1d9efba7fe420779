import type { Endpoint, InputOf } from '@careloop/contracts/endpoint';
import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import type { ReferralAction } from '@careloop/contracts/referrals/states';
import { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';

import { withdrawReferral } from '@careloop/contracts/referrals/withdrawing';

import type { App } from '../../core/app.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import type { Answer } from '../../platform/http/route.ts';
import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import * as appointments from './bookAppointment.ts';
import * as closing from './completeReferral.ts';
import { addComment } from './addComment.ts';
import { lockSeen } from './lockSeen.ts';
import { receiverOf, referralPolicy, senderOf, sideOf } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import * as processing from './processReferral.ts';
import type { ReferralKey } from './queries/referral.ts';
import * as updating from './updateReferral.ts';
import * as withdrawing from './withdrawReferral.ts';

type SeenReferral = ReferralKey & { version?: number | undefined };

/** The user in whose name a side acts; `either` is the side the actor is on. */
const actsFor = {
  receiver: receiverOf,
  sender: (_actor, referral) => senderOf(referral),
  either: (actor, referral) =>
    sideOf(actor, referral) === 'receiving' ? receiverOf(actor, referral) : senderOf(referral),
} satisfies Record<string, (actor: Actor, referral: ReferralRow) => number | null>;

/**
 * Registers an action on a sent referral: locks the version the caller saw, determines in whose name they act, and
 * authorizes the action before `change` writes.
 */
function referralRoute<E extends Endpoint, Action extends ReferralAction>(
  app: App,
  endpoint: E & (InputOf<E> extends SeenReferral ? unknown : never),
  side: keyof typeof actsFor,
  action: Action,
  change: (db: Db, actor: Actor, referral: Authorized<ReferralRow, Action>, input: InputOf<E>) => Promise<Answer<E>>,
): void {
  route<E>(app, endpoint, async ({ input, actor, db, setAuditSubject }) => {
    const referral = await lockSeen(db, actor, input as SeenReferral, setAuditSubject);
    const acting = inNameOf(actor, actsFor[side](actor, referral));
    return change(db, acting, authorize(acting, referralPolicy, action, referral), input);
  });
}

/** Actions on a referral after it was sent. */
export function processRoutes(app: App): void {
  referralRoute(app, acceptReferral, 'receiver', 'accept', processing.acceptReferral);
  referralRoute(app, declineReferral, 'receiver', 'decline', processing.declineReferral);
  referralRoute(app, selectReferralProvider, 'sender', 'selectProvider', processing.selectProvider);
  referralRoute(app, cancelReferral, 'sender', 'cancel', processing.cancelReferral);
  referralRoute(app, withdrawReferral, 'sender', 'cancel', withdrawing.withdrawReferral);
  referralRoute(app, addReferralComment, 'either', 'comment', addComment);
  referralRoute(app, updateReferral, 'sender', 'update', updating.updateReferral);
  referralRoute(app, changeReferralUrgency, 'sender', 'update', updating.changeUrgency);
  referralRoute(app, rescheduleReferral, 'receiver', 'reschedule', appointments.reschedule);
  referralRoute(app, recordNoShow, 'receiver', 'recordNoShow', appointments.recordNoShow);
  referralRoute(app, cancelAppointment, 'receiver', 'cancelAppointment', appointments.cancelAppointment);
  referralRoute(app, completeReferral, 'receiver', 'complete', closing.completeReferral);
  referralRoute(app, reopenReferral, 'sender', 'reopen', closing.reopenReferral);
}
