import type { ReferralStatus } from '@careloop/contracts/codes';
import { referralStatusLabels } from '@careloop/contracts/codes';
import { emergencyText, isPossibleIn, referralTransitions } from '@careloop/contracts/referrals/states';
import type { RecordScope } from '@careloop/contracts/referrals/recordScope';
import type { ReferralAction, ReferralSide } from '@careloop/contracts/referrals/states';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a referral depend on. */
export interface ReferralRow {
  referralId: number;
  clientId: number;
  patientId: number;
  status: ReferralStatus;
  version: number;
  createdByUserId: number;
  onBehalfOfUserId: number | null;
  referredToUserId: number | null;
  /** Whether the receiver is a user who can sign in. */
  isReceiverActive: boolean;
  /** The provider it was accepted for, and that provider's user if they can sign in. */
  acceptedForProviderId: number | null;
  acceptedForUserId: number | null;
  awaitReplyFrom: ReferralSide | null;
  /** What accepting opens. */
  recordScope: RecordScope;
  healthcareProviderId: number | null;
  referredByProviderId: number | null;
  /** Time of an appointment that is in the future or has no recorded outcome yet. */
  appointmentTime: string | null;
  isDeceased: boolean;
  /** Declined or canceled, and the actor saw it only as its receiver. */
  isOverForReceiver: boolean;
  isReferredAgain: boolean;
  /** The actor has access to the patient only by emergency access, and no queue shares the referral with them. */
  isEmergencyOnly: boolean;
}

const onlyReceiver = 'Only the provider it was sent to, or somebody who acts for them, can do this.';
export const referredAgain = 'It was referred again already.';
const onlySender = 'Only the person who sent it, or a coordinator, can do this.';

/** What decides which side an actor is on. */
type Sides = Pick<
  ReferralRow,
  'clientId' | 'createdByUserId' | 'onBehalfOfUserId' | 'referredToUserId' | 'acceptedForUserId' | 'awaitReplyFrom'
>;

/** The user in whose name it was sent. */
export function senderOf(referral: ReferralRow): number {
  return referral.onBehalfOfUserId ?? referral.createdByUserId;
}

/** Whether the actor is on the receiving side: it was sent to, or accepted for, the actor or someone they act for. */
function isReceiver(actor: Actor, { referredToUserId, acceptedForUserId }: Sides): boolean {
  return [referredToUserId, acceptedForUserId].some((userId) => userId !== null && actor.userIds.includes(userId));
}

/** Whether the actor is a coordinator of the referral's client. */
export const coordinates = (actor: Actor, { clientId }: Sides) => actor.coordinatorClientIds.includes(clientId);

/** The user whose work it is: the provider it was accepted for, or the receiver; null if neither can sign in. */
export function answeringUserOf({ acceptedForUserId, referredToUserId, isReceiverActive }: ReferralRow): number | null {
  return acceptedForUserId ?? (isReceiverActive ? referredToUserId : null);
}

/** Whether nobody on the receiving side can sign in; the client's coordinators then record the office's answer. */
export function isAnsweredByCoordinators(referral: ReferralRow): boolean {
  return referral.healthcareProviderId !== null && answeringUserOf(referral) === null;
}

/** Whether the actor stands in for a receiving side that cannot sign in. */
export function standsIn(actor: Actor, referral: ReferralRow): boolean {
  return isAnsweredByCoordinators(referral) && coordinates(actor, referral);
}

/** Those of these users who join the care team: nobody, if only what was sent is opened. */
export const joiningOf = <User>({ recordScope }: Pick<ReferralRow, 'recordScope'>, users: User[]): User[] =>
  recordScope === 'whole' ? users : [];

/** The user on the receiving side in whose name the actor works on it. */
export function receiverOf(actor: Actor, { referredToUserId, acceptedForUserId }: ReferralRow): number | null {
  const isTheirs = referredToUserId !== null && actor.userIds.includes(referredToUserId);
  return isTheirs || acceptedForUserId === null ? referredToUserId : acceptedForUserId;
}

/** Whether the actor is on the sending side: the creator, the user it was created for, or a coordinator of the client. */
export function isSender(actor: Actor, referral: Sides): boolean {
  const senders = [referral.createdByUserId, referral.onBehalfOfUserId];
  return senders.some((userId) => userId !== null && actor.userIds.includes(userId)) || coordinates(actor, referral);
}

/** The side the actor is on. An actor on both sides acts for the one that owes a reply. */
export function sideOf(actor: Actor, referral: Sides): ReferralSide | null {
  const [receives, refers] = [isReceiver(actor, referral), isSender(actor, referral)];
  if (receives && refers) return referral.awaitReplyFrom ?? 'receiving';
  if (receives) return 'receiving';
  return refers ? 'referring' : null;
}

/** Whether the actor sees it only by emergency access. They may read it and refer again, but not change it. */
const isReadOnly = (actor: Actor, referral: ReferralRow): boolean =>
  referral.isEmergencyOnly && !isReceiver(actor, referral);

/** Checks an action against the transition table: the side and the states it is allowed for. */
function onTable(actor: Actor, referral: ReferralRow, action: ReferralAction): true | string {
  const { side } = referralTransitions[action];
  if (side === 'receiving' && !isReceiver(actor, referral) && !standsIn(actor, referral)) return onlyReceiver;
  if (side === 'referring' && !isSender(actor, referral)) return onlySender;
  if (action !== 'referAgain' && isReadOnly(actor, referral)) return emergencyText;
  if (isPossibleIn(action, referral.status)) return true;
  return `This referral is ${referralStatusLabels[referral.status].toLowerCase()}.`;
}

/** After a patient's death nothing new is arranged; an open referral can only be closed. */
const unlessDeceased = (referral: ReferralRow, allowance: true | string): true | string =>
  allowance === true && referral.isDeceased ? 'The patient has died.' : allowance;

/** The outcome of a visit can be recorded from its scheduled time on. */
function afterVisit({ appointmentTime }: ReferralRow): true | string {
  const isToCome = appointmentTime !== null && Date.parse(appointmentTime) > Date.now();
  return isToCome ? 'The appointment is still to come.' : true;
}

export const referralPolicy: Policy<ReferralRow, ReferralAction> = {
  accept: (actor, referral) => unlessDeceased(referral, onTable(actor, referral, 'accept')),
  decline: (actor, referral) => onTable(actor, referral, 'decline'),
  selectProvider: (actor, referral) => {
    if (!isSender(actor, referral)) return onlySender;
    if (referral.referredToUserId !== null && referral.isReceiverActive) return 'It was sent to a provider already.';
    return unlessDeceased(referral, onTable(actor, referral, 'selectProvider'));
  },
  update: (actor, referral) => unlessDeceased(referral, onTable(actor, referral, 'update')),
  reschedule: (actor, referral) => unlessDeceased(referral, onTable(actor, referral, 'reschedule')),
  recordNoShow: (actor, referral) => {
    const allowance = onTable(actor, referral, 'recordNoShow');
    return allowance === true ? afterVisit(referral) : allowance;
  },
  cancelAppointment: (actor, referral) => onTable(actor, referral, 'cancelAppointment'),
  complete: (actor, referral) => {
    const allowance = onTable(actor, referral, 'complete');
    return allowance === true ? afterVisit(referral) : allowance;
  },
  reopen: (actor, referral) => unlessDeceased(referral, onTable(actor, referral, 'reopen')),
  cancel: (actor, referral) => onTable(actor, referral, 'cancel'),
  referAgain: (actor, referral) => {
    if (!isSender(actor, referral)) return onlySender;
    if (referral.isReferredAgain) return referredAgain;
    return unlessDeceased(referral, onTable(actor, referral, 'referAgain'));
  },
  comment: (actor, referral) => {
    if (isReadOnly(actor, referral)) return emergencyText;
    return referral.isOverForReceiver ? 'This referral is closed, so you can no longer comment on it.' : true;
  },
};

/** The user on the other side of a referral, to whom the actor can write; null if nobody there can sign in. */
export function otherUserOf(actor: Actor, referral: ReferralRow): number | null {
  return sideOf(actor, referral) === 'receiving' ? senderOf(referral) : answeringUserOf(referral);
}
