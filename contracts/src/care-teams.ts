import { z } from 'zod';
import { signedIn } from './access.ts';
import { get } from './endpoint.ts';
import { queryId } from './fields.ts';

export const getPendingInviteCount = get('/provider/care-team-invites/get-pending-invite-count', {
  summary: 'How many invitations to care teams wait for an answer of the user, or of the person acted for.',
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId: queryId.optional() }),
  output: z.object({ pendingInviteCount: z.number().int() }),
});
