import { shape } from '../../../platform/db/shape.ts';
import { isLasting, makeKey, partsOf } from '../shared/references.ts';
import { rowOf } from './context.ts';

import type { Draft } from '../fhir/draft.ts';
import type { Key, Ref } from '../shared/references.ts';
import type { WriteContext } from './context.ts';

/** A patient's record that may refer to an encounter. */
export interface EncounterRecord extends Draft {
  patient: Ref;
  encounter: Ref | null;
}

interface FoundEncounter {
  id: number;
  patientId: number;
  date: Date;
  system: string;
  value: string;
}

interface EncounterTables {
  e: 'patient_encounter';
  wanted: { patient_id: number; source_system: string; source_id: string };
}

const foundEncounter = shape<FoundEncounter, EncounterTables>({
  id: 'e.patient_encounter_id',
  patientId: 'wanted.patient_id',
  date: 'e.encounter_date',
  system: 'wanted.source_system',
  value: 'wanted.source_id',
});

/** Loads the encounters these records refer to from the database into the resolver. */
export async function loadEncounters(
  { db, resolver }: WriteContext,
  drafts: readonly EncounterRecord[],
): Promise<void> {
  const wanted = drafts.flatMap(({ patient, encounter }) => {
    const patientId = resolver.find(patient);
    if (patientId === undefined || encounter === null || resolver.find(encounter) !== undefined) return [];
    return encounter.candidates.filter(isLasting).map((key: Key) => ({ patientId, ...partsOf(key) }));
  });
  if (wanted.length === 0) return;
  const found = await foundEncounter.from`patient_encounter e join unnest(
      ${wanted.map(({ patientId }) => patientId)}::bigint[], ${wanted.map(({ system }) => system)}::text[],
      ${wanted.map(({ value }) => value)}::text[]) as wanted (patient_id, source_system, source_id)
      using (patient_id, source_system, source_id)`.execute(db);
  for (const { id, patientId, date, system, value } of found.rows) {
    resolver.registerEncounter([makeKey('Encounter', system, value)], id, patientId, date.toISOString());
  }
}

/** The encounter a record belongs to, if it is the same patient's. */
export function encounterOf(context: WriteContext, draft: EncounterRecord, patientId: number): number | null {
  const id = rowOf(context, draft, draft.encounter);
  if (id === null) return null;
  if (context.resolver.encounter(id)?.patientId === patientId) return id;
  context.pending.push({ text: 'kept without its encounter, which is another patient’s', id: draft.source.id });
  return null;
}
