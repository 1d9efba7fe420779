import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  getQueuedEncounters,
  listWorkQueueItemAccess,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import type { ItemResult } from '@careloop/contracts/work-queues/items';

import type { Actor } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import type { Db } from '../../db/client.ts';
import { AppError, requireVersion, unauthorizedPatient } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { route } from '../../http/route.ts';
import { setClaim } from './claimItem.ts';
import { findQueuedEncounters } from './encounterInfo.ts';
import { lockItem } from './itemRow.ts';
import type { LockedItem } from './itemRow.ts';
import { queueItemPolicy } from './policy.ts';
import { setCompleted } from './setCompleted.ts';
import { findAccess, requireShareable, shareItem } from './shareItem.ts';

export function workQueueItemRoutes(app: App): void {
  route(app, setWorkQueueItemCompleted, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId, setCompleted: isCompleting } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await requireItem(db, actor, workQueueEncounterId);
    seen({ patientId: item.patientId });
    await requireCurrent(input.version, item);
    return setCompleted(
      db,
      actor,
      isCompleting
        ? authorize(actor, queueItemPolicy, 'complete', item)
        : authorize(actor, queueItemPolicy, 'reopen', item),
    );
  });

  route(app, completeWorkQueueItems, async ({ input, actor, db }) => {
    const versions = new Map(input.items.map((item) => [item.workQueueEncounterId, item.version]));
    const results = await forEach([...versions.keys()], async (workQueueEncounterId) => {
      const item = await requireItem(db, actor, workQueueEncounterId);
      await requireCurrent(versions.get(workQueueEncounterId), item);
      await setCompleted(db, actor, authorize(actor, queueItemPolicy, 'complete', item));
    });
    return { results };
  });

  route(app, saveWorkQueueItemAccess, async ({ input, actor, db }) => {
    const { addedUserIds, removedUserIds } = input;
    const results = await forEach(input.workQueueEncounterIds, async (workQueueEncounterId) => {
      const item = authorize(actor, queueItemPolicy, 'share', await requireItem(db, actor, workQueueEncounterId));
      await requireShareable(db, actor, item.patientId, addedUserIds);
      await shareItem(db, actor, item, { addedUserIds, removedUserIds });
    });
    return { results };
  });

  route(app, listWorkQueueItemAccess, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const access = await findAccess(db, actor, workQueueEncounterId);
    if (access === undefined) throw unauthorizedPatient();
    seen({ patientId: access.patientId });
    return { users: access.users };
  });

  route(app, claimWorkQueueItem, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId, isClaimed } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await requireItem(db, actor, workQueueEncounterId);
    seen({ patientId: item.patientId });
    await setClaim(
      db,
      actor,
      isClaimed ? authorize(actor, queueItemPolicy, 'claim', item) : authorize(actor, queueItemPolicy, 'release', item),
    );
    return { workQueueEncounterId };
  });

  route(app, getQueuedEncounters, async ({ input, actor, db, seen }) => {
    const found = await findQueuedEncounters(db, actor, input.patientEncounterIds);
    seen({ details: { patientIds: [...new Set(found.map(({ patientId }) => patientId))] } });
    return { encountersInfo: found };
  });
}

async function requireItem(db: Db, actor: Actor, workQueueEncounterId: number): Promise<LockedItem> {
  const item = await lockItem(db, actor, workQueueEncounterId);
  if (item === undefined) throw unauthorizedPatient();
  return item;
}

async function requireCurrent(seen: number | undefined, item: LockedItem): Promise<void> {
  await requireVersion(seen, item.version, workQueueTexts.changed, () => undefined);
}

/**
 * Does something with each item for itself, and says of each what became of it. In the order of the ids, so that two calls about
 * the same items wait for each other instead of both failing.
 * @param act throws an AppError before it has written anything
 */
async function forEach(ids: readonly number[], act: (workQueueEncounterId: number) => Promise<void>) {
  const results: ItemResult[] = [];
  for (const workQueueEncounterId of [...new Set(ids)].toSorted((a, b) => a - b)) {
    try {
      await act(workQueueEncounterId);
      results.push({ workQueueEncounterId, isDone: true, message: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = error.code === 'unauthorized_patient' ? workQueueTexts.notTheirs : error.message;
      results.push({ workQueueEncounterId, isDone: false, message });
    }
  }
  return results;
}
