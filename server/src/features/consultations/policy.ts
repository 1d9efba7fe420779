import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { consultationStatusLabels } from '@careloop/contracts/codes/consultations';
import { consultationTexts } from '@careloop/contracts/consultations';
import { consultationTransitions } from '@careloop/contracts/consultations/states';
import type { ConsultationAction } from '@careloop/contracts/consultations/states';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a consultation depend on. */
export interface ConsultationRow {
  consultationId: number;
  clientId: number;
  patientId: number;
  status: ConsultationStatus;
  version: number;
  createdByUserId: number;
  onBehalfOfUserId: number | null;
  requestedToUserId: number | null;
  healthcareProviderId: number | null;
  /** Whether the receiver is a user who can sign in; otherwise the client's coordinators record the answer. */
  isReceiverUser: boolean;
  isDeceased: boolean;
  /** Declined or canceled, and the actor saw it only as its receiver. */
  isOverForReceiver: boolean;
  /** Whether the actor has access to the patient. */
  canAccessPatient: boolean;
  followedByReferralId: number | null;
  /** The actor has access to the patient only by emergency access, and no queue shares the consultation with them. */
  isEmergencyOnly: boolean;
}

const onlyReceiver = 'Only the person it was sent to, or somebody who acts for them, can do this.';
const onlyRequester = 'Only the person who sent it, or a coordinator, can do this.';

/** The user in whose name it was sent. */
export function requesterOf(consultation: ConsultationRow): number {
  return consultation.onBehalfOfUserId ?? consultation.createdByUserId;
}

const coordinates = (actor: Actor, { clientId }: ConsultationRow) => actor.coordinatorClientIds.includes(clientId);

/** Whether it was sent to the actor, or to someone they act for. */
const isSentTo = (actor: Actor, { requestedToUserId }: ConsultationRow): boolean =>
  requestedToUserId !== null && actor.userIds.includes(requestedToUserId);

/** Whether the actor is the receiver, or stands in for one who cannot sign in. */
function isReceiver(actor: Actor, consultation: ConsultationRow): boolean {
  return isSentTo(actor, consultation) || (!consultation.isReceiverUser && coordinates(actor, consultation));
}

/** Whether the actor created it, it was created for them, or they coordinate the client. */
export function isRequester(actor: Actor, consultation: ConsultationRow): boolean {
  const requesters = [consultation.createdByUserId, consultation.onBehalfOfUserId];
  return (
    requesters.some((userId) => userId !== null && actor.userIds.includes(userId)) || coordinates(actor, consultation)
  );
}

/** Whether the actor sees it only by emergency access. They may read it and refer, but not change it. */
const isReadOnly = (actor: Actor, consultation: ConsultationRow): boolean =>
  consultation.isEmergencyOnly && !isSentTo(actor, consultation);

/** Checks an action against the transition table: the side and the states it is allowed for. */
function asInTable(action: ConsultationAction): (actor: Actor, consultation: ConsultationRow) => true | string {
  const { side, from } = consultationTransitions[action];
  const states: readonly ConsultationStatus[] = from;
  return (actor, consultation) => {
    if (side === 'receiver' && !isReceiver(actor, consultation)) return onlyReceiver;
    if (side === 'requester' && !isRequester(actor, consultation)) return onlyRequester;
    if (action !== 'refer' && isReadOnly(actor, consultation)) return consultationTexts.emergencyOnly;
    if (states.includes(consultation.status)) return true;
    return `This consultation is ${consultationStatusLabels[consultation.status].toLowerCase()}.`;
  };
}

/** After a patient's death nothing new is arranged; an open consultation can only be declined or canceled. */
function unlessDeceased(action: ConsultationAction): (actor: Actor, consultation: ConsultationRow) => true | string {
  const allowanceOf = asInTable(action);
  return (actor, consultation) => {
    const allowance = allowanceOf(actor, consultation);
    return allowance === true && consultation.isDeceased ? 'The patient has died.' : allowance;
  };
}

const mayRefer = unlessDeceased('refer');

export const consultationPolicy: Policy<ConsultationRow, ConsultationAction> = {
  acknowledge: unlessDeceased('acknowledge'),
  accept: unlessDeceased('accept'),
  acceptWithChange: unlessDeceased('acceptWithChange'),
  decline: asInTable('decline'),
  cancel: asInTable('cancel'),
  refer: (actor, consultation) => {
    if (consultation.followedByReferralId !== null) return 'It became a referral already.';
    if (!consultation.canAccessPatient) return 'You do not have access to this patient.';
    return mayRefer(actor, consultation);
  },
};

/** The user on the other side of a consultation, to whom the actor can write. */
export function otherUserOf(actor: Actor, consultation: ConsultationRow): number | null {
  return isSentTo(actor, consultation) ? requesterOf(consultation) : consultation.requestedToUserId;
}
