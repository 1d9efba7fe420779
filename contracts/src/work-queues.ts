import { z } from 'zod';
import { allOf } from './access.ts';
import { encounterType, WorkQueue } from './codes.ts';
import { actions } from './can.ts';
import { consultationSummary } from './consultations.ts';
import { get, nothing, post } from './endpoint.ts';
import { id, queryBoolean, queryId, queryInteger, queryList, timestamp } from './fields.ts';
import { patientSummary } from './patients.ts';
import { queuedReferral } from './referrals.ts';

/** Kinds of subjects of items. A list item has the subject's data in the field of that name; the others are null. */
const queueSubjects = {
  referral: queuedReferral.nullable(),
  consultation: consultationSummary.nullable(),
};
export type QueueSubjectType = keyof typeof queueSubjects;
export type QueuedSubjects = { [Type in QueueSubjectType]: NonNullable<z.infer<(typeof queueSubjects)[Type]>> };
export const queueSubjectTypes = Object.keys(queueSubjects) as [QueueSubjectType, ...QueueSubjectType[]];
const subjectType = z.enum(queueSubjectTypes).nullable();

/** What the items of a queue can be sorted by. */
export const queueSorts = ['encounterDate', 'createdAt', 'dueAt', 'patientName'] as const;
const sortBy = z.enum(queueSorts);
const sortDirection = z.enum(['ASC', 'DESC']);
/** The order of a queue. */
export const queueOrder = z.object({ sortBy, sortDirection });
export type QueueOrder = z.infer<typeof queueOrder>;
export const defaultQueueOrder: QueueOrder = { sortBy: 'encounterDate', sortDirection: 'DESC' };

export const workQueue = z.object({
  workQueueId: id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** Kind of subject of its items. */
  subjectType,
  userHidden: z.boolean(),
  /** Open items in it that are visible to the user. */
  openCount: z.number(),
  /** The order that the user chose last for it; null if they chose none. */
  order: queueOrder.nullable(),
});
export type WorkQueueInfo = z.infer<typeof workQueue>;

export const getWorkQueues = get('/provider/workQueues/info', {
  summary: 'Lists queue categories and queues with their number of open items.',
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
    /** Open items in all visible queues, for the badge. */
    openCount: z.number(),
    /** Whether long waiting times are highlighted for the user. */
    showsWaitingTime: z.boolean(),
  }),
});

export const encounterTypes = Object.keys(encounterType.table) as [
  keyof typeof encounterType.table,
  ...(keyof typeof encounterType.table)[],
];

export const workQueueItem = z.object({
  workQueueEncounterId: id,
  workQueueId: id,
  status: z.enum(['open', 'completed']),
  /** Open, and STAT or overdue. */
  isUrgent: z.boolean(),
  patient: patientSummary,
  patientEncounterId: id.nullable(),
  /** Of the encounter, or of the request if there is none. */
  encounterDate: timestamp,
  /** In which the encounter's date was stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
  encounterType: z.enum(encounterTypes).nullable(),
  facilityName: z.string().nullable(),
  createdAt: timestamp,
  /** When it was completed; null if it is open. */
  completedAt: timestamp.nullable(),
  /** The user who completed it by hand or by an answer. */
  completedByName: z.string().nullable(),
  subjectType,
  subjectId: id.nullable(),
  ...queueSubjects,
  /** The user who has claimed it, and since when; null if unclaimed. */
  claim: z.object({ userId: id, fullName: z.string(), since: timestamp }).nullable(),
  /** Number of users it is shared with. */
  sharedCount: z.number(),
  /** The user who shared it with the caller; null if the caller has it for another reason. */
  sharedByName: z.string().nullable(),
  /** Open tasks about the item. */
  openTaskCount: z.number().int(),
  /** Warning to confirm before the item is completed without a response to its subject. */
  completionWarning: z.string().nullable(),
  version: z.number(),
  can: actions(['complete', 'reopen', 'share', 'claim', 'release']),
});
export type WorkQueueItem = z.infer<typeof workQueueItem>;

/** Items per page (docs/domain/work-queues.md). */
export const workQueuePageSize = 20;

/** Filter by claim: claimed by the user, by somebody else, or unclaimed. */
export const claimedBy = ['me', 'others', 'nobody'] as const;
export type ClaimedBy = (typeof claimedBy)[number];

/** Maximum tags in the filter. */
export const mostTags = 20;

/** Filters of a queue, all combined with AND. */
export const workQueueFilters = z.object({
  facilityId: queryId.optional(),
  encounterType: z.enum(encounterTypes).optional(),
  healthcareProviderSpecialtyId: queryId.optional(),
  urgencyDays: z.coerce.number<number | string>().int().min(1).max(365).optional(),
  /** Minimum days in the queue. */
  waitingDays: z.coerce.number<number | string>().int().min(1).max(3650).optional(),
  claimedBy: z.enum(claimedBy).optional(),
  /** Tags of the provider to whom an item's subject is addressed. */
  healthcareProviderTagIds: queryList(queryId).pipe(z.array(id).max(mostTags)).optional(),
  /** Whether any or all of the tags must match. */
  tagFilterType: z.enum(['Any', 'All']).default('Any'),
});
export type WorkQueueFilters = z.infer<typeof workQueueFilters>;

/** Open 1, Completed 2, All 3. */
const status = queryInteger({ min: 1, max: 3, fallback: 1 });

const listInput = workQueueFilters.extend({
  workQueueId: queryId,
  status,
  page: queryInteger({ min: 1, max: 100_000, fallback: 1 }),
  pageSize: queryInteger({ min: 1, max: 100, fallback: workQueuePageSize }),
  sortBy: sortBy.default(defaultQueueOrder.sortBy),
  sortDirection: sortDirection.default(defaultQueueOrder.sortDirection),
  /** Puts urgent items first, in the order of their due time, and sorts only the others as asked. */
  urgentFirst: queryBoolean.default(false),
});
const listOutput = z.object({
  items: z.array(workQueueItem),
  page: z.number(),
  numPages: z.number(),
  totalItemCount: z.number(),
  /** Urgent items on all pages. */
  urgentItemCount: z.number(),
});
const definition = {
  summary: 'Lists a page of a queue’s items.',
  auditText: 'Items of a work queue',
  access: allOf('ManageWorkQueues'),
  audit: 'search',
  input: listInput,
  output: listOutput,
} as const;

export const listWorkQueueItems = get('/provider/workQueues/:workQueueId', definition);
export const listWorkQueueItemsByStatus = get('/provider/workQueues/:workQueueId/:status', definition);

/** Days in the queue after which an item is highlighted, in increasing steps, for users who enable it. */
export const longWaits = [2, 5, 10] as const;

/** Options of the waiting time filter, in days. */
export const waitingTimes = [1, 3, 7, 14, 30] as const;

const count = z.number().int();

export const getWorkQueueFilters = get('/provider/workQueues/:workQueueId/filters', {
  summary: 'Returns a queue’s description and its filter values with item counts.',
  access: allOf('ManageWorkQueues'),
  audit: 'none',
  input: z.object({ workQueueId: queryId, status }),
  output: z.object({
    description: z.string(),
    statuses: z.array(z.object({ status: z.number().int(), name: z.string(), count })),
    facilities: z.array(z.object({ facilityId: id, name: z.string(), count })),
    encounterTypes: z.array(z.object({ encounterType: z.enum(encounterTypes), count })),
    specialties: z.array(z.object({ healthcareProviderSpecialtyId: id, name: z.string(), count })),
    urgencies: z.array(z.object({ urgencyDays: z.number().int(), count })),
    waitingTimes: z.array(z.object({ waitingDays: z.number().int(), count })),
    claimedBy: z.array(z.object({ claimedBy: z.enum(claimedBy), count })),
    /** Tags of the caller's clients. */
    tags: z.array(z.object({ healthcareProviderTagId: id, name: z.string(), count })),
  }),
});
export type WorkQueueFacets = z.infer<typeof getWorkQueueFilters.output>;

export const unknownWorkQueue = 'There is no such work queue.';
const isWorkQueue = (workQueueId: number) => Object.values<number>(WorkQueue).includes(workQueueId);

export const saveWorkQueueOrder = post('/provider/workqueues/order', {
  summary: 'Remembers the order that the user chose for a queue.',
  access: allOf('ManageWorkQueues'),
  authorization: 'own',
  unkeyed: 'same',
  makesStale: [getWorkQueues],
  isOwn: true,
  input: queueOrder.extend({ workQueueId: id.refine(isWorkQueue, unknownWorkQueue) }),
  output: nothing,
});

export const setHiddenWorkQueues = post('/provider/workqueues/setuserhidden', {
  summary: 'Sets which queues are hidden for the user, and whether long waiting times are highlighted.',
  access: allOf('ManageWorkQueues'),
  authorization: 'own',
  unkeyed: 'same',
  makesStale: ['WorkQueueItemChangedEvent'],
  isOwn: true,
  input: z.object({
    workQueueIds: z.array(id.refine(isWorkQueue, unknownWorkQueue)).max(100),
    /** Left out: does not change. */
    showsWaitingTime: z.boolean('Invalid value').optional(),
  }),
  output: nothing,
});
