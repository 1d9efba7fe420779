import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { getInvitations } from '@careloop/contracts/care-teams/invitations';
import { canAccessPatient, listPatients } from '@careloop/contracts/patients';

/** Endpoints that an answered invitation makes stale, besides those of the patient. */
export const staleAfterAnswer = [getInvitations, getPendingInviteCount] as const;

/** Those that an accepted invitation makes stale. */
export const staleAfterAccepting = [...staleAfterAnswer, canAccessPatient, listPatients] as const;
