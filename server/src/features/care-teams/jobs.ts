import { z } from 'zod';

import { defineJob } from '../../jobs/defineJob.ts';

/** Accepts or declines many invitations, one after the other. */
export const processInvitations = defineJob({
  name: 'process-invitations',
  payload: z.object({ inviteBatchId: z.number() }),
  handler: async () => (await import('./processBatch.ts')).processBatch,
});

export const careTeamJobs = [processInvitations];
