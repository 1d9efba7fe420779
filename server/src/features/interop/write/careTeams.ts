import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { insertRows } from './bulk.ts';
import { keepAccepted, patientOf, rowOf } from './context.ts';
import { fillPcp } from './primaryCare.ts';
import { planRows, sourceOf, withdrawRows, writeRows } from './ofPatient.ts';

import type { CareTeamDraft } from '../fhir/careTeam.ts';
import type { Draft } from '../fhir/draft.ts';
import type { WriteContext } from './context.ts';
import type { PatientRow, PlannedRow } from './ofPatient.ts';

const columnsOf = writes<CareTeamDraft, 'record_care_team', keyof Draft | 'patient' | 'participants' | 'isVoid'>()({
  columns: (columns) => columns,
});

interface TeamRow extends PatientRow {
  draft: CareTeamDraft;
  content: { providerId: number; role: string }[];
  pcpId: number | null;
}

/** Stores the care team that records name for a patient. It gives no one access to the patient (decision 045). */
export async function writeCareTeams(context: WriteContext, drafts: readonly CareTeamDraft[]): Promise<void> {
  const { db, report } = context;
  const rows = keepAccepted(context, drafts, (draft) => teamRow(context, draft));
  const standing = await withdrawRows(context, { table: 'record_care_team', kind: 'care teams' }, rows);
  const planned = await planRows(context, 'record_care_team', standing);
  await writeRows(db, 'record_care_team', planned);
  const changed = planned.filter(({ outcome }) => outcome !== 'unchanged');
  await writeProviders(context, changed);
  await fillPcp(
    db,
    changed.map(({ row }) => row),
  );
  for (const { outcome } of planned) report.count('care teams', outcome);
}

function teamRow(context: WriteContext, draft: CareTeamDraft): TeamRow {
  const { resolver } = context;
  const patientId = patientOf(context, draft.patient);
  const content = new Map<string, { providerId: number; role: string }>();
  let pcpId: number | null = null;
  for (const { provider, role, isPrimaryCare } of draft.isVoid ? [] : draft.participants) {
    const isSaidToBe = resolver.wasRejected(provider) || /(?:^|\/)Practitioner(?:Role)?[/?]/.test(provider.shown);
    const providerId = isSaidToBe ? rowOf(context, draft, provider) : (resolver.find(provider) ?? null);
    if (providerId === null) continue;
    content.set(`${providerId} ${role}`, { providerId, role });
    if (isPrimaryCare) pcpId ??= providerId;
  }
  return { draft, patientId, ...sourceOf(draft), columns: columnsOf(draft), content: [...content.values()], pcpId };
}

async function writeProviders({ db }: WriteContext, changed: readonly PlannedRow<TeamRow>[]): Promise<void> {
  const ids = changed.filter(({ outcome }) => outcome === 'updated').map(({ id }) => id);
  if (ids.length > 0)
    await sql`delete from record_care_team_provider where record_care_team_id = any(${ids}::bigint[])`.execute(db);
  const rows = changed.flatMap(({ id, row }) =>
    row.content.map(({ providerId, role }) => ({ record_care_team_id: id, healthcare_provider_id: providerId, role })),
  );
  await insertRows(db, 'record_care_team_provider', rows);
}
