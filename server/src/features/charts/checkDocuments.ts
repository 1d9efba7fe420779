import { sql } from 'kysely';

import { patientNews } from '../../access/careTeam.ts';
import { patientAudience } from '../../access/patientAudience.ts';
import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Antivirus } from '../../integrations/antivirus/port.ts';
import { publishAll } from '../../realtime/publish.ts';
import type { DocumentRenderer } from '../../rendering/renderer.ts';
import { StorageError } from '../../storage/errors.ts';
import type { DocumentStorage } from '../../storage/storage.ts';
import { describeFile } from './describeFile.ts';
import type { FileFacts, FileOnDisk } from './describeFile.ts';
import { scanFile } from './scanFile.ts';

interface CheckDeps {
  db: Database;
  storage: DocumentStorage;
  renderer: DocumentRenderer;
  antivirus: Antivirus;
}

interface Unchecked {
  patientDocumentId: number;
  key: string;
  contentType: string;
  byteCount: number;
}

/** The columns that store the result of checking a file. */
export function checkedColumns(facts: FileFacts) {
  return {
    format: facts.format,
    document_page_count: facts.pageCount,
    page_sizes: facts.pageSizes === null ? null : JSON.stringify(facts.pageSizes),
    has_text: facts.hasText,
    file_problem: facts.problem,
    file_state: 'clear' as const,
    block_reason: null,
    file_checked_at: new Date(),
  };
}

/** Checks every file that has not been checked: imported ones, and those stored before checks existed. Returns their number. */
export async function checkDocuments(deps: CheckDeps, signal?: AbortSignal): Promise<number> {
  let after = 0;
  let count = 0;
  for (;;) {
    const batch = await findUnchecked(deps.db, after);
    if (batch.length === 0) return count;
    for (const document of batch) {
      if (signal?.aborted === true) return count;
      await checkDocument(deps, document);
      after = document.patientDocumentId;
      count += 1;
    }
  }
}

function findUnchecked(db: Database, after: number): Promise<Unchecked[]> {
  return db
    .selectFrom('patient_document')
    .select([
      'patient_document_id as patientDocumentId',
      'storage_key as key',
      'content_type as contentType',
      'byte_count as byteCount',
    ])
    .where('file_checked_at', 'is', null)
    .where('patient_document_id', '>', after)
    .orderBy('patient_document_id')
    .limit(100)
    .execute();
}

/** A file with malware is not processed any further. */
async function columnsOf(deps: CheckDeps, file: FileOnDisk) {
  const threat = await scanFile(deps, file);
  if (threat === null) return checkedColumns(await describeFile(deps.renderer, file));
  return {
    file_state: 'blocked' as const,
    block_reason: `Malware was found: ${threat}.`,
    file_checked_at: new Date(),
  };
}

async function checkDocument(deps: CheckDeps, document: Unchecked): Promise<void> {
  const { db, storage } = deps;
  const columns = await storage
    .withFile(document.key, (path) => columnsOf(deps, { ...document, path }))
    .catch((error: unknown) => {
      // The file is missing, so there is nothing to check, now or later.
      if (error instanceof StorageError && !['locked', 'unavailable'].includes(error.code)) return null;
      throw error;
    });
  await inTransaction(db, async (transaction) => {
    const updated = await transaction
      .updateTable('patient_document')
      .set(columns ?? { file_problem: 'damaged', file_state: 'clear', file_checked_at: sql`now()` })
      .where('patient_document_id', '=', document.patientDocumentId)
      // Unless an import has replaced the file in the meantime.
      .where('storage_key', '=', document.key)
      .returning('patient_id as patientId')
      .executeTakeFirst();
    if (updated === undefined) return;
    const { patientId } = updated;
    const { patientDocumentId } = document;
    const rooms = await patientAudience(transaction, patientId);
    await publishAll(transaction, [
      { rooms, event: 'DocumentCheckedEvent', payload: { patientId, patientDocumentId } },
      await patientNews(transaction, patientId),
    ]);
  });
}
