import { recordJob } from '../audit/record.ts';
import type { Db } from '../db/client.ts';
import type { Log } from '../db/log.ts';
import { findKeyColumns, findNamedKeys } from './namedKeys.ts';
import type { DocumentStorage, KeptFile } from './storage.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than any call, job or transaction that stores a file and then writes the row that names it. */
const setAsideAfterMs = dayMs;
/** Longer than an import or a backup, which may read or name a file long after they found it. */
const removeAfterMs = 7 * dayMs;
/** Files that are compared with the rows at once: for each such part, every column with keys is read once. */
const mostAtOnce = 20_000;
/** More strays than this are believed only if most files have a row: otherwise the database may not be that of the files. */
const mostBelieved = 100;

/** First digit of the keys whose files are looked through on a day. Each has its turn every 16 days. */
function digitOf(now: number): string {
  return (Math.floor(now / dayMs) % 16).toString(16);
}

interface StrayDeps {
  db: Db;
  storage: DocumentStorage;
  log: Log;
}

interface StrayOptions {
  /** Beginning of the keys to look through. */
  start?: string;
  now?: number;
  signal?: AbortSignal;
}

/**
 * Removes files that no row names, such as those of a process that was killed between storing a file and writing its row, in two
 * steps: a file older than a day is set aside, where it can still be read; a week later at the earliest it is removed, or put
 * back if a row names it. So no file is lost to a row that was not committed when the rows were searched, or to a backup.
 */
export async function removeStrays({ db, storage, log }: StrayDeps, options: StrayOptions = {}): Promise<void> {
  const { now = Date.now(), start = digitOf(now), signal } = options;
  const isOlder = ({ storedAt }: KeptFile, ageMs: number) => now - storedAt.getTime() > ageMs;
  const columns = await findKeyColumns(db);
  const counts = { setAside: 0, putBack: 0, removed: 0, removedBytes: 0 };
  const handle = async (files: readonly KeptFile[]) => {
    signal?.throwIfAborted();
    const keys = [...new Set(files.map(({ key }) => key))];
    const named = await findNamedKeys(db, columns, keys);
    const missed = files.filter(({ key, isAside }) => isAside && named.has(key));
    for (const file of missed) await storage.putBack(file);
    counts.putBack += missed.length;
    const strays = files.filter(({ key }) => !named.has(key));
    if (strays.length > mostBelieved && strays.length > files.length / 2) {
      log.error({ count: strays.length }, 'No files are removed, because most of them have no row');
      return;
    }
    const ended = strays.filter((file) => file.isAside && isOlder(file, removeAfterMs));
    const found = strays.filter((file) => !file.isAside);
    const removedBytes = ended.reduce((sum, { byteCount }) => sum + byteCount, 0);
    // Before they are removed, so that none is removed without a trace.
    if (ended.length > 0) {
      await recordJob(db, { action: 'stray-files.removed', details: { count: ended.length, byteCount: removedBytes } });
    }
    for (const file of found) await storage.setAside(file);
    for (const file of ended) await storage.removeAside(file);
    counts.setAside += found.length;
    counts.removed += ended.length;
    counts.removedBytes += removedBytes;
  };
  let files: KeptFile[] = [];
  for await (const file of storage.list(start)) {
    if (!file.isAside && !isOlder(file, setAsideAfterMs)) continue;
    files.push(file);
    if (files.length < mostAtOnce) continue;
    await handle(files);
    files = [];
  }
  if (files.length > 0) await handle(files);
  if (counts.setAside + counts.putBack + counts.removed > 0) log.info(counts, 'Stray files');
}
