import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Tells an invited person that being added to the care team accepted the invitation; handled by the care-teams feature. */
export const notifyOfAccepted = defineJob({
  name: 'notify-of-accepted-invitation',
  payload: z.object({ careTeamMemberId: z.number() }),
});
