import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { getInvitations } from '@careloop/contracts/care-teams/invitations';

/** What an answered invitation makes stale besides the patient itself. */
export const staleAfterAnswer = [getInvitations, getPendingInviteCount] as const;
