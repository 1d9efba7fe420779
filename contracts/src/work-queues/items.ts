import { z } from 'zod';
import { allOf } from '../access.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, queryList, timestamp, version } from '../fields.ts';
import { encounterTypes, workQueueItem } from '../work-queues.ts';

// Actions on queue items of any kind.

/** Maximum items changed in one call. */
export const mostItems = 1_000;
/** Maximum users an item can be shared with in one call. */
export const mostShared = 50;
/** Minutes after which a claim expires. */
export const claimMinutes = 15;

export const workQueueTexts = {
  itemUpdated: 'Item Status Updated Successfully',
  settingsSaved: 'Settings have been successfully updated.',
  settingsFailed: 'There was an issue saving your settings.',
  showWaitingTime: 'Color items by waiting time',
  showWaitingTimeHelp: 'Items that have waited 2, 5 or 10 days or longer get a colored edge and show how long.',
  searchQueues: 'Search for a work queue...',
  tooManyItems: `You can change ${mostItems.toLocaleString('en-US')} items at once at most.`,
  tooManyUsers: `You can share with ${mostShared} people at once at most.`,
  notTheirs: "We're sorry, this item doesn't exist, or you do not have access.",
  cannotShareWith: 'Some of these people do not work queues for this patient’s organization.',
  onlyOwnersShare: 'Only the owners of an item can share it.',
  emergency: 'With emergency access you can read this item but not change it.',
  changed: 'This item has changed since you opened it.',
  completedBy: (name: string) => `${name} completed this item in the meantime.`,
  claimedSince: (name: string) => `${name} started working on this item after you selected it.`,
  openAgain: 'It is already back in this queue.',
  left: 'No longer in this list',
} as const;

const someItems = z.array(id).min(1).max(mostItems, workQueueTexts.tooManyItems);

export const setWorkQueueItemCompleted = post('/provider/workqueues/setcompleted', {
  summary: 'Completes or reopens a queue item manually.',
  access: allOf('ManageWorkQueues'),
  authorization: 'policy',
  makesStale: ['WorkQueueItemChangedEvent'],
  input: z.object({
    workQueueEncounterId: id,
    setCompleted: z.boolean(),
    /** Left out by callers that do not edit displayed data; then the current version is used. */
    version: version.optional(),
  }),
  output: z.object({ workQueueEncounterId: id, version }),
});

/** Result for one of several items; `message` says why it failed. */
const itemResult = z.object({ workQueueEncounterId: id, isDone: z.boolean(), message: z.string().nullable() });
export type ItemResult = z.infer<typeof itemResult>;

/** The same with the item's new version, by which its completion can be undone; null if it was not changed. */
const changedResult = itemResult.extend({ version: version.nullable() });
export type ChangedResult = z.infer<typeof changedResult>;

export const completeWorkQueueItems = post('/provider/workqueues/complete-several', {
  summary: 'Completes several items manually; a failed one does not affect the others.',
  access: allOf('ManageWorkQueues'),
  authorization: 'policy',
  makesStale: ['WorkQueueItemChangedEvent'],
  input: z.object({
    items: z
      .array(
        z.object({
          workQueueEncounterId: id,
          version,
          /** Who the user saw working on it, if anybody; it is refused while somebody else works on it. */
          seenClaimUserId: id.nullish(),
        }),
      )
      .min(1)
      .max(mostItems, workQueueTexts.tooManyItems),
  }),
  output: z.object({ results: z.array(changedResult) }),
});

export const reopenWorkQueueItems = post('/provider/workqueues/reopen-several', {
  summary: 'Reopens several items, to undo their completion; a failed one does not affect the others.',
  access: allOf('ManageWorkQueues'),
  authorization: 'policy',
  makesStale: ['WorkQueueItemChangedEvent'],
  input: z.object({
    items: z
      .array(z.object({ workQueueEncounterId: id, version }))
      .min(1)
      .max(mostItems, workQueueTexts.tooManyItems),
  }),
  output: z.object({ results: z.array(changedResult) }),
});

export const saveWorkQueueItemAccess = post('/provider/workqueues/encounters/save-access', {
  summary: 'Shares or unshares items with users; a failed one does not affect the others.',
  access: allOf('ManageWorkQueues'),
  authorization: 'policy',
  makesStale: ['WorkQueueItemChangedEvent'],
  input: z.object({
    workQueueEncounterIds: someItems,
    addedUserIds: z.array(id).max(mostShared, workQueueTexts.tooManyUsers).default([]),
    removedUserIds: z.array(id).max(mostShared, workQueueTexts.tooManyUsers).default([]),
  }),
  output: z.object({ results: z.array(itemResult) }),
});

export const listWorkQueueItemAccess = get('/provider/workqueues/encounters/access', {
  summary: 'Lists users with whom an item is shared.',
  auditText: 'People an item is shared with',
  access: allOf('ManageWorkQueues'),
  input: z.object({ workQueueEncounterId: queryId }),
  output: z.object({
    users: z.array(z.object({ userId: id, fullName: z.string(), grantedByName: z.string(), grantedAt: timestamp })),
  }),
});

export const getWorkQueueItemState = get('/provider/workqueues/encounters/state', {
  summary: 'Returns the queue of an item, and whether and by whom it was completed.',
  auditText: 'State of a work queue item',
  access: allOf('ManageWorkQueues'),
  input: z.object({ workQueueEncounterId: queryId }),
  output: z.object({
    workQueueEncounterId: id,
    workQueueId: id,
    status: workQueueItem.shape.status,
    completedAt: workQueueItem.shape.completedAt,
    completedByName: workQueueItem.shape.completedByName,
  }),
});

export const claimWorkQueueItem = post('/provider/workqueues/encounters/claim', {
  summary: 'Claims an item for the user, or releases it. A claim expires after 15 minutes.',
  access: allOf('ManageWorkQueues'),
  authorization: 'policy',
  makesStale: ['WorkQueueItemChangedEvent'],
  input: z.object({ workQueueEncounterId: id, isClaimed: z.boolean() }),
  output: z.object({ workQueueEncounterId: id }),
});

export const queuedEncounter = z.object({
  patientEncounterId: id,
  encounterType: z.enum(encounterTypes),
  encounterDate: timestamp,
  dischargeDate: timestamp.nullable(),
  /** In which the dates were stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
  facilityName: z.string().nullable(),
  admitReason: z.string().nullable(),
});
export type QueuedEncounter = z.infer<typeof queuedEncounter>;

export const getQueuedEncounters = get('/provider/patients/work-queue-items/encounter-info', {
  summary: 'Lists the encounters under which the caller’s items are shown.',
  auditText: 'Encounters of work queue items',
  access: allOf('ManageWorkQueues'),
  input: z.object({ patientEncounterIds: queryList(queryId).pipe(z.array(id).min(1).max(100)) }),
  output: z.object({ encountersInfo: z.array(queuedEncounter) }),
});
