import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';
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

/** A line in the official fixed-column format. */
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
  expect(await load(content)).toEqual({ read: 3, written: 3, retired: 0, edition: null });
  expect(await load(gzipSync(content), 'order.txt.gz')).toMatchObject({ read: 3, written: 0 });
  expect(await findCodes()).toEqual([
    { code: 'E11', description: 'Type 2 diabetes mellitus', is_billable: false },
    { code: 'E11.3213', description: long, is_billable: true },
    { code: 'QA0.1', description: 'A newer code', is_billable: true },
  ]);
  expect(await load(line('QA01', 1, 'Its text was corrected'))).toMatchObject({ read: 1, written: 1 });
});

test('an invalid file changes nothing, and the invalid line is named', async () => {
  const before = await findCodes();
  await expect(load([line('I10', 1, 'Essential hypertension'), 'patient,name,ssn'].join('\n'))).rejects.toThrow(
    /^Line 2 is not a line/,
  );
  expect(await findCodes()).toEqual(before);
});

test('an empty file, and one that ends in the middle of a line, change nothing', async () => {
  const before = await findCodes();
  await expect(load('')).rejects.toThrow('It contains no codes');
  const whole = line('I10', 1, 'Essential (primary) hypertension');
  await expect(load(`${whole}\r\n${line('I110', 1, 'Hypertensive heart disease')}`)).rejects.toThrow(
    'It ends in the middle of line 2',
  );
  await expect(load(whole.slice(0, -5))).rejects.toThrow('It ends in the middle of line 1');
  const packed = gzipSync(`${whole}\n`.repeat(2_000));
  await expect(load(packed.subarray(0, packed.length - 12), 'order.txt.gz')).rejects.toThrow('unexpected end of file');
  expect(await findCodes()).toEqual(before);
});

test('a newer edition retires the codes it no longer has, and an older one is refused', async () => {
  const lines = (...codes: string[]) => codes.map((code) => `${line(code, 1, `Code ${code}`)}\n`).join('');
  expect(await load(lines('A00', 'A01'), 'icd10cm_order_2025.txt')).toMatchObject({ written: 2, edition: 2025 });
  expect(await load(lines('A01', 'A02'), 'icd10cm_order_2026.txt')).toMatchObject({ written: 1, retired: 1 });
  const retired = () => app.db.selectFrom('diagnosis_code').select('code').where('is_retired', '=', true).execute();
  expect(await retired()).toEqual(expect.arrayContaining([{ code: 'A00' }]));
  await expect(load(lines('A00'), 'icd10cm_order_2025.txt')).rejects.toThrow(
    'It is the 2025 edition, but the 2026 edition is already loaded',
  );
  await expect(load(lines('A00'))).rejects.toThrow(
    'The file name must contain the edition year: edition 2026 is already loaded',
  );
  expect(await load(lines('A00', 'A01', 'A02'), 'icd10cm_order_2026.txt')).toMatchObject({ written: 1, retired: 0 });
  expect(await retired()).not.toContainEqual({ code: 'A00' });
});
