import { consultationStatuses } from '@careloop/contracts/codes/consultations';
import { z } from 'zod';

import { defineJob } from '../../platform/jobs/defineJob.ts';

/** Notifies the receiver of a new consultation, or the requester of an answer. */
export const notifyOfConsultation = defineJob({
  name: 'notify-of-consultation',
  payload: z.object({
    consultationId: z.number(),
    /** Identifies the notice, so that it is sent once. */
    version: z.number(),
    /** The status to notify of. Absent from jobs of earlier releases, which notify of the current one. */
    status: z.enum(consultationStatuses).optional(),
    /** Not notified of their own answer. */
    answeredByUserId: z.number().optional(),
  }),
});

/** Moves open items of receivers whose queue nobody works any longer to the coordinators of the client. */
const reassignConsultations = defineJob({
  name: 'reassign-consultations',
  payload: z.object({}),
  cron: '*/5 * * * *',
});

export const consultationJobs = { notifyOfConsultation, reassignConsultations };
