import { sql } from 'kysely';

import { beforeCommit } from '../../../platform/db/transaction.ts';
import { isKeptType, isTakenOver, partsNotKeptOf } from '../fhir/source.ts';
import { patientFinder } from './patientOfSource.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { BatchedWrite } from '../../../platform/db/transaction.ts';
import type { SourceResource } from '../fhir/source.ts';
import type { Drafts } from '../fhir/unit.ts';
import type { Naming } from '../shared/references.ts';
import type { WriteContext } from './context.ts';
import type { ImportRun } from './findings.ts';

/** Numbers of what is not kept, by patient and kind. */
export class NotKept {
  readonly #counts = new Map<number, Map<string, number>>();

  add(patientId: number, kind: string, howMany: number): void {
    const ofPatient = this.#counts.get(patientId) ?? new Map<string, number>();
    ofPatient.set(kind, (ofPatient.get(kind) ?? 0) + howMany);
    this.#counts.set(patientId, ofPatient);
  }

  rows(): { patient_id: number; kind: string; how_many: number }[] {
    return [...this.#counts].flatMap(([id, kinds]) =>
      [...kinds].map(([kind, howMany]) => ({ patient_id: id, kind, how_many: howMany })),
    );
  }
}

/** What of a resource is not kept, each kind with its number: the whole resource, or parts of it. */
function notKeptOf(resource: SourceResource): [kind: string, howMany: number][] {
  const { type, notKeptAs } = resource;
  if (notKeptAs !== undefined) return [[notKeptAs, 1]];
  return isTakenOver(type) || isKeptType(type) ? partsNotKeptOf(resource) : [[type, 1]];
}

/** Counts on the charts of the patients what a unit states and the product does not keep. */
export async function countNotKept(
  { db, report, resolver }: WriteContext,
  { sender, run }: { sender: string; run?: ImportRun },
  {
    unit,
    drafts,
    naming,
  }: { unit: { resources: readonly SourceResource[]; digest?: string }; drafts: Drafts; naming: Naming },
): Promise<void> {
  // A message that was rejected in part is imported again, so it is counted once all of it could be read.
  const isMessage = unit.digest !== undefined;
  if (isMessage ? report.problems.length > 0 : run === undefined) return;
  const patientOf = patientFinder(resolver, naming, drafts);
  const counts = new NotKept();
  for (const resource of unit.resources) {
    const kinds = notKeptOf(resource);
    const patientId = kinds.length === 0 ? null : patientOf(resource);
    if (patientId !== null) for (const [kind, howMany] of kinds) counts.add(patientId, kind, howMany);
  }
  await saveNotKept(db, { sender, importRunId: isMessage ? 0 : (run?.importRunId ?? 0) }, counts);
}

interface NotKeptRow {
  patient_id: number;
  sender: string;
  kind: string;
  import_run_id: number;
  how_many: number;
}

const unkeptRows: BatchedWrite<NotKeptRow> = {
  name: 'not_kept',
  write: (rows) => sql`
    insert into import_not_kept as kept (patient_id, sender, kind, import_run_id, how_many)
    select patient_id, sender, kind, import_run_id, sum(how_many)
    from json_populate_recordset(null::import_not_kept, ${JSON.stringify(rows)}::json)
    group by patient_id, sender, kind, import_run_id order by patient_id, kind
    on conflict on constraint import_not_kept_once do update set how_many = kept.how_many + excluded.how_many
    returning patient_id`,
};

/** Adds to the numbers of a run, or of messages (0). */
export async function saveNotKept(
  db: Db,
  { sender, importRunId }: { sender: string; importRunId: number },
  counts: NotKept,
): Promise<void> {
  const rows = counts.rows().map((row) => ({ ...row, sender, import_run_id: importRunId }));
  await beforeCommit(db, unkeptRows, rows);
}
