import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FileLock {
  release(): void;
}

/**
 * Takes a lock that the operating system releases when the process ends in any way, so that it can never be stale and no
 * pid has to be checked. Node has no file locks, but its SQLite does: an exclusive transaction on an empty database file.
 * @returns undefined if this or another process already holds it
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
