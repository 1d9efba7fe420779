import type { ReferralStatus } from '@careloop/contracts/codes';
import { openReferralStatuses, referralStatusLabels, voidReferralStatuses } from '@careloop/contracts/codes';
import type { referralActions } from '@careloop/contracts/referrals';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a referral look at. */
export interface ReferralRow {
  referralId: number;
  clientId: number;
  patientId: number;
  status: ReferralStatus;
  version: number;
  createdByUserId: number;
  onBehalfOfUserId: number | null;
  referredToUserId: number | null;
  healthcareProviderId: number | null;
  /** Time of the appointment that is still to come, or whose outcome nobody has recorded yet. */
  appointmentTime: string | null;
  isDeceased: boolean;
  /** Declined or taken back, and the actor saw it as its receiver only. */
  isOverForReceiver: boolean;
  isReferredAgain: boolean;
}

type ReferralAction = (typeof referralActions)[number];

const onlyReceiver = 'Only the provider it was sent to, or somebody who acts for them, can do this.';
const onlySender = 'Only the person who sent it, or a coordinator, can do this.';

/** The person in whose name it was sent. */
export function senderOf(referral: ReferralRow): number {
  return referral.onBehalfOfUserId ?? referral.createdByUserId;
}

/** Whether the actor stands on the receiving side. */
export function isReceiver(actor: Actor, referral: ReferralRow): boolean {
  return referral.referredToUserId !== null && actor.userIds.includes(referral.referredToUserId);
}

/** Whether the actor stands on the sending side: wrote it, is who it was written for, or coordinates the client. */
export function isSender(actor: Actor, referral: ReferralRow): boolean {
  const senders = [referral.createdByUserId, referral.onBehalfOfUserId];
  return (
    senders.some((userId) => userId !== null && actor.userIds.includes(userId)) ||
    actor.coordinatorClientIds.includes(referral.clientId)
  );
}

function inState(referral: ReferralRow, ...states: ReferralStatus[]): true | string {
  if (states.includes(referral.status)) return true;
  return `This referral is ${referralStatusLabels[referral.status].toLowerCase()}.`;
}

/** What only the receiving side may do, in these states. */
function receiving(actor: Actor, referral: ReferralRow, ...states: ReferralStatus[]): true | string {
  return isReceiver(actor, referral) ? inState(referral, ...states) : onlyReceiver;
}

/** Nothing is arranged for somebody who has died; what is open can only be closed. */
const unlessDeceased = (referral: ReferralRow, allowance: true | string): true | string =>
  allowance === true && referral.isDeceased ? 'The patient has died.' : allowance;

/** A visit is over once its time has come. */
function afterVisit({ appointmentTime }: ReferralRow): true | string {
  const isToCome = appointmentTime !== null && Date.parse(appointmentTime) > Date.now();
  return isToCome ? 'The appointment is still to come.' : true;
}

export const referralPolicy: Policy<ReferralRow, ReferralAction> = {
  accept: (actor, referral) => unlessDeceased(referral, receiving(actor, referral, 'pending', 'accepted')),
  decline: (actor, referral) => receiving(actor, referral, 'pending', 'accepted'),
  selectProvider: (actor, referral) => {
    if (!isSender(actor, referral)) return onlySender;
    if (referral.referredToUserId !== null) return 'It was sent to a provider already.';
    return unlessDeceased(referral, inState(referral, 'pending'));
  },
  reschedule: (actor, referral) => unlessDeceased(referral, receiving(actor, referral, 'scheduled')),
  recordNoShow: (actor, referral) => {
    const allowance = receiving(actor, referral, 'scheduled');
    return allowance === true ? afterVisit(referral) : allowance;
  },
  cancelAppointment: (actor, referral) => receiving(actor, referral, 'scheduled'),
  complete: (actor, referral) => {
    const allowance = receiving(actor, referral, 'accepted', 'scheduled');
    return allowance === true ? afterVisit(referral) : allowance;
  },
  cancel: (actor, referral) => (isSender(actor, referral) ? inState(referral, ...openReferralStatuses) : onlySender),
  referAgain: (actor, referral) => {
    if (!isSender(actor, referral)) return onlySender;
    if (referral.isReferredAgain) return 'It was referred again already.';
    return unlessDeceased(referral, inState(referral, ...voidReferralStatuses));
  },
  comment: (_actor, referral) =>
    referral.isOverForReceiver ? 'This referral is closed, so you can no longer comment on it.' : true,
};
