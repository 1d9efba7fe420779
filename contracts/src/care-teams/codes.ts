import { z } from 'zod';
import type { CareTeamMemberStatus } from '../codes.ts';
import { codes } from '../codeTable.ts';

/** Status of an invitation to a care team (docs/domain/care-teams.md). */
export const inviteStatus = codes({ unknown: 0, pending: 1, accepted: 2, declined: 3, cancelled: 4 });
export type InviteStatus = keyof typeof inviteStatus.table;
/** Invitation status by membership status; others are unknown. */
export const inviteStatusOfMember: Partial<Record<CareTeamMemberStatus, InviteStatus>> = {
  invited: 'pending',
  accepted: 'accepted',
  declined: 'declined',
  cancelled: 'cancelled',
};

/** By what somebody was added to a care team while they were invited to it, which accepted the invitation. */
export const acceptedThroughLabels = {
  message: 'by message',
  referral: 'by referral',
  consultation: 'by consultation',
  access_request: 'by request for access',
  joining: 'by joining',
} as const;
export type AcceptedThrough = keyof typeof acceptedThroughLabels;
export const acceptedThrough = z.enum(Object.keys(acceptedThroughLabels) as [AcceptedThrough, ...AcceptedThrough[]]);

/** Relationship of a care team member to the patient. */
export const relationshipType = codes({ none: 0, new: 1, established: 2 });
export type RelationshipType = keyof typeof relationshipType.table;
export const relationshipTypeLabels: Record<RelationshipType, string> = {
  none: 'None',
  new: 'New',
  established: 'Established',
};
