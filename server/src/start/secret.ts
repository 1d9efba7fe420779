import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Config } from '../config.ts';

/** The session secret: the configured one, or one that is made once and kept in DATA_DIR for its owner alone. */
export function sessionSecretOf(config: Config, dataDir: string): string {
  if (config.sessionSecret !== undefined) return config.sessionSecret;
  const file = path.join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}
