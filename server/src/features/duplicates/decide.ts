import { duplicateTexts } from '@careloop/contracts/duplicates';
import type { DuplicateStatus, keepApart as keepApartEndpoint } from '@careloop/contracts/duplicates';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused, requireVersion } from '../../platform/errors.ts';
import { publishDecision } from './events.ts';
import { findLastDecision } from './queries/pairs.ts';
import type { LockedPair } from './queries/pairs.ts';

/** Stores the decision about a pair, with user and principal. Imports read it. */
export async function decide(
  db: Db,
  actor: Actor,
  pair: LockedPair,
  status: DuplicateStatus,
  reason: string | null = null,
): Promise<void> {
  await db
    .updateTable('patient_duplicate')
    .set({
      status,
      decision_reason: reason,
      version: sql<number>`version + 1`,
      decided_at: sql<Date>`now()`,
      decided_by_user_id: actor.userId,
      decided_on_behalf_of_user_id: actor.onBehalfOfUserId,
    })
    .where('patient_duplicate_id', '=', pair.patientDuplicateId)
    .execute();
}

/** Refuses a decision about records that changed after they were compared. @param records of the pair, as they are now */
export async function requireCompared(
  db: Db,
  { patientDuplicateId, patientId, otherPatientId }: LockedPair,
  records: readonly { id: number; version: number }[],
  versions: InputOf<typeof keepApartEndpoint>['versions'] = [],
): Promise<void> {
  if (versions.some((one) => one.patientId !== patientId && one.patientId !== otherPatientId))
    throw refused(duplicateTexts.notOfPair);
  for (const { id, version } of records) {
    const seen = versions.find((one) => one.patientId === id)?.version;
    await requireVersion(seen, version, duplicateTexts.changed, () => findLastDecision(db, patientDuplicateId));
  }
}

/** Marks a pair as two different people, so that later imports do not flag it again. */
export async function keepApart(
  db: Db,
  actor: Actor,
  pair: Authorized<LockedPair, 'keepApart'>,
  { reason, versions }: InputOf<typeof keepApartEndpoint>,
) {
  const records = await db
    .selectFrom('patient')
    .select(['patient_id as id', 'version'])
    .where('patient_id', 'in', [pair.patientId, pair.otherPatientId])
    .execute();
  await requireCompared(db, pair, records, versions);
  await decide(db, actor, pair, 'kept_apart', reason);
  return await recordDecision(db, actor, pair, 'patient_duplicate.kept_apart');
}

/** Reverts that decision. */
export async function reopen(db: Db, actor: Actor, pair: Authorized<LockedPair, 'reopen'>) {
  await decide(db, actor, pair, 'open');
  return await recordDecision(db, actor, pair, 'patient_duplicate.reopened');
}

async function recordDecision(db: Db, actor: Actor, pair: LockedPair, action: string) {
  for (const patientId of [pair.patientId, pair.otherPatientId]) {
    const details = { patientId: pair.patientId, otherPatientId: pair.otherPatientId };
    await record(db, actor, {
      action,
      patientId,
      subjectType: 'patient_duplicate',
      subjectId: pair.patientDuplicateId,
      details,
    });
  }
  await publishDecision(db, pair);
  return {};
}
