import { errorTexts } from '@careloop/contracts/result';

import { AppError } from '../errors.ts';
import type { DocumentStorage } from '../storage/storage.ts';

/** Less room than this for documents counts as a full disk: two of the largest uploads. */
const leastFreeBytes = 200 * 1024 * 1024;
/** How long the health checks report a full disk that a call met. */
const reportedForMs = 60_000;

/** What the health checks know besides what they ask. */
export interface Health {
  /** A call failed because a disk was full, of the database or of the documents. */
  noteDiskFull(): void;
  /** @throws AppError `storage_full` after a call met a full disk */
  requireNoFullDisk(): void;
  /** @throws AppError `storage_full` when there is little room for documents */
  requireSpace(storage: DocumentStorage): Promise<void>;
}

export function createHealth(now = () => Date.now()): Health {
  let metAt = -Infinity;
  return {
    noteDiskFull() {
      metAt = now();
    },
    requireNoFullDisk() {
      if (now() - metAt < reportedForMs) throw full();
    },
    async requireSpace(storage) {
      if ((await storage.freeBytes()) < leastFreeBytes) throw full();
    },
  };
}

function full(): AppError {
  return new AppError('storage_full', { message: errorTexts.storageFull });
}
