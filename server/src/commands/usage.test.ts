import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

test.each(['admin', 'backup', 'codes', 'import', 'network', 'restore'])(
  'the command %s without arguments prints its usage and starts no database',
  { timeout: 120_000 },
  async (name) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'careloop-usage-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dataDir = path.join(folder, 'data');
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
    const ended = await new Promise<{ code: unknown; printed: string }>((resolve) => {
      execFile(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], { env }, (error, output, errors) => {
        resolve({ code: error?.code, printed: output + errors });
      });
    });
    expect(ended).toEqual({ code: 2, printed: expect.stringContaining(`npm run ${name} -- `) as string });
    expect(existsSync(dataDir)).toBe(false);
  },
);
