import { isKeptType } from '../fhir/source.ts';
import { ImportReport } from '../report.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { SourceResource } from '../fhir/source.ts';

interface Message {
  file: string;
  resources: readonly SourceResource[];
  /** Undefined for FHIR, of which any copy may be imported again. */
  digest?: string | undefined;
}

/** Remembers a message or clinical document. @returns false if it was imported before */
export async function rememberMessage(db: Db, clientId: number, { digest }: Message): Promise<boolean> {
  if (digest === undefined) return true;
  const { numInsertedOrUpdatedRows: isNew } = await db
    .insertInto('imported_message')
    .values({ client_id: clientId, digest })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return isNew === 1n;
}

/** Forgets a message of which something was rejected, so that the next import tries again. */
export async function forgetRejected(
  db: Db,
  clientId: number,
  { digest }: Message,
  report: ImportReport,
): Promise<void> {
  if (digest === undefined || report.problems.length === 0) return;
  await db.deleteFrom('imported_message').where('client_id', '=', clientId).where('digest', '=', digest).execute();
}

/** The report of a message that was imported before. */
export function unchangedReport({ file, resources }: Message): ImportReport {
  const report = new ImportReport(file);
  for (const { type } of resources) if (isKeptType(type)) report.leave(type);
  return report;
}
