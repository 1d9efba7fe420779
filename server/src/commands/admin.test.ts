import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

const admin = path.join(import.meta.dirname, 'admin.ts');
const operations = readFileSync(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
const commandsIn = (text: string) =>
  [...new Set([...text.matchAll(/npm run admin -- ([a-z-]+)/g)].map((match) => match[1] ?? ''))].toSorted();

test.each([[], ['fly'], ['--help']])(
  'called with %j it prints the commands listed for operators, and starts no database',
  async (...args) => {
    const dataDir = path.join(tmpdir(), 'careloop-admin-that-is-never-made');
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
    const errors = await new Promise<string>((resolve) => {
      execFile(process.execPath, [admin, ...args], { env }, (_error, _output, text) => resolve(text));
    });
    expect(commandsIn(errors)).toEqual(commandsIn(operations));
    expect(commandsIn(errors).length).toBeGreaterThan(5);
    // Such a user would have no directory record.
    expect(errors).not.toMatch(/--type \S*provider/);
    expect(existsSync(dataDir)).toBe(false);
  },
);
