import { z } from 'zod';
import { allOf } from './access.ts';
import { encounterType } from './codes.ts';
import { actions } from './can.ts';
import { get, post } from './endpoint.ts';
import { id, queryId, queryInteger, timestamp, version } from './fields.ts';
import { patientSummary } from './patients.ts';
import { queuedReferral } from './referrals.ts';

/** What items can be about, and what a list shows of it in the field of that name; null for an item about something else. */
const queueSubjects = {
  referral: queuedReferral.nullable(),
};
export type QueueSubjectType = keyof typeof queueSubjects;
export type QueuedSubjects = { [Type in QueueSubjectType]: NonNullable<z.infer<(typeof queueSubjects)[Type]>> };
export const queueSubjectTypes = Object.keys(queueSubjects) as [QueueSubjectType, ...QueueSubjectType[]];
const subjectType = z.enum(queueSubjectTypes).nullable();

export const workQueue = z.object({
  workQueueId: id,
  code: z.string(),
  name: z.string(),
  /** What its items are about. */
  subjectType,
  userHidden: z.boolean(),
  /** Open items the user would see in it. */
  openCount: z.number(),
});
export type WorkQueueInfo = z.infer<typeof workQueue>;

export const getWorkQueues = get('/provider/workQueues/info', {
  summary: 'Categories and queues, each with the number of open items.',
  access: allOf('ManageWorkQueues'),
  audit: 'none',
  input: z.object({}),
  output: z.object({
    categories: z.array(
      z.object({
        workQueueCategoryId: id,
        name: z.string(),
        description: z.string(),
        workQueues: z.array(workQueue),
      }),
    ),
    /** Open items in all queues that are not hidden: the badge. */
    openCount: z.number(),
  }),
});

export const workQueueItem = z.object({
  workQueueEncounterId: id,
  workQueueId: id,
  status: z.enum(['open', 'completed']),
  patient: patientSummary,
  patientEncounterId: id.nullable(),
  encounterDate: timestamp,
  encounterType: z.enum(Object.keys(encounterType.table) as [keyof typeof encounterType.table]).nullable(),
  facilityName: z.string().nullable(),
  createdAt: timestamp,
  subjectType,
  subjectId: id.nullable(),
  ...queueSubjects,
  version: z.number(),
  can: actions(['complete', 'reopen']),
});
export type WorkQueueItem = z.infer<typeof workQueueItem>;

/** Items on one page (docs/domain/work-queues.md). */
export const workQueuePageSize = 20;

const listInput = z.object({
  workQueueId: queryId,
  /** Open 1, Completed 2, All 3. */
  status: queryInteger({ min: 1, max: 3, fallback: 1 }),
  page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
  pageSize: queryInteger({ min: 1, max: 100, fallback: workQueuePageSize }),
  sortBy: z.enum(['encounterDate', 'createdAt', 'dueAt', 'patientName']).default('encounterDate'),
  sortDirection: z.enum(['ASC', 'DESC']).default('DESC'),
});
const listOutput = z.object({
  items: z.array(workQueueItem),
  page: z.number(),
  numPages: z.number(),
  totalItemCount: z.number(),
});
const definition = {
  summary: 'One page of the items of a queue.',
  access: allOf('ManageWorkQueues'),
  audit: 'search',
  input: listInput,
  output: listOutput,
} as const;

export const listWorkQueueItems = get('/provider/workQueues/:workQueueId', definition);
export const listWorkQueueItemsByStatus = get('/provider/workQueues/:workQueueId/:status', definition);

export const workQueueTexts = { itemUpdated: 'Item Status Updated Successfully' } as const;

export const setWorkQueueItemCompleted = post('/provider/workqueues/setcompleted', {
  summary: 'Completes an item of a queue by hand, or opens it again.',
  access: allOf('ManageWorkQueues'),
  authorization: 'policy',
  input: z.object({
    workQueueEncounterId: id,
    setCompleted: z.boolean(),
    /** Left out by callers that do not edit what they saw; then the current version is taken. */
    version: version.optional(),
  }),
  output: z.object({ workQueueEncounterId: id, version }),
});
