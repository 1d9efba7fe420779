import {
  countDuplicates,
  duplicateTexts,
  getDuplicate,
  keepApart,
  listDuplicates,
  mergePatients,
  reopenDuplicate,
  undoMerge,
} from '@careloop/contracts/duplicates';

import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError, requireVersion } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import * as decisions from './decide.ts';
import * as merging from './mergePatients.ts';
import { duplicatePolicy } from './policy.ts';
import { findDuplicate, findDuplicates, findLastDecision, lockPair } from './queries/pairs.ts';
import { openDuplicateCount } from './shared/queries.ts';
import { readCount } from '../../platform/db/count.ts';

/** Pairs per page of the list. */
const pageSize = 50;

export function duplicateRoutes(app: App): void {
  route(app, listDuplicates, ({ input, actor, db }) => findDuplicates(db, actor, input, pageSize));

  route(app, countDuplicates, async ({ actor, db }) => ({
    openCount: await readCount(db, openDuplicateCount(actor)),
  }));

  route(app, getDuplicate, async ({ input, actor, db, setAuditSubject }) => {
    const { patientDuplicateId } = input;
    setAuditSubject({ subjectType: 'patient_duplicate', subjectId: patientDuplicateId });
    const pair = await findDuplicate(db, actor, patientDuplicateId);
    if (pair === undefined) throw notFound();
    setAuditSubject({ patientId: pair.patients[0]?.patientId ?? null });
    return { ...pair, can: allowances(actor, duplicatePolicy, pair) };
  });

  route(app, mergePatients, async ({ input, actor, db, setAuditSubject }) => {
    const pair = await lock(db, actor, input, setAuditSubject);
    return merging.mergePatients(db, actor, authorize(actor, duplicatePolicy, 'merge', pair), input);
  });

  route(app, undoMerge, async ({ input, actor, db, setAuditSubject }) => {
    const pair = await lock(db, actor, input, setAuditSubject);
    return merging.undoMerge(db, actor, authorize(actor, duplicatePolicy, 'undoMerge', pair));
  });

  route(app, keepApart, async ({ input, actor, db, setAuditSubject }) => {
    const pair = await lock(db, actor, input, setAuditSubject);
    return decisions.keepApart(db, actor, authorize(actor, duplicatePolicy, 'keepApart', pair), input);
  });

  route(app, reopenDuplicate, async ({ input, actor, db, setAuditSubject }) => {
    const pair = await lock(db, actor, input, setAuditSubject);
    return decisions.reopen(db, actor, authorize(actor, duplicatePolicy, 'reopen', pair));
  });
}

interface Decision {
  patientDuplicateId: number;
  version?: number | undefined;
}

/** Locks the pair, and checks that it is in the version the reviewer saw. */
async function lock(db: Db, actor: Actor, { patientDuplicateId, version }: Decision, setAuditSubject: SetAuditSubject) {
  setAuditSubject({ subjectType: 'patient_duplicate', subjectId: patientDuplicateId });
  const pair = await lockPair(db, actor, patientDuplicateId);
  if (pair === undefined) throw notFound();
  setAuditSubject({ patientId: pair.patientId });
  await requireVersion(version, pair.version, duplicateTexts.changed, () => findLastDecision(db, patientDuplicateId));
  return pair;
}

/** The same error for a missing pair and one of another client. */
function notFound(): AppError {
  const message = duplicateTexts.notFound;
  return new AppError('no_access', { message, validationErrors: { '': message } });
}
