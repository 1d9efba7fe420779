import { patientAccessTexts } from '@careloop/contracts/patient-access';
import type { AccessRequestStatus } from '@careloop/contracts/patient-access';

import type { Actor } from '../../access/actor.ts';
import type { Policy } from '../../access/authorize.ts';

/** What the rules about a request look at. */
export interface RequestRules {
  status: AccessRequestStatus;
  /** Who gets access. */
  userId: number;
  /** Of the patient. */
  clientId: number;
  /** Whether the actor, or somebody they act for, is a member of the patient's care team. */
  isMember: boolean;
  /** Made by the user, for them, or for somebody they act for; also while they act for another person. */
  isOwn: boolean;
}

/** Members who hold EditCareTeam, and those who see all patients of the client. */
function mayAnswer(actor: Actor, { clientId, isMember }: RequestRules): boolean {
  return actor.viewAllClientIds.includes(clientId) || (isMember && actor.permissions.has('EditCareTeam'));
}

export const requestPolicy: Policy<RequestRules, 'answer' | 'withdraw'> = {
  answer(actor, request) {
    if (request.isOwn) return patientAccessTexts.ownRequest;
    if (!mayAnswer(actor, request)) return patientAccessTexts.notYours;
    return request.status === 'pending' ? true : patientAccessTexts.answered;
  },
  withdraw(actor, { userId, status }) {
    if (!actor.userIds.includes(userId)) return patientAccessTexts.onlyRequester;
    return status === 'pending' ? true : patientAccessTexts.answered;
  },
};

/** What the rules about opening a closed patient look at. The patient is of a client of the actor's own. */
export interface ClosedPatient {
  patientId: number;
  canAccessPatient: boolean;
  hasPendingInvite: boolean;
}

export const closedPatientPolicy: Policy<ClosedPatient, 'requestAccess' | 'breakTheGlass'> = {
  requestAccess(_actor, { canAccessPatient, hasPendingInvite }) {
    if (canAccessPatient) return patientAccessTexts.alreadyOpen;
    return hasPendingInvite ? patientAccessTexts.invited : true;
  },
  // An invitation does not stand in the way: nobody should have to join a care team in an emergency.
  breakTheGlass(actor, { canAccessPatient }) {
    if (actor.onBehalfOfUserId !== null) return patientAccessTexts.personal;
    return canAccessPatient ? patientAccessTexts.alreadyOpen : true;
  },
};

/** What the rules about a window of emergency access look at. */
export interface WindowRules {
  userId: number;
  isActive: boolean;
  reviewedAt: string | null;
}

export const windowPolicy: Policy<WindowRules, 'review'> = {
  review(actor, { userId, isActive, reviewedAt }) {
    if (userId === actor.userId) return patientAccessTexts.ownWindow;
    if (reviewedAt !== null) return patientAccessTexts.reviewed;
    // A review covers the whole window: what is opened after it would never be looked at.
    return isActive ? patientAccessTexts.stillOpen : true;
  },
};
