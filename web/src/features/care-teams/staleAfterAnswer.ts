import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { getInvitations } from '@careloop/contracts/care-teams/invitations';

/** Endpoints that an answered invitation makes stale, besides those of the patient. */
export const staleAfterAnswer = [getInvitations, getPendingInviteCount] as const;
