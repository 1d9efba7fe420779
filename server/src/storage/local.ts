import { join } from 'node:path';

import { documentStorage } from './documents.ts';
import { localBlobs } from './localBlobs.ts';
import type { MasterKeys } from './masterKeys.ts';
import type { DocumentStorage } from './storage.ts';

/** Documents in a folder of this machine, or of a disk that all processes share. */
export function localStorage(folder: string, masterKeys: MasterKeys | null = null): DocumentStorage {
  return documentStorage({ blobs: localBlobs(folder), staging: join(folder, 'incoming'), masterKeys });
}
