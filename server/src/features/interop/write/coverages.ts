import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { payerHistory } from '../fhir/claims.ts';
import { Rejection } from '../fhir/draft.ts';
import { keepAccepted, patientOf } from './context.ts';
import { planRows, sourceOf, withdrawRows, writeRows } from './ofPatient.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { ClaimDraft, PayerHistory } from '../fhir/claims.ts';
import type { CoverageDraft } from '../fhir/coverage.ts';
import type { Draft } from '../fhir/draft.ts';
import type { Key } from '../shared/references.ts';
import type { WriteContext } from './context.ts';
import type { PatientRow } from './ofPatient.ts';

const columnsOf = writes<
  CoverageDraft & { columns: { payer_name: string } },
  'patient_coverage',
  keyof Draft | 'patient' | 'payer' | 'isVoid'
>()({
  columns: (columns) => columns,
});

const claimedColumnsOf = writes<PayerHistory, 'patient_coverage'>()({
  payer: 'payer_name',
  planType: (planType, { until }) => ({ plan_type: planType, status: until === null ? 'active' : 'ended' }),
  since: 'start_date',
  until: 'end_date',
});

/** Writes coverages that have a record of their own. @param payerNames names of payers in the same unit */
export async function writeCoverages(
  context: WriteContext,
  drafts: readonly CoverageDraft[],
  payerNames: ReadonlyMap<Key, string>,
): Promise<void> {
  const { db, report } = context;
  const kept = await organizationNames(context, drafts);
  const rows = keepAccepted(context, drafts, (draft) => {
    const named = draft.payer?.candidates.map((key) => payerNames.get(key)).find((name) => name !== undefined);
    const payerName = draft.columns.payer_name ?? named ?? kept(draft);
    if (payerName === undefined) throw new Rejection('does not name its payer');
    const columns = columnsOf({ ...draft, columns: { ...draft.columns, payer_name: payerName } });
    return { draft, patientId: patientOf(context, draft.patient), ...sourceOf(draft), columns };
  });
  const standing = await withdrawRows(context, { table: 'patient_coverage', kind: 'coverages' }, rows);
  const planned = await planRows(context, 'patient_coverage', standing);
  await writeRows(db, 'patient_coverage', planned, context.missing);
  for (const { outcome } of planned) report.count('coverages', outcome);
}

async function organizationNames({ db, resolver }: WriteContext, drafts: readonly CoverageDraft[]) {
  const idOf = (draft: CoverageDraft) => (draft.payer === null ? undefined : resolver.find(draft.payer));
  const ids = drafts.map(idOf).filter((id) => id !== undefined);
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('healthcare_organization')
          .select(['healthcare_organization_id as id', 'name'])
          .where('healthcare_organization_id', '=', sql<number>`any(${ids}::bigint[])`)
          .execute();
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (draft: CoverageDraft) => names.get(idOf(draft) ?? 0);
}

/** Writes coverages that are known only from claims. A payer that has a Coverage record is skipped. */
export async function writeClaimedCoverages(
  context: WriteContext,
  sender: string,
  claims: readonly ClaimDraft[],
): Promise<void> {
  const { db, resolver, report } = context;
  const byPatient = Map.groupBy(
    claims.filter((claim) => resolver.find(claim.patient) !== undefined),
    (claim) => resolver.find(claim.patient) ?? 0,
  );
  if (byPatient.size === 0) return;
  const known = await loadCoverages(db, [...byPatient.keys()]);
  const rows = [...byPatient].flatMap(([patientId, ofPatient]) => {
    const mine = known.filter((row) => row.patientId === patientId);
    return payerHistory(ofPatient)
      .filter(({ payer }) => !mine.some((row) => !isClaimed(row.sourceId) && isSamePayer(row.payerName, payer)))
      .map((history) => claimedRow(patientId, sender, history, mine));
  });
  const planned = await planRows(context, 'patient_coverage', rows);
  await writeRows(db, 'patient_coverage', planned);
  for (const { outcome } of planned) report.count('coverages', outcome);
}

function claimedRow(
  patientId: number,
  sender: string,
  history: PayerHistory,
  known: readonly KnownCoverage[],
): PatientRow {
  const sourceId = `claims:${history.payer.toLowerCase()}`;
  const before = known.find((row) => row.sourceId === sourceId)?.startDate ?? history.since;
  return {
    patientId,
    sourceSystem: sender,
    sourceId,
    isOutdated: false,
    updatedAt: null,
    // Earlier claims may have been in an earlier file.
    columns: claimedColumnsOf({ ...history, since: before < history.since ? before : history.since }),
  };
}

interface KnownCoverage {
  patientId: number;
  payerName: string;
  sourceId: string | null;
  startDate: string | null;
}

function loadCoverages(db: Db, patientIds: readonly number[]): Promise<KnownCoverage[]> {
  return db
    .selectFrom('patient_coverage')
    .select(['patient_id as patientId', 'payer_name as payerName', 'source_id as sourceId', 'start_date as startDate'])
    .where('patient_id', '=', sql<number>`any(${patientIds}::bigint[])`)
    .execute();
}

function isClaimed(sourceId: string | null): boolean {
  return sourceId?.startsWith('claims:') ?? false;
}

function isSamePayer(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
