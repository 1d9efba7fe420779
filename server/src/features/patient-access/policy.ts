import { patientAccessTexts } from '@careloop/contracts/patient-access';
import type { AccessRequestStatus } from '@careloop/contracts/patient-access';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a request depend on. */
export interface RequestRules {
  status: AccessRequestStatus;
  /** The user who gets access. */
  userId: number;
  /** The patient's client. */
  clientId: number;
  /** Whether the actor, or someone they act for, is a member of the patient's care team. */
  isMember: boolean;
  /** Made by the user, for them, or for someone they may act for; also while they act for another person. */
  isOwn: boolean;
}

/** Members with EditCareTeam, and users who see all patients of the client. */
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

/**
 * The data that the rules for requesting or taking access to a patient depend on. The patient belongs to one of the actor's own
 * clients.
 */
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
  // A pending invitation does not prevent this: no one should have to join a care team in an emergency.
  breakTheGlass(actor, { canAccessPatient }) {
    if (actor.onBehalfOfUserId !== null) return patientAccessTexts.personal;
    return canAccessPatient ? patientAccessTexts.alreadyOpen : true;
  },
};

/** The data that the rules for a window of emergency access depend on. */
export interface WindowRules {
  userId: number;
  isActive: boolean;
  reviewedAt: string | null;
}

export const windowPolicy: Policy<WindowRules, 'review'> = {
  review(actor, { userId, isActive, reviewedAt }) {
    if (userId === actor.userId) return patientAccessTexts.ownWindow;
    if (reviewedAt !== null) return patientAccessTexts.reviewed;
    // A review covers the whole window; actions after an earlier review would never be reviewed.
    return isActive ? patientAccessTexts.stillOpen : true;
  },
};
