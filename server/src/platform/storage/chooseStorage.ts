import path from 'node:path';

import type { Config } from '../../config/config.ts';
import { documentStorage } from './documents.ts';
import { localStorage } from './local.ts';
import { s3Blobs } from './s3Blobs.ts';
import type { DocumentStorage } from './storage.ts';

/** Stores documents in the configured bucket, otherwise in DATA_DIR. */
export function chooseStorage({
  dataDir,
  s3,
  documentKeys: masterKeys = null,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3' | 'documentKeys'>>): DocumentStorage {
  const folder = path.join(dataDir, 'documents');
  if (s3 === undefined) return localStorage(folder, masterKeys);
  return documentStorage({ blobs: s3Blobs(s3), staging: path.join(folder, 'incoming'), masterKeys });
}
