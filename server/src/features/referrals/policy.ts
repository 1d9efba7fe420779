import type { ReferralStatus } from '@careloop/contracts/codes';
import { openReferralStatuses, referralStatusLabels } from '@careloop/contracts/codes';
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
  cellPhone: string | null;
  givenSmsConsent: boolean;
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

export const referralPolicy: Policy<ReferralRow, ReferralAction> = {
  accept: (actor, referral) => (isReceiver(actor, referral) ? inState(referral, 'pending', 'accepted') : onlyReceiver),
  decline: (actor, referral) => (isReceiver(actor, referral) ? inState(referral, 'pending', 'accepted') : onlyReceiver),
  selectProvider: (actor, referral) => {
    if (!isSender(actor, referral)) return onlySender;
    return referral.referredToUserId === null ? inState(referral, 'pending') : 'It was sent to a provider already.';
  },
  cancel: (actor, referral) => (isSender(actor, referral) ? inState(referral, ...openReferralStatuses) : onlySender),
  comment: () => true,
};
