import { z } from 'zod';

import { notifyOfAccepted } from '../../core/access/careTeamJobs.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Accepts or declines many invitations, one after another. */
export const processInvitations = defineJob({
  name: 'process-invitations',
  payload: z.object({ inviteBatchId: z.number() }),
});

/** Notifies a user of an invitation to a care team. */
export const notifyInvited = defineJob({
  name: 'notify-invited',
  payload: z.object({ careTeamMemberId: z.number(), version: z.number() }),
});

export const careTeamJobs = { processInvitations, notifyInvited, notifyOfAccepted };
