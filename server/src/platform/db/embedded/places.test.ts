import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { isOwnAlone } from './places.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'careloop-places-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a folder with this mode, whatever the umask. */
function made(mode: number): string {
  const directory = path.join(folder, mode.toString(8));
  mkdirSync(directory);
  chmodSync(directory, mode);
  return directory;
}

test.skipIf(process.platform === 'win32')('isOwnAlone() refuses folders that others can write to', () => {
  expect(isOwnAlone(made(0o711))).toBe(true);
  for (const open of [made(0o777), made(0o722), made(0o1777)]) expect(isOwnAlone(open)).toBe(false);
  const link = path.join(folder, 'link');
  symlinkSync(made(0o700), link);
  expect(isOwnAlone(link)).toBe(false);
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(isOwnAlone(file)).toBe(false);
});
