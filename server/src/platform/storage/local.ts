import { join } from 'node:path';

import { documentStorage } from './documents.ts';
import { localBlobs } from './localBlobs.ts';
import type { MasterKeys } from '../../config/masterKeys.ts';
import type { DocumentStorage } from './storage.ts';

/** Stores documents in a local folder, or on a disk shared by all processes. */
export function localStorage(folder: string, masterKeys: MasterKeys | null = null): DocumentStorage {
  return documentStorage({ blobs: localBlobs(folder), staging: join(folder, 'incoming'), masterKeys });
}
