import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { loadDiagnoses } from './loadDiagnoses.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'codes-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.stop();
});

/** A line of the official file: fixed columns. */
function line(code: string, billable: 0 | 1, description: string): string {
  return `00001 ${code.padEnd(7)} ${billable} ${description.slice(0, 60).padEnd(60)} ${description}`;
}

async function load(content: string | Buffer, name = 'order.txt') {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return loadDiagnoses(app.db, file);
}

const findCodes = () =>
  app.db.selectFrom('diagnosis_code').select(['code', 'description', 'is_billable']).orderBy('code').execute();

test('codes are read from the official columns, and a second load changes nothing', async () => {
  const long = 'Type 2 diabetes mellitus with mild nonproliferative diabetic retinopathy with macular edema, bilateral';
  const content = [
    line('E11', 0, 'Type 2 diabetes mellitus'),
    line('E113213', 1, long),
    line('QA01', 1, 'A newer code'),
    '',
  ].join('\r\n');
  expect(await load(content)).toEqual({ read: 3, written: 3 });
  expect(await load(gzipSync(content), 'order.txt.gz')).toEqual({ read: 3, written: 0 });
  expect(await findCodes()).toEqual([
    { code: 'E11', description: 'Type 2 diabetes mellitus', is_billable: false },
    { code: 'E11.3213', description: long, is_billable: true },
    { code: 'QA0.1', description: 'A newer code', is_billable: true },
  ]);
  expect(await load(line('QA01', 1, 'Its text was corrected'))).toEqual({ read: 1, written: 1 });
});

test('a file that is none changes nothing, and its line is named', async () => {
  const before = await findCodes();
  await expect(load([line('I10', 1, 'Essential hypertension'), 'patient,name,ssn'].join('\n'))).rejects.toThrow(
    /^Line 2 is not a line/,
  );
  expect(await findCodes()).toEqual(before);
});
