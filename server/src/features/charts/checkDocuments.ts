import { sql } from 'kysely';

import { publishPatientNews } from '../../core/access/careTeam.ts';
import { patientAudience } from '../../core/access/patientAudience.ts';
import type { Database } from '../../platform/db/client.ts';
import type { Log } from '../../platform/db/log.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ScannerUnavailable, TooLargeToScan } from '../../core/integrations/antivirus/port.ts';
import type { Antivirus } from '../../core/integrations/antivirus/port.ts';
import { describeFailure } from '../../platform/jobs/failure.ts';
import type { DocumentRenderer } from '../../platform/rendering/renderer.ts';
import { StorageError } from '../../platform/storage/errors.ts';
import type { DocumentStorage } from '../../platform/storage/storage.ts';
import { describeFile } from './describeFile.ts';
import type { FileFacts, FileOnDisk } from './describeFile.ts';
import { scanFile } from './scanFile.ts';

interface CheckDeps {
  db: Database;
  log: Log;
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

/**
 * Checks every file that has not been checked: imported ones, and those stored before checks existed. Returns their number.
 * @throws ScannerUnavailable while the scanner scans nothing; Error after the others if a file could not be checked
 */
export async function checkDocuments(deps: CheckDeps, signal?: AbortSignal): Promise<number> {
  let checked = 0;
  let failed = 0;
  for await (const document of findUnchecked(deps.db)) {
    if (signal?.aborted === true) break;
    try {
      await checkDocument(deps, document);
      checked += 1;
    } catch (error) {
      failed += 1;
      const { patientDocumentId } = document;
      deps.log.warn({ patientDocumentId, reason: describeFailure(error) }, 'A document could not be checked');
      if (error instanceof ScannerUnavailable) await requireScanner(deps.antivirus);
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${failed + checked} documents could not be checked`);
  return checked;
}

/** Scans a few harmless bytes, to tell a scanner that fails for one file from one that is unavailable. */
async function requireScanner(antivirus: Antivirus): Promise<void> {
  await antivirus.scan(Buffer.from('Blood pressure 120/80'));
}

async function* findUnchecked(db: Database): AsyncGenerator<Unchecked> {
  let after = 0;
  for (;;) {
    const batch = await db
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
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.patientDocumentId;
  }
}

/** Why a file must not be opened; null if it is clean. */
async function blockReasonOf(deps: CheckDeps, file: FileOnDisk): Promise<string | null> {
  try {
    const threat = await scanFile(deps, file);
    return threat === null ? null : `Malware was found: ${threat}.`;
  } catch (error) {
    if (error instanceof TooLargeToScan) return 'The file is too large to be checked for viruses.';
    throw error;
  }
}

/** A blocked file is not processed any further. */
async function columnsOf(deps: CheckDeps, file: FileOnDisk) {
  const blockReason = await blockReasonOf(deps, file);
  if (blockReason === null) return checkedColumns(await describeFile(deps.renderer, file));
  return { file_state: 'blocked' as const, block_reason: blockReason, file_checked_at: new Date() };
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
    await patientAudience.publish(transaction, patientId, 'DocumentCheckedEvent', { patientId, patientDocumentId });
    await publishPatientNews(transaction, patientId);
  });
}
