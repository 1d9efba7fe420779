import { errorTexts } from '@careloop/contracts/result';

import { batch } from '../db/batch.ts';
import type { Db } from '../db/client.ts';
import { codeOf, isDiskFull } from '../db/errors.ts';
import { silentLog } from '../db/log.ts';
import type { Log } from '../db/log.ts';
import { AppError } from '../errors.ts';
import { insertAccessEntries } from './record.ts';
import type { AccessEntry } from './record.ts';

export interface AccessAudit {
  /**
   * Resolves once the entry is in the database; a response is only sent after that. While the disk of the database is full,
   * entries are kept in memory up to a limit and written when there is room again, so that patients' records stay readable.
   * @param options.mustBeStored never keeps the entry in memory: something counts it in the database
   * @throws AppError `storage_full` if the entry can neither be stored nor kept
   */
  write(entry: AccessEntry, options?: { mustBeStored?: boolean }): Promise<'stored' | 'kept'>;
  /** Writes what is kept, for the last time. */
  close(): Promise<void>;
}

interface AccessAuditOptions {
  log?: Log;
  /** Approximate memory for entries while the disk of the database is full. */
  mostBytes?: number;
}

/** Time between attempts to write the kept entries. */
const retryMs = 5_000;
const mostAtOnce = 200;

/** Creates the access audit. Entries of concurrent requests share one INSERT. */
export function createAccessAudit(
  db: Db,
  { log = silentLog, mostBytes = 16 * 1024 * 1024 }: AccessAuditOptions = {},
): AccessAudit {
  const insert = batch(async (entries: readonly AccessEntry[]) => {
    await insertAccessEntries(db, entries);
    return entries.map(() => undefined);
  });
  const kept: AccessEntry[] = [];
  let keptBytes = 0;
  let retry: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function keep(entry: AccessEntry): void {
    if (kept.length === 0) log.error({}, 'The disk of the database is full: the audit of reads is kept in memory');
    kept.push({ ...entry, occurredAt: new Date() });
    keptBytes += bytesOf(entry);
    retry ??= setInterval(() => void writeKept(), retryMs).unref();
  }

  async function writeAll(): Promise<void> {
    const count = kept.length;
    try {
      while (kept.length > 0) {
        const next = kept.slice(0, mostAtOnce);
        await insertAccessEntries(db, next);
        kept.splice(0, next.length);
        for (const entry of next) keptBytes -= bytesOf(entry);
      }
      clearInterval(retry);
      retry = undefined;
      log.info({ count }, 'The audit of reads that was kept in memory is written');
    } catch (error) {
      if (!isDiskFull(error)) log.warn({ code: codeOf(error) }, 'The audit of reads is still kept in memory');
    }
  }

  async function writeKept(): Promise<void> {
    if (kept.length === 0) return;
    await (writing ??= writeAll().finally(() => (writing = undefined)));
  }

  return {
    async write(entry, { mustBeStored = false } = {}) {
      try {
        await insert(entry);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        if (mustBeStored || keptBytes + bytesOf(entry) > mostBytes)
          throw new AppError('storage_full', { message: errorTexts.auditFull, cause: error });
        keep(entry);
        return 'kept';
      }
      // There is room again.
      void writeKept();
      return 'stored';
    },
    async close() {
      await writeKept();
      clearInterval(retry);
      if (kept.length > 0) log.error({ count: kept.length }, 'Audit rows of reads are lost: the disk is still full');
    },
  };
}

/** Approximate memory of an entry. */
function bytesOf({ details }: AccessEntry): number {
  return 500 + 2 * (details?.length ?? 0);
}
