import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId } from '../fields.ts';

// Tags of tasks, which each client defines (docs/domain/administration.md#lookups).

export const taskTag = z.object({ taskTagId: id, tagName: z.string() });
export type TaskTag = z.infer<typeof taskTag>;

export const listTaskTags = get('/provider/tasks/tags', {
  summary: "Lists task tags offered by a patient's client; without a patient, those of the user's clients.",
  access: signedIn,
  audit: 'none',
  input: z.object({ patientId: queryId.optional(), workQueueEncounterId: queryId.optional() }),
  output: z.object({ items: z.array(taskTag.extend({ clientId: id })) }),
});
