import { importedKinds, importRunLimits } from '@careloop/contracts/imports';
import type { ImportFinding, ImportRunItem } from '@careloop/contracts/imports';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { patientSummary } from '../patients/shared/queries/patients.ts';

interface Page {
  cursor?: string | undefined;
}

const outcomes = sql`'created', f.created, 'updated', f.updated, 'unchanged', f.unchanged, 'removed', f.removed, 'rejected', f.rejected`;

const run = shape<ImportRunItem, { r: 'import_run' }>({
  importRunId: 'r.import_run_id',
  clientName: sql`(select display_name from client c where c.client_id = r.client_id)`,
  sender: 'r.sender',
  startedAt: iso('r.started_at'),
  endedAt: iso('r.ended_at'),
  files: sql`coalesce((select jsonb_agg(jsonb_build_object('name', f.name, ${outcomes}) order by f.import_file_id)
    from (select * from import_file f where f.import_run_id = r.import_run_id order by f.import_file_id
      limit ${sql.lit(importRunLimits.files)}) f), '[]')`,
  fileCount: sql`(select count(*)::int from import_file f where f.import_run_id = r.import_run_id)`,
  kinds: sql`coalesce((select jsonb_agg(value || jsonb_build_object('kind', key)
    order by array_position(${[...importedKinds]}::text[], key)) from jsonb_each(r.counts)), '[]')`,
  notKept: sql`coalesce((select jsonb_agg(jsonb_build_object('kind', key, 'howMany', value) order by value::text::int desc)
    from (select * from jsonb_each(r.not_kept) order by value::text::int desc limit ${sql.lit(importRunLimits.kinds)}) n), '[]')`,
  findingCount: sql`(select count(*)::int from import_finding f where f.import_run_id = r.import_run_id)`,
});

/** Runs of the clients whose patients the actor can all see. */
export async function findRuns(db: Db, actor: Actor, { cursor }: Page, pageSize: number) {
  const after = readCursor(cursor);
  const { rows } = await run.from`import_run r where r.client_id = any(${actor.viewAllClientIds}::bigint[])
      ${after === null ? sql`` : sql`and r.import_run_id < ${after.id}`}
    order by r.import_run_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: '', id: row.importRunId }));
}

const finding = shape<ImportFinding & { rawStorageKey: string | null }, { f: 'import_finding' }>({
  importFindingId: 'f.import_finding_id',
  importRunId: 'f.import_run_id',
  kind: sql`f.kind`,
  patient: sql`(select ${patientSummary.json} from patient p where p.patient_id = f.patient_id)`,
  fileName: 'f.file_name',
  line: 'f.line',
  recordType: 'f.record_type',
  recordId: 'f.record_id',
  reason: 'f.reason',
  foundAt: iso('f.found_at'),
  settledAt: iso('f.settled_at'),
  rawStorageKey: 'f.raw_storage_key',
});

const isOfActor = (actor: Actor) => sql<boolean>`f.client_id = any(${actor.viewAllClientIds}::bigint[])`;

export async function findFindings(
  db: Db,
  actor: Actor,
  filter: Page & { importRunId?: number | undefined; patientId?: number | undefined },
  pageSize: number,
) {
  const after = readCursor(filter.cursor);
  const { rows } = await finding.from`import_finding f where ${isOfActor(actor)}
      ${filter.importRunId === undefined ? sql`` : sql`and f.import_run_id = ${filter.importRunId}`}
      ${filter.patientId === undefined ? sql`` : sql`and f.patient_id = ${filter.patientId}`}
      ${after === null ? sql`` : sql`and f.import_finding_id < ${after.id}`}
    order by f.import_finding_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: '', id: row.importFindingId }));
}

export async function findFinding(db: Db, actor: Actor, importFindingId: number) {
  const { rows } = await finding.from`import_finding f
    where ${isOfActor(actor)} and f.import_finding_id = ${importFindingId}`.execute(db);
  return rows[0];
}
