import path from 'node:path';

import type { Config } from '../config.ts';
import { localStorage } from './local.ts';
import type { DocumentStorage } from './storage.ts';

/** Documents are kept in DATA_DIR. */
export function chooseStorage(config: Pick<Config, 'dataDir'>): DocumentStorage {
  return localStorage(path.join(config.dataDir, 'documents'));
}
