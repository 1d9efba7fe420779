import { errorTexts } from '@careloop/contracts/result';

import { AppError } from '../errors.ts';
import type { DocumentStorage } from '../storage/storage.ts';

/** Less free space than this for documents counts as a full disk: two uploads of the largest size. */
const leastFreeBytes = 200 * 1024 * 1024;
/** How long the health checks report a full disk after a call hit one. */
const reportedForMs = 60_000;

/** Disk state that the health checks report. */
export interface Health {
  /** To be called when a call failed because the disk of the database or of the documents was full. */
  noteDiskFull(): void;
  /** @throws AppError `storage_full` if a call recently hit a full disk */
  requireNoFullDisk(): void;
  /** @throws AppError `storage_full` when little space is left for documents */
  requireSpace(storage: DocumentStorage): Promise<void>;
}

export function createHealth(now = () => Date.now()): Health {
  let fullAt = -Infinity;
  return {
    noteDiskFull() {
      fullAt = now();
    },
    requireNoFullDisk() {
      if (now() - fullAt < reportedForMs) throw full();
    },
    async requireSpace(storage) {
      if ((await storage.freeBytes()) < leastFreeBytes) throw full();
    },
  };
}

function full(): AppError {
  return new AppError('storage_full', { message: errorTexts.storageFull });
}
