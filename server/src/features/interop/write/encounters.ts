import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { Rejection } from '../fhir/draft.ts';
import { insertRows } from './bulk.ts';
import { keepAccepted, patientOf, rowOf } from './context.ts';
import { loadEncounters } from './knownEncounters.ts';
import { planRows, sourceOf, writeRows } from './ofPatient.ts';
import { keepWithdrawn, withdrawnAs } from './withdrawn.ts';

import type { Draft } from '../fhir/draft.ts';
import type { EncounterDraft, ProviderRole } from '../fhir/encounter.ts';
import type { Resolved, WriteContext } from './context.ts';
import type { PatientRow, PlannedRow } from './ofPatient.ts';

type Dated = EncounterDraft['columns'] & { encounter_date: string };

const columnsOf = writes<
  Resolved<EncounterDraft, 'locations'> & { columns: Dated },
  'patient_encounter',
  keyof Draft | 'patient' | 'providers' | 'isVoid' | 'isInProgress'
>()({
  columns: (columns) => columns,
  locations: 'facility_id',
});

const providerColumnsOf = writes<EncounterProvider, 'patient_encounter_provider'>()({
  providerId: 'healthcare_provider_id',
  role: 'role',
});

interface EncounterProvider {
  providerId: number;
  role: ProviderRole;
}

interface EncounterRow extends PatientRow {
  draft: EncounterDraft;
  columns: ReturnType<typeof columnsOf>;
  content: EncounterProvider[];
}

export async function writeEncounters(context: WriteContext, drafts: readonly EncounterDraft[]): Promise<void> {
  const { db, report, resolver } = context;
  const standing = drafts.filter((draft) => !draft.isVoid);
  await loadEncounters(
    context,
    standing
      .filter(({ columns }) => columns.encounter_date === null)
      .map((draft) => ({ ...draft, encounter: { candidates: draft.keys, shown: '', display: null, isById: true } })),
  );
  const rows = keepAccepted(context, standing, (draft) => encounterRow(context, draft));
  const planned = await planRows(context, 'patient_encounter', rows);
  await writeRows(db, 'patient_encounter', planned, context.missing);
  await reopen(context, planned);
  await writeProviders(
    context,
    planned.filter(({ outcome }) => outcome !== 'unchanged'),
  );
  for (const { row, id, outcome } of planned) {
    resolver.registerEncounter(row.draft.keys, id, row.patientId, row.columns.encounter_date);
    report.count('encounters', outcome);
  }
  await removeVoid(
    context,
    drafts.filter((draft) => draft.isVoid),
  );
}

/** A patient who is said to be still there has no discharge, even if a message before stated one. */
async function reopen({ db, missing }: WriteContext, planned: readonly PlannedRow<EncounterRow>[]): Promise<void> {
  const open = planned
    .filter(({ outcome, row }) => outcome === 'updated' && row.draft.isInProgress)
    .map(({ id }) => id);
  if (missing === 'clears' || open.length === 0) return;
  await sql`update patient_encounter set discharge_date = null where patient_encounter_id = any(${open}::bigint[])`.execute(
    db,
  );
}

function encounterRow(context: WriteContext, draft: EncounterDraft): EncounterRow {
  const patientId = patientOf(context, draft.patient);
  const date = dateOf(context, draft, patientId);
  const discharge = dischargeOf(context, draft, date);
  const providers = new Map<string, EncounterProvider>();
  for (const { provider, role } of draft.providers) {
    const providerId = rowOf(context, draft, provider);
    if (providerId !== null) providers.set(`${providerId} ${role}`, { providerId, role });
  }
  return {
    draft,
    patientId,
    ...sourceOf(draft),
    columns: columnsOf({
      ...draft,
      columns: { ...draft.columns, encounter_date: date, discharge_date: discharge },
      locations: facilityOf(context, draft),
    }),
    content: [...providers.values()],
  };
}

/** The start, that of the known encounter if the record does not state it, or else when it ended. */
function dateOf({ resolver, pending }: WriteContext, draft: EncounterDraft, patientId: number): string {
  if (draft.columns.encounter_date !== null) return draft.columns.encounter_date;
  const [id] = resolver.rowsOf(draft.keys);
  const known = resolver.encounter(id ?? 0);
  if (known?.patientId === patientId) return known.date;
  const ended = draft.columns.discharge_date;
  if (ended === null) throw new Rejection('states no date, and no encounter with its number is known');
  pending.push({ text: 'shown with the time when it ended: its start is not stated', id: draft.source.id });
  return ended;
}

/** Another message may have stated the start. */
function dischargeOf({ pending }: WriteContext, draft: EncounterDraft, start: string): string | null {
  const ended = draft.columns.discharge_date;
  if (ended === null || Date.parse(ended) >= Date.parse(start)) return ended;
  pending.push({ text: 'left out: period.end is before its start', id: draft.source.id });
  return null;
}

/** The first location that is a facility; an encounter may also list the ward and the bed. */
function facilityOf(context: WriteContext, draft: EncounterDraft): number | null {
  const found = draft.locations.map((location) => context.resolver.find(location)).find((id) => id !== undefined);
  return found ?? rowOf(context, draft, draft.locations[0] ?? null);
}

async function writeProviders(context: WriteContext, planned: readonly PlannedRow<EncounterRow>[]): Promise<void> {
  const { db, missing } = context;
  const updated = planned
    .filter(({ outcome, row }) => outcome === 'updated' && (missing === 'clears' || row.content.length > 0))
    .map(({ id }) => id);
  const rows = planned.flatMap(({ id, row }) =>
    row.content.map((provider) => ({ patient_encounter_id: id, ...providerColumnsOf(provider) })),
  );
  if (updated.length === 0) {
    await insertRows(db, 'patient_encounter_provider', rows);
    return;
  }
  await sql`
    with given as materialized (
      select patient_encounter_id, healthcare_provider_id, role
      from json_populate_recordset(null::patient_encounter_provider, ${JSON.stringify(rows)}::json)),
    gone as (
      delete from patient_encounter_provider kept where patient_encounter_id = any(${updated}::bigint[])
        and not exists (select from given g where (g.patient_encounter_id, g.healthcare_provider_id, g.role)
          = (kept.patient_encounter_id, kept.healthcare_provider_id, kept.role)))
    insert into patient_encounter_provider (patient_encounter_id, healthcare_provider_id, role)
    select patient_encounter_id, healthcare_provider_id, role from given
    on conflict do nothing`.execute(db);
}

/** Deletes canceled encounters, except those that referrals or queues refer to. */
async function removeVoid(context: WriteContext, drafts: readonly EncounterDraft[]): Promise<void> {
  const { db, report, resolver } = context;
  report.keepNot(withdrawnAs.patient_encounter, drafts.length);
  for (const draft of drafts) {
    const patientId = resolver.find(draft.patient);
    if (patientId === undefined) continue;
    const source = sourceOf(draft);
    const { sourceSystem, sourceId, updatedAt } = source;
    await keepWithdrawn(db, 'patient_encounter', [{ patientId, ...source }]);
    const removed = await sql`
      delete from patient_encounter e
      where patient_id = ${patientId} and source_system = ${sourceSystem} and source_id = ${sourceId}
        and coalesce(source_updated_at <= ${updatedAt}, true)
        and not exists (select from referral r where r.patient_encounter_id = e.patient_encounter_id)
        and not exists (select from work_queue_encounter w where w.patient_encounter_id = e.patient_encounter_id)`.execute(
      db,
    );
    report.count('encounters', 'removed', Number(removed.numAffectedRows ?? 0));
  }
}
