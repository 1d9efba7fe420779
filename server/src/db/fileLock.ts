import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FileLock {
  release(): void;
}

/**
 * Takes a lock that the operating system gives back when the process ends, however it ends, so that it can never be stale
 * and no pid has to be judged. Node has no file locks of its own, but its SQLite does: an exclusive transaction on a
 * database file that never gets content.
 * @returns undefined when somebody else holds it, in this process or another
 */
export function tryLock(file: string): FileLock | undefined {
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    holder.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    holder.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return {
    release() {
      if (holder.isOpen) holder.close();
    },
  };
}
