import path from 'node:path';

import { sql } from 'kysely';

import { beforeCommit } from '../../../platform/db/transaction.ts';
import { recordsIn } from '../fhir/unit.ts';
import { digestOf } from '../shared/references.ts';
import { patientFinder } from './patientOfSource.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { BatchedWrite } from '../../../platform/db/transaction.ts';
import type { Columns } from '../fhir/draft.ts';
import type { DocumentStorage } from '../../../platform/storage/storage.ts';
import type { SourceResource } from '../fhir/source.ts';
import type { Drafts } from '../fhir/unit.ts';
import type { FileProblem } from '../report.ts';
import type { Naming } from '../shared/references.ts';
import type { WriteContext } from './context.ts';

/** The run that an import of files belongs to. */
export interface ImportRun {
  importRunId: number;
  /** Whether the client has anything that a later copy of its record may settle. */
  hasFindings: boolean;
}

interface Finding {
  kind: 'rejected' | 'left_out';
  problem: FileProblem;
  patientId: number | null;
  recordKey: string;
  /** The record as it was sent. */
  raw: Buffer | null;
}

interface Unit {
  resources: readonly SourceResource[];
  raw?: Buffer | undefined;
}

const nameOf = ({ type, id, line }: Pick<FileProblem, 'type' | 'id' | 'line'>) => `${type}\t${id}\t${line}`;

/** Lists what was rejected or left out of a unit, and settles what its records had listed before and can be read now. */
export async function keepFindings(
  context: Pick<WriteContext, 'db' | 'clientId' | 'storage' | 'report' | 'resolver'>,
  run: ImportRun | undefined,
  { unit, drafts, naming }: { unit: Unit; drafts: Drafts; naming: Naming },
): Promise<void> {
  const { report, resolver } = context;
  const nothing = report.problems.length === 0 && report.leftOut.length === 0;
  if (nothing && run?.hasFindings === false) return;
  const keys = new Map(recordsIn(drafts).map((draft) => [draft.source, draft.keys[0] ?? null]));
  const sources = new Map(unit.resources.map((source) => [nameOf(source), source]));
  const patientOf = patientFinder(resolver, naming, drafts);
  const keyOf = (source: SourceResource) => digestOf(keys.get(source) ?? naming.keysOf(source)[0]);
  const findingOf =
    (kind: Finding['kind']) =>
    (problem: FileProblem): Finding => {
      const source = sources.get(nameOf(problem));
      return {
        kind,
        problem,
        patientId: patientOf(source),
        recordKey: source === undefined ? keyOfPlace(problem) : keyOf(source),
        raw: unit.raw ?? (source === undefined ? null : Buffer.from(JSON.stringify(source.json, null, 2))),
      };
    };
  const findings = [...report.problems.map(findingOf('rejected')), ...report.leftOut.map(findingOf('left_out'))];
  const settled = unit.resources.filter((source) => keys.has(source)).map(keyOf);
  await saveFindings(context, run, findings, settled);
  for (const problem of report.problems) problem.isListed = true;
  if (run !== undefined && findings.length > 0) run.hasFindings = true;
}

const keyOfPlace = ({ file, line, id }: FileProblem): string => digestOf([path.basename(file), line, id]);

/** Lists what could not be read of files and units outside of the transaction that imports records. */
export async function keepProblems(
  target: { db: Db; clientId: number; storage: DocumentStorage },
  run: ImportRun,
  problems: readonly FileProblem[],
  raw: Buffer | null = null,
): Promise<void> {
  const findings = problems.map((problem) => ({
    kind: 'rejected' as const,
    problem,
    patientId: null,
    recordKey: keyOfPlace(problem),
    raw,
  }));
  await saveFindings(target, run, findings, []);
  for (const problem of problems) problem.isListed = true;
  if (findings.length > 0) run.hasFindings = true;
}

async function saveFindings(
  { db, clientId, storage }: { db: Db; clientId: number; storage: DocumentStorage },
  run: ImportRun | undefined,
  findings: readonly Finding[],
  settled: readonly string[],
): Promise<void> {
  const known = findings.length === 0 ? new Set<string>() : await findKnown(db, clientId, findings);
  const rows = [];
  const seen = new Set<string>();
  for (const { kind, problem, patientId, recordKey, raw } of findings) {
    const name = `${recordKey}\t${problem.reason}`;
    if (seen.has(name)) continue;
    seen.add(name);
    // The bytes first: a row never refers to missing ones.
    const stored = raw === null || known.has(name) ? null : await storage.put(raw);
    rows.push({
      client_id: clientId,
      import_run_id: run?.importRunId ?? null,
      patient_id: patientId,
      kind,
      file_name: path.basename(problem.file) || 'EMR',
      line: problem.line,
      record_type: problem.type,
      record_id: problem.id?.slice(0, 128) ?? null,
      record_key: recordKey,
      reason: problem.reason,
      raw_storage_key: stored?.key ?? null,
    });
  }
  const reasonsOf = Map.groupBy(rows, ({ record_key: key }) => key);
  const read = [...new Set(settled)].map((key) => ({
    client_id: clientId,
    record_key: key,
    reasons: reasonsOf.get(key)?.map(({ reason }) => reason) ?? [],
  }));
  await beforeCommit(db, settledRecords, read);
  await beforeCommit(db, listedFindings, rows);
}

/** A record that could be read, except for these reasons. */
interface SettledRecord {
  client_id: number;
  record_key: string;
  reasons: string[];
}

const settledRecords: BatchedWrite<SettledRecord> = {
  name: 'settled',
  write: (records) => sql`
    update import_finding f set settled_at = now()
    from json_to_recordset(${JSON.stringify(records)}::json) as given (client_id bigint, record_key text, reasons text[])
    where f.client_id = given.client_id and f.record_key = given.record_key and f.settled_at is null
      and f.reason <> all (given.reasons)
    returning 1`,
};

const listedFindings: BatchedWrite<Columns> = {
  name: 'listed',
  write: (rows) => sql`
    insert into import_finding as kept (client_id, import_run_id, patient_id, kind, file_name, line, record_type, record_id,
      record_key, reason, raw_storage_key)
    select client_id, import_run_id, patient_id, kind, file_name, line, record_type, record_id, record_key, reason,
      raw_storage_key from json_populate_recordset(null::import_finding, ${JSON.stringify(rows)}::json)
    on conflict on constraint import_finding_once
      do update set settled_at = null, patient_id = coalesce(excluded.patient_id, kept.patient_id)
      where kept.settled_at is not null or (kept.patient_id is null and excluded.patient_id is not null)
    returning 1`,
};

/** Findings that are listed already, whose records are stored. */
async function findKnown(db: Db, clientId: number, findings: readonly Finding[]): Promise<Set<string>> {
  const keys = [...new Set(findings.map(({ recordKey }) => recordKey))];
  const rows = await db
    .selectFrom('import_finding')
    .select(['record_key as recordKey', 'reason'])
    .where('client_id', '=', clientId)
    .where('record_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Set(rows.map(({ recordKey, reason }) => `${recordKey}\t${reason}`));
}
