import {
  claimWorkQueueItem,
  getQueuedEncounters,
  getWorkQueueItemState,
  listWorkQueueItemAccess,
  setWorkQueueItemCompleted,
} from '@careloop/contracts/work-queues/items';

import type { Actor } from '../../platform/identity/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { requireVersion, unauthorizedPatient } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { setClaim } from './claimItem.ts';
import { findQueuedEncounters } from './encounterInfo.ts';
import { changedText, lockItem } from './itemRow.ts';
import type { LockedItem } from './itemRow.ts';
import { findItemState } from './itemState.ts';
import { queueItemPolicy } from './policy.ts';
import { lockSubjects, setCompleted } from './setCompleted.ts';
import { severalItemRoutes } from './severalItemRoutes.ts';
import { findAccess } from './shareItem.ts';

export function workQueueItemRoutes(app: App): void {
  route(app, setWorkQueueItemCompleted, async ({ input, actor, db, setAuditSubject }) => {
    const { workQueueEncounterId, setCompleted: isCompleting } = input;
    setAuditSubject({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    if (!isCompleting) await lockSubjects(db, [workQueueEncounterId]);
    const item = await requireItem(db, actor, workQueueEncounterId);
    setAuditSubject({ patientId: item.patientId });
    const { completedAt: changedAt, completedByUserId: changedByUserId, completedByName: changedBy } = item;
    await requireVersion(input.version, item.version, changedText(actor, item), () =>
      changedAt === null ? undefined : { changedByUserId, changedBy, changedAt, what: 'completed' },
    );
    await setCompleted(
      db,
      actor,
      isCompleting
        ? [authorize(actor, queueItemPolicy, 'complete', item)]
        : [authorize(actor, queueItemPolicy, 'reopen', item)],
    );
    return { workQueueEncounterId, version: item.version + 1 };
  });

  severalItemRoutes(app);

  route(app, listWorkQueueItemAccess, async ({ input, actor, db, setAuditSubject }) => {
    const { workQueueEncounterId } = input;
    setAuditSubject({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const access = await findAccess(db, actor, workQueueEncounterId);
    if (access === undefined) throw unauthorizedPatient();
    setAuditSubject({ patientId: access.patientId });
    return { users: access.users };
  });

  route(app, getWorkQueueItemState, async ({ input, actor, db, setAuditSubject }) => {
    const { workQueueEncounterId } = input;
    setAuditSubject({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await findItemState(db, actor, workQueueEncounterId);
    if (item === undefined) throw unauthorizedPatient();
    setAuditSubject({ patientId: item.patientId });
    return item;
  });

  route(app, claimWorkQueueItem, async ({ input, actor, db, setAuditSubject }) => {
    const { workQueueEncounterId, isClaimed } = input;
    setAuditSubject({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await requireItem(db, actor, workQueueEncounterId);
    setAuditSubject({ patientId: item.patientId });
    await setClaim(
      db,
      actor,
      isClaimed ? authorize(actor, queueItemPolicy, 'claim', item) : authorize(actor, queueItemPolicy, 'release', item),
    );
    return { workQueueEncounterId };
  });

  route(app, getQueuedEncounters, async ({ input, actor, db }) => ({
    encountersInfo: await findQueuedEncounters(db, actor, input.patientEncounterIds),
  }));
}

async function requireItem(db: Db, actor: Actor, workQueueEncounterId: number): Promise<LockedItem> {
  const item = await lockItem(db, actor, workQueueEncounterId);
  if (item === undefined) throw unauthorizedPatient();
  return item;
}
