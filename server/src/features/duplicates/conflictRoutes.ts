import {
  conflictTexts,
  decideDifference,
  decideProviderDifference,
  keepProvidersApart,
  listPatientDifferences,
  listProviderConflicts,
  listProviderDifferences,
  reopenProviderConflict,
} from '@careloop/contracts/duplicates/conflicts';

import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError, requireVersion } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import { differencePolicy, providerConflictPolicy, providerDifferencePolicy } from './conflictPolicy.ts';
import * as queries from './queries/conflicts.ts';
import * as decisions from './decideConflict.ts';
import { findProviderDifferences, lockProviderDifference } from './queries/providerDifferences.ts';
import { keepProviderValue, takeProviderValue } from './takeProviderValue.ts';

/** Rows per page of the lists. */
const pageSize = 50;

export function conflictRoutes(app: App): void {
  providerDifferenceRoutes(app);

  route(app, listProviderConflicts, async ({ input, actor, db }) => {
    const { items, nextCursor } = await queries.findProviderConflicts(db, actor, input, pageSize);
    return { items: items.map((row) => ({ ...row, can: allowances(actor, providerConflictPolicy, row) })), nextCursor };
  });

  route(app, keepProvidersApart, async ({ input, actor, db, setAuditSubject }) => {
    const conflict = await lockConflict(db, actor, input, setAuditSubject);
    return decisions.keepProvidersApart(db, actor, authorize(actor, providerConflictPolicy, 'keepApart', conflict));
  });

  route(app, reopenProviderConflict, async ({ input, actor, db, setAuditSubject }) => {
    const conflict = await lockConflict(db, actor, input, setAuditSubject);
    return decisions.reopenProviders(db, actor, authorize(actor, providerConflictPolicy, 'reopen', conflict));
  });

  route(app, listPatientDifferences, async ({ input, actor, db }) => {
    const { items, nextCursor } = await queries.findPatientDifferences(db, actor, input, pageSize);
    return { items: items.map((row) => ({ ...row, can: allowances(actor, differencePolicy, row) })), nextCursor };
  });

  route(app, decideDifference, async ({ input, actor, db, setAuditSubject }) => {
    const { patientDifferenceId, version, decision } = input;
    setAuditSubject({ subjectType: 'patient_difference', subjectId: patientDifferenceId });
    const difference = await queries.lockDifference(db, actor, patientDifferenceId);
    if (difference === undefined) throw notFound();
    setAuditSubject({ patientId: difference.patient.patientId });
    await requireSeen(version, difference.version);
    if (decision === 'keep')
      return decisions.keepValue(db, actor, authorize(actor, differencePolicy, 'keep', difference));
    return decisions.takeValue(db, actor, authorize(actor, differencePolicy, 'take', difference));
  });
}

function providerDifferenceRoutes(app: App): void {
  route(app, listProviderDifferences, async ({ input, actor, db }) => {
    const { items, nextCursor } = await findProviderDifferences(db, actor, input, pageSize);
    return {
      items: items.map((row) => ({ ...row, can: allowances(actor, providerDifferencePolicy, row) })),
      nextCursor,
    };
  });

  route(app, decideProviderDifference, async ({ input, actor, db, setAuditSubject }) => {
    const { providerDifferenceId, version, decision } = input;
    setAuditSubject({ subjectType: 'provider_difference', subjectId: providerDifferenceId });
    const row = await lockProviderDifference(db, actor, providerDifferenceId);
    if (row === undefined) throw notFound();
    await requireSeen(version, row.version);
    if (decision === 'keep') {
      return keepProviderValue(db, actor, authorize(actor, providerDifferencePolicy, 'keep', row));
    }
    return takeProviderValue(db, actor, authorize(actor, providerDifferencePolicy, 'take', row));
  });
}

async function lockConflict(
  db: Db,
  actor: Actor,
  { providerDuplicateId, version }: { providerDuplicateId: number; version?: number | undefined },
  setAuditSubject: SetAuditSubject,
) {
  setAuditSubject({ subjectType: 'provider_duplicate', subjectId: providerDuplicateId });
  const conflict = await queries.lockProviderConflict(db, actor, providerDuplicateId);
  if (conflict === undefined) throw notFound();
  await requireSeen(version, conflict.version);
  return conflict;
}

function requireSeen(seen: number | undefined, version: number): Promise<void> {
  return requireVersion(seen, version, conflictTexts.changed, () => undefined);
}

/** The same error for missing rows and those of another client. */
function notFound(): AppError {
  const message = conflictTexts.notFound;
  return new AppError('no_access', { message, validationErrors: { '': message } });
}
