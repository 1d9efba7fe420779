import { duplicateTexts } from '@careloop/contracts/duplicates';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { mergePatients as mergeEndpoint } from '@careloop/contracts/duplicates';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused } from '../../platform/errors.ts';
import { joinCareTeams } from './joinCareTeams.ts';
import { combineConversations, separateConversations } from './combineConversations.ts';
import { decide, requireCompared } from './decide.ts';
import { publishMerge } from './events.ts';
import { filledColumns, fillMissing } from './fillMissing.ts';
import { keepDigests, moveRows, moveRowsBack, putBack, restore } from './moveRows.ts';
import type { Merge } from './moveRows.ts';
import type { LockedPair } from './queries/pairs.ts';

type Values = Record<string, unknown>;

/** Merges two patients: moves everything from the other record to the survivor, in the caller's transaction. */
export async function mergePatients(
  db: Db,
  actor: Actor,
  pair: Authorized<LockedPair, 'merge'>,
  { survivingPatientId, versions }: InputOf<typeof mergeEndpoint>,
) {
  const { patientDuplicateId, patientId, otherPatientId } = pair;
  if (survivingPatientId !== patientId && survivingPatientId !== otherPatientId)
    throw refused(duplicateTexts.notOfPair);
  const mergedPatientId = survivingPatientId === patientId ? otherPatientId : patientId;
  const [survivor, merged] = await Promise.all([loadPatient(db, survivingPatientId), loadPatient(db, mergedPatientId)]);
  const records = [
    { id: survivingPatientId, version: Number(survivor['version']) },
    { id: mergedPatientId, version: Number(merged['version']) },
  ];
  await requireCompared(db, pair, records, versions);
  const merge = await begin(db, actor, { patientDuplicateId, survivingPatientId, mergedPatientId });
  await joinCareTeams(db, merge);
  const conversationIds = await combineConversations(db, merge);
  await moveRows(db, merge);
  await repointPairs(db, merge, patientDuplicateId);
  await fillSurvivor(db, merge, survivor, fillMissing(survivor, merged));
  await sql`update patient set merged_into_patient_id = ${survivingPatientId}, version = version + 1
    where patient_id = ${mergedPatientId}`.execute(db);
  await decide(db, actor, pair, 'merged');
  await keepDigests(db, merge);
  await recordMerge(db, actor, 'patient.merged', merge);
  await publishMerge(db, pair, merge, conversationIds);
  return { survivingPatientId };
}

/** Undoes a merge: moves everything back. */
export async function undoMerge(db: Db, actor: Actor, pair: Authorized<LockedPair, 'undoMerge'>) {
  const merge = await endMerge(db, actor, pair);
  await sql`update patient set merged_into_patient_id = null, version = version + 1
    where patient_id = ${merge.mergedPatientId}`.execute(db);
  await restore(db, merge, 'patient', 'patient_id', [...filledColumns.flat(), 'source_values']);
  await sql`update patient set version = version + 1 where patient_id = ${merge.survivingPatientId}`.execute(db);
  await moveRowsBack(db, merge);
  const conversationIds = await separateConversations(db, merge);
  await movePairsBack(db, merge);
  await decide(db, actor, pair, 'open');
  await recordMerge(db, actor, 'patient.merge_undone', merge);
  await publishMerge(db, pair, merge, conversationIds);
  return {};
}

async function loadPatient(db: Db, patientId: number): Promise<Values> {
  const { rows } = await sql<{ row: Values }>`
    select to_jsonb(p) as row from patient p where patient_id = ${patientId}`.execute(db);
  return rows[0]?.row ?? {};
}

async function begin(
  db: Db,
  actor: Actor,
  merge: Omit<Merge, 'patientMergeId'> & { patientDuplicateId: number },
): Promise<Merge> {
  const { patientMergeId } = await db
    .insertInto('patient_merge')
    .values({
      patient_duplicate_id: merge.patientDuplicateId,
      surviving_patient_id: merge.survivingPatientId,
      merged_patient_id: merge.mergedPatientId,
      merged_by_user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
    })
    .returning('patient_merge_id as patientMergeId')
    .executeTakeFirstOrThrow();
  return { ...merge, patientMergeId };
}

async function endMerge(db: Db, actor: Actor, { patientMergeId }: LockedPair): Promise<Merge> {
  return await db
    .updateTable('patient_merge')
    .set({ undone_at: sql<Date>`now()`, undone_by_user_id: actor.userId })
    .where('patient_merge_id', '=', patientMergeId)
    .returning([
      'patient_merge_id as patientMergeId',
      'surviving_patient_id as survivingPatientId',
      'merged_patient_id as mergedPatientId',
    ])
    .executeTakeFirstOrThrow();
}

/** Moves other pairs of the merged record to the survivor; one that the survivor already has is removed. */
async function repointPairs(db: Db, merge: Merge, patientDuplicateId: number): Promise<void> {
  const { patientMergeId, survivingPatientId, mergedPatientId } = merge;
  const pairs = sql`patient_duplicate d
    where d.patient_duplicate_id <> ${patientDuplicateId} and d.status <> 'merged'
      and ${mergedPatientId} in (d.patient_id, d.other_patient_id)`;
  const other = sql`(d.patient_id + d.other_patient_id - ${mergedPatientId}::bigint)`;
  await sql`
    with gone as (delete from ${pairs} and exists (select from patient_duplicate own
      where ${survivingPatientId} in (own.patient_id, own.other_patient_id)
        and ${other} in (own.patient_id, own.other_patient_id)) returning d.*)
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${patientMergeId}, 'patient_duplicate', patient_duplicate_id, 'removed', to_jsonb(gone) from gone`.execute(
    db,
  );
  await sql`
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${patientMergeId}, 'patient_duplicate', d.patient_duplicate_id, 'moved', to_jsonb(d) from ${pairs}`.execute(
    db,
  );
  await sql`
    update patient_duplicate d set version = d.version + 1,
      patient_id = case d.patient_id when ${mergedPatientId} then ${survivingPatientId} else d.patient_id end,
      other_patient_id = case d.other_patient_id when ${mergedPatientId} then ${survivingPatientId} else d.other_patient_id end
    from patient_merge_row w
    where w.patient_merge_id = ${patientMergeId} and w.table_name = 'patient_duplicate' and w.change = 'moved'
      and w.row_id = d.patient_duplicate_id`.execute(db);
}

/** Undoes `repointPairs`. The other record of a pair may have been merged since. */
async function movePairsBack(db: Db, merge: Merge): Promise<void> {
  const { patientMergeId, mergedPatientId } = merge;
  const before = (column: string) => sql`case when (w.before ->> ${column})::bigint = ${mergedPatientId}
    then ${mergedPatientId} else d.${sql.ref(column)} end`;
  await sql`
    update patient_duplicate d set patient_id = ${before('patient_id')}, other_patient_id = ${before('other_patient_id')}
    from patient_merge_row w
    where w.patient_merge_id = ${patientMergeId} and w.table_name = 'patient_duplicate' and w.change = 'moved'
      and w.row_id = d.patient_duplicate_id`.execute(db);
  const isMerged = sql`exists (select from patient p
    where p.patient_id in (o.patient_id, o.other_patient_id) and p.merged_into_patient_id is not null)`;
  await putBack(db, merge, 'patient_duplicate', sql`not ${isMerged}`);
}

/** Values taken from the merged record count as imported, so that an import can still correct them. */
async function fillSurvivor(db: Db, merge: Merge, survivor: Values, filled: Values): Promise<void> {
  const { patientMergeId, survivingPatientId } = merge;
  const before = [...filledColumns.flat(), 'source_values'].map((column) => [column, survivor[column] ?? null]);
  await sql`
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    values (${patientMergeId}, 'patient', ${survivingPatientId}, 'changed', ${JSON.stringify(Object.fromEntries(before))}::jsonb)`.execute(
    db,
  );
  const columns = Object.keys(filled).map((column) => sql`, ${sql.ref(column)} = given.${sql.ref(column)}`);
  await sql`
    update patient p set version = p.version + 1, source_values = p.source_values || ${JSON.stringify(filled)}::jsonb
      ${sql.join(columns, sql``)}
    from jsonb_populate_record(null::patient, ${JSON.stringify(filled)}::jsonb) as given
    where p.patient_id = ${survivingPatientId}`.execute(db);
}

/** Adds the merge to the histories of both records. */
async function recordMerge(db: Db, actor: Actor, action: string, merge: Merge): Promise<void> {
  const { patientMergeId, survivingPatientId, mergedPatientId } = merge;
  for (const patientId of [survivingPatientId, mergedPatientId]) {
    await record(db, actor, {
      action,
      patientId,
      subjectType: 'patient_merge',
      subjectId: patientMergeId,
      details: { survivingPatientId, mergedPatientId },
    });
  }
}
