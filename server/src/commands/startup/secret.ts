import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Config } from '../../config/config.ts';

/** The session secret: the configured one, or one generated once and stored in DATA_DIR, readable only by its owner. */
export function sessionSecretOf(config: Config, dataDir: string): string {
  const known = knownSecretOf(config, dataDir);
  if (known !== null) return known;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), randomBytes(48).toString('base64url'), { mode: 0o600 });
  return readFileSync(fileIn(dataDir), 'utf8').trim();
}

/** The session secret if there already is one, otherwise null. */
export function knownSecretOf(config: Config, dataDir: string): string | null {
  if (config.sessionSecret !== undefined) return config.sessionSecret;
  return existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() : null;
}

const fileIn = (dataDir: string) => path.join(dataDir, 'session-secret');
