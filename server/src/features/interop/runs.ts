import path from 'node:path';

import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { ImportReport } from './report.ts';
import type { ImportRun } from './write/findings.ts';

/** Begins the record of an import, which stays without an end if it is stopped. */
export async function beginRun(db: Db, clientId: number, sender: string): Promise<ImportRun> {
  return await db
    .insertInto('import_run')
    .values({ client_id: clientId, sender })
    .returning([
      'import_run_id as importRunId',
      sql<boolean>`exists (select from import_finding f where f.client_id = ${clientId} and f.settled_at is null)`.as(
        'hasFindings',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Ends it with what became of the records of each file. */
export async function endRun(db: Db, { importRunId }: ImportRun, report: ImportReport): Promise<void> {
  const files = [...report.files].map(([file, counts]) => ({
    import_run_id: importRunId,
    name: path.basename(file),
    ...counts,
  }));
  const notKept = Object.fromEntries([...report.notKept, ...report.partsNotKept]);
  await sql`
    with files as (
      insert into import_file (import_run_id, name, created, updated, unchanged, removed, rejected)
      select import_run_id, name, created, updated, unchanged, removed, rejected
      from json_populate_recordset(null::import_file, ${JSON.stringify(files)}::json)),
    smaller as (
      delete from import_not_kept d using import_not_kept o
      where (d.import_run_id = ${importRunId} or o.import_run_id = ${importRunId}) and d.import_run_id <> o.import_run_id
        and d.import_run_id <> 0 and o.import_run_id <> 0
        and (o.patient_id, o.sender, o.kind) = (d.patient_id, d.sender, d.kind)
        and (o.how_many, o.import_run_id) > (d.how_many, d.import_run_id))
    update import_run set ended_at = now(), counts = ${JSON.stringify(Object.fromEntries(report.counts))}::jsonb,
      not_kept = ${JSON.stringify(notKept)}::jsonb where import_run_id = ${importRunId}`.execute(db);
}
