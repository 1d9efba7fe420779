import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { findClinicalCodes } from '@careloop/contracts/clinical-record/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { findAdapter, loadCodes } from './loadCodes.ts';

let app: TestApp;
let caller: Awaited<ReturnType<TestApp['as']>>;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  caller = await app.as(await buildUser(app.db));
  folder = await mkdtemp(path.join(tmpdir(), 'clinical-codes-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.stop();
});

async function load(name: string, content: string | Buffer) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const adapter = findAdapter(file);
  if (adapter === undefined) throw new Error(`No adapter reads ${name}`);
  return loadCodes(app.db, adapter, file);
}

/** A line of RXNCONSO.RRF: concept, type of the term, name. */
function concept(rxcui: string, type: string, name: string, more: { source?: string; suppressed?: string } = {}) {
  const { source = 'RXNORM', suppressed = 'N' } = more;
  return `${rxcui}|ENG||||||A${rxcui}|A${rxcui}|${rxcui}||${source}|${type}|${rxcui}|${name}||${suppressed}|4096|\n`;
}

const found = async (subject: 'medication' | 'allergy' | 'problem' | 'result', searchTerm: string) =>
  (await caller.ok(findClinicalCodes, { subject, searchTerm })).codes;

test('without a table nothing is offered', async () => {
  expect(await caller.ok(findClinicalCodes, { subject: 'medication', searchTerm: 'warfarin' })).toMatchObject({
    codes: [],
    loaded: [],
  });
  expect((await app.nobody.fail(findClinicalCodes, { subject: 'medication' })).status).toBe(401);
});

test('RxNorm: drugs as ordered, and ingredients also for allergies; a second load changes nothing', async () => {
  const content = [
    concept('855332', 'SCD', 'warfarin sodium 5 MG Oral Tablet'),
    concept('11289', 'IN', 'warfarin'),
    concept('11289', 'IN', 'warfarin, again'),
    concept('855334', 'SBD', 'warfarin sodium 5 MG Oral Tablet [Coumadin]', { suppressed: 'O' }),
    concept('855332', 'TMSY', 'warfarin Na 5 MG Oral Tablet'),
    concept('1', 'SCD', 'Warfarin of another source', { source: 'MTHSPL' }),
  ].join('');
  expect(await load('RXNCONSO.RRF', content)).toEqual({ read: 2, written: 2, retired: 0 });
  expect(await load('RXNCONSO.RRF.gz', gzipSync(content))).toEqual({ read: 2, written: 0, retired: 0 });
  const codeSystem = 'http://www.nlm.nih.gov/research/umls/rxnorm';
  const ingredient = { code: '11289', codeSystem, description: 'warfarin' };
  expect(await found('medication', 'warf')).toEqual([
    ingredient,
    { code: '855332', codeSystem, description: 'warfarin sodium 5 MG Oral Tablet' },
  ]);
  expect(await found('medication', '8553')).toMatchObject([{ code: '855332' }]);
  expect(await found('allergy', 'warfarin')).toEqual([ingredient]);
  expect(await found('medication', 'w')).toEqual([]);
  expect(await found('medication', '%_')).toEqual([]);
});

test('RxNorm: a file that is cut, or of another format, changes nothing', async () => {
  await expect(load('RXNCONSO.RRF', concept('2', 'IN', 'aspirin').slice(0, -1))).rejects.toThrow(
    'It ends in the middle of line 1',
  );
  await expect(load('RXNCONSO.RRF', 'patient,name\n')).rejects.toThrow('Line 1 is not a line of RXNCONSO.RRF');
  await expect(load('RXNCONSO.RRF', '')).rejects.toThrow('It contains no codes');
  expect(await found('medication', 'aspirin')).toEqual([]);
});

test('a later release retires the codes it no longer has, but not most of them', async () => {
  const names = ['aspirin', 'ibuprofen', 'warfarin'];
  await load('RXNCONSO.RRF', names.map((name, index) => concept(String(11287 + index), 'IN', name)).join(''));
  expect(await found('medication', '855332')).toEqual([]);
  await expect(load('RXNCONSO.RRF', concept('11287', 'IN', 'aspirin'))).rejects.toThrow(
    'It contains 1 codes, less than half of the 3 that would then be loaded',
  );
  expect(await found('medication', 'ibuprofen')).toHaveLength(1);
});

const row = (...cells: string[]) => `${cells.join('\t')}\r\n`;
const fsn = '900000000000003001';
const synonym = '900000000000013009';

test('SNOMED CT: fully specified names of active concepts, by their semantic tag', async () => {
  const name = 'sct2_Description_Snapshot-en_US1000124_20260301.txt';
  const header = row(
    'id',
    'effectiveTime',
    'active',
    'moduleId',
    'conceptId',
    'languageCode',
    'typeId',
    'term',
    'caseSignificanceId',
  );
  const description = (conceptId: string, term: string, typeId = fsn, active = '1') =>
    row(`${conceptId}9`, '20260301', active, '1', conceptId, 'en', typeId, term, '1');
  const content =
    header +
    description('44054006', 'Diabetes mellitus type 2 (disorder)') +
    description('44054006', 'Type 2 diabetes mellitus', synonym) +
    description('111088007', 'Latex (substance)') +
    description('73211009', 'Retired diabetes (disorder)') +
    description('999', 'Old name of diabetes (disorder)', fsn, '0') +
    description('71388002', 'Procedure (procedure)');
  await expect(load(name, content)).rejects.toThrow('There is no sct2_Concept_Snapshot file beside it');
  const concepts =
    row('id', 'effectiveTime', 'active', 'moduleId', 'definitionStatusId') +
    ['44054006', '111088007', '999', '71388002'].map((id) => row(id, '20260301', '1', '1', '1')).join('') +
    row('73211009', '20260301', '0', '1', '1');
  await writeFile(path.join(folder, 'sct2_Concept_Snapshot_US1000124_20260301.txt'), concepts);
  expect(await load(name, content)).toEqual({ read: 2, written: 2, retired: 0 });
  expect(await found('problem', 'diabetes')).toEqual([
    { code: '44054006', codeSystem: 'http://snomed.info/sct', description: 'Diabetes mellitus type 2' },
  ]);
  const { codes, loaded } = await caller.ok(findClinicalCodes, { subject: 'allergy', searchTerm: 'latex' });
  expect([codes, loaded]).toEqual([[expect.objectContaining({ code: '111088007' })], ['RxNorm', 'SNOMED CT']]);
  await expect(load(name, row('id', 'term'))).rejects.toThrow(`${name} has no column active, conceptId, typeId`);
});

test('LOINC: long common names of active codes', async () => {
  const content = [
    '"LOINC_NUM","COMPONENT","STATUS","LONG_COMMON_NAME"',
    '"2345-7","Glucose","ACTIVE","Glucose [Mass/volume] in Serum or Plasma"',
    '"1000-9","Old","DEPRECATED","Old glucose"',
    '',
  ].join('\n');
  expect(await load('Loinc.csv', content)).toEqual({ read: 1, written: 1, retired: 0 });
  expect(await found('result', 'glucose')).toEqual([
    { code: '2345-7', codeSystem: 'http://loinc.org', description: 'Glucose [Mass/volume] in Serum or Plasma' },
  ]);
  await expect(load('Loinc.csv', '"LOINC_NUM"\n"2345-7"\n')).rejects.toThrow(
    'It has no column LONG_COMMON_NAME, STATUS',
  );
});
