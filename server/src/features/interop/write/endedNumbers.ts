import { sql } from 'kysely';

import { isPlaceholder } from '../fhir/patientIdentifiers.ts';
import { SSN_SYSTEM, authorityKeyOf, authorityPrefix, isLasting, isStrong, partsOf } from '../shared/references.ts';
import { insertRows } from './bulk.ts';
import { saveDuplicates } from './duplicates.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { PatientDraft } from '../fhir/patient.ts';
import type { Key, Ref } from '../shared/references.ts';
import type { WriteContext } from './context.ts';
import type { Duplicate } from './findPatient.ts';

/** A record and the patient it was filed under. */
interface Filed {
  id: number;
  draft: PatientDraft;
}

/** The MRNs that a record says are no longer in use. */
export function numbersEndedBy({ endedKeys, replaces }: PatientDraft): Key[] {
  return [...endedKeys, ...replaces.flatMap(({ candidates }) => candidates)];
}

/** Whether the record reports a merge: its own numbers are in use from now on, even if they had ended before. */
export function endsNumbers(draft: PatientDraft): boolean {
  return numbersEndedBy(draft).length > 0;
}

/** Marks the numbers of patients that a merge ended, and those that it made current again. */
export async function endNumbers(db: Db, written: readonly Filed[]): Promise<void> {
  const rows = written
    .filter(({ draft }) => endsNumbers(draft))
    .flatMap(({ id, draft }) => {
      const current = draft.mrnKeys.map((key) => ({ id, key, hasEnded: false }));
      return [...current, ...numbersEndedBy(draft).map((key) => ({ id, key, hasEnded: true }))];
    });
  if (rows.length === 0) return;
  await sql`
    update patient_identifier kept set has_ended = given.has_ended
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ key }) => partsOf(key).system)}::text[],
      ${rows.map(({ key }) => partsOf(key).value)}::text[], ${rows.map(({ hasEnded }) => hasEnded)}::boolean[])
      as given (patient_id, system, value, has_ended)
    where kept.patient_id = given.patient_id and kept.system = given.system and kept.value = given.value
      and kept.has_ended <> given.has_ended`.execute(db);
}

/**
 * Follows the links between records: where both are patients, a user decides whether to merge them. A number or record id that
 * nobody has yet leads to the remaining patient from now on.
 */
export async function saveLinks(context: WriteContext, written: readonly Filed[]): Promise<void> {
  const links = written.flatMap(({ id, draft }) => [
    ...draft.replaces.map((ref) => ({ id, ref, hasEnded: true })),
    ...(draft.replacedBy === null ? [] : [{ id, ref: draft.replacedBy, hasEnded: false }]),
  ]);
  if (links.length === 0) return;
  const holders = await findHolders(context, links);
  const pairs = links.flatMap(({ id, ref, hasEnded }): { id: number; duplicates: Duplicate[] }[] =>
    holders(ref)
      .filter((holder) => holder !== id)
      .map((holder) => ({
        id: hasEnded ? holder : id,
        duplicates: [{ patientId: hasEnded ? id : holder, reason: 'replaced_by' }],
      })),
  );
  await saveDuplicates(context, pairs);
  await leadTo(
    context,
    links.filter(({ ref }) => holders(ref).length === 0),
  );
}

interface Link {
  id: number;
  ref: Ref;
  /** The other record is the one that was replaced. */
  hasEnded: boolean;
}

/** The patients whom a reference may mean; also by a number of an authority that is only a name. */
async function findHolders({ db, clientId, resolver }: WriteContext, links: readonly Link[]) {
  const keys = links.flatMap(({ ref }) => ref.candidates.filter(isLasting));
  const parts = keys.map((key) => partsOf(authorityKeyOf(key) ?? key));
  const { rows } = await sql<{ key: string; id: number }>`
    select wanted.key, i.patient_id as id
    from unnest(${keys}::text[], ${parts.map(({ system }) => system)}::text[], ${parts.map(({ value }) => value)}::text[])
      as wanted (key, system, value)
    cross join lateral (
      select patient_id from patient_identifier i
      where i.client_id = ${clientId} and i.system = wanted.system and i.value = wanted.value and i.type_code = 'MR'
      union all
      select patient_id from patient_identifier i
      where i.client_id = ${clientId} and wanted.system like 'hl7v2:*/%' and i.type_code = 'MR' and i.system like 'hl7v2:%/%'
        and split_part(i.system, '/', 2) = substr(wanted.system, ${authorityPrefix.length + 1}::int) and i.value = wanted.value) i`.execute(
    db,
  );
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return ({ candidates }: Ref): number[] => [
    ...new Set([
      ...resolver.rowsOf(candidates),
      ...candidates.flatMap((key) => byKey.get(key)?.map(({ id }) => id) ?? []),
    ]),
  ];
}

/** Stores record ids and numbers that nobody has yet as those of the patient. */
async function leadTo({ db, clientId, resolver }: WriteContext, links: readonly Link[]): Promise<void> {
  const rows = links.flatMap(({ id, ref, hasEnded }) =>
    ref.candidates
      .filter((key) => isLasting(key) && partsOf(key).system !== SSN_SYSTEM && isStrong(key))
      .filter((key) => ref.isById || !isPlaceholder(partsOf(key).value))
      .map((key) => ({ id, key, hasEnded, isRecordId: ref.isById })),
  );
  await insertRows(
    db,
    'patient_identifier',
    rows
      .filter(({ isRecordId }) => !isRecordId)
      .map(({ id, key, hasEnded }) => {
        const { system, value } = partsOf(key);
        return { client_id: clientId, patient_id: id, system, value, type_code: 'MR', has_ended: hasEnded };
      }),
    { existing: 'stays' },
  );
  await insertRows(
    db,
    'source_key',
    rows
      .filter(({ isRecordId }) => isRecordId)
      .map(({ id, key, hasEnded }) => {
        const { type, system, value } = partsOf(key);
        return { client_id: clientId, resource_type: type, system, value, row_id: id, has_ended: hasEnded };
      }),
    { existing: 'stays' },
  );
  for (const { id, key } of rows) resolver.register([key], id);
}
