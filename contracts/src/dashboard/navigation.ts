import { z } from 'zod';
import { signedIn } from '../access.ts';
import { getPendingInviteCount } from '../care-teams.ts';
import { countUnreadAnswers } from '../consultations.ts';
import { countDuplicates } from '../duplicates.ts';
import { get, nothing } from '../endpoint.ts';
import { getUnreadMessageCount } from '../messages.ts';
import { countAccessRequests, countEmergencyAccess } from '../patient-access.ts';
import { countUnreadReferrals } from '../referrals/unread.ts';
import { getWorkQueues } from '../work-queues.ts';

/** The reads whose answers the navigation shows on every page. */
export const navigationParts = {
  referrals: countUnreadReferrals,
  consultations: countUnreadAnswers,
  invitations: getPendingInviteCount,
  accessRequests: countAccessRequests,
  emergencyAccess: countEmergencyAccess,
  duplicates: countDuplicates,
  messages: getUnreadMessageCount,
  workQueues: getWorkQueues,
} as const;

export const getNavigation = get('/provider/navigation', {
  summary: 'Answers all reads of the navigation at once; null for those the user may not make.',
  access: signedIn,
  audit: 'none',
  input: nothing,
  output: z.object({
    referrals: countUnreadReferrals.output,
    consultations: countUnreadAnswers.output,
    invitations: getPendingInviteCount.output,
    accessRequests: countAccessRequests.output,
    emergencyAccess: countEmergencyAccess.output.nullable(),
    duplicates: countDuplicates.output.nullable(),
    messages: getUnreadMessageCount.output.nullable(),
    workQueues: getWorkQueues.output.nullable(),
  }),
});
