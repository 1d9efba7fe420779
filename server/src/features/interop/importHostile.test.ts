import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { sample } from '../../../test/samples.ts';
import { bundle, condition, ndjson, note, patient, reference, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';
import { defaultLimits } from '../../platform/files/limits.ts';

const bench = importBench();

describe('a broken file', () => {
  const good = JSON.stringify(transaction(patient('good')), null, 2);
  const packed = gzipSync(good);
  const files: [string, string | Buffer, string][] = [
    ['empty.json', '', 'is empty'],
    ['empty.json.gz', gzipSync(''), 'is empty'],
    ['cut.json', good.slice(0, 300), 'is not JSON: it ends too early'],
    ['cut.json.gz', packed.subarray(0, packed.length - 40), 'is a gzip file that ends too early'],
    ['bits.json.gz', Buffer.concat([packed.subarray(0, 60), Buffer.alloc(80, 7)]), 'is a damaged gzip file'],
    ['comma.json', '{"resourceType": "Patient",}', 'is not JSON: wrong at character 27'],
    ['latin1.json', Buffer.from('{"resourceType": "Patient", "id": "\xe9"}', 'latin1'), 'is not UTF-8 text'],
    ['utf16.json', Buffer.from(`\ufeff${good}`, 'utf16le'), 'is UTF-16 text; FHIR is UTF-8'],
    ['list.json', '[]', 'is JSON, but not a FHIR resource'],
    ['other.json', '{"name": "package"}', 'is JSON, but has no resourceType: not a FHIR resource'],
    ['number.json', '17', 'is neither FHIR (JSON or NDJSON), C-CDA nor HL7 v2'],
    ['page.html', '<!doctype html><p>Hello', 'is XML or HTML, but neither FHIR nor C-CDA'],
    ['archive.zip', 'PK\x03\x04....', 'is a zip archive: unpack it first'],
    ['readme.md', '# Read me', 'is neither FHIR (JSON or NDJSON), C-CDA nor HL7 v2'],
    [
      'history.json',
      JSON.stringify(bundle('history', [])),
      'is a Bundle of type “history”; transaction, batch, collection, searchset, document can be read',
    ],
    ['entries.json', '{"resourceType": "Bundle", "type": "batch", "entry": {}}', 'has entries that are not a list'],
  ];

  test('is rejected with the reason, and the files beside it are imported', async () => {
    const folder = path.join(bench.files.path, 'broken');
    await mkdir(folder);
    for (const [name, content] of files) await bench.files.write(content, `broken/${name}`);
    await bench.files.write(good, 'broken/good.json');
    const report = await bench.import([folder, path.join(folder, 'absent.json')]);
    expect(countsOf(report, 'patients')).toEqual({ created: 1 });
    const reasons = Object.fromEntries(report.problems.map(({ file, reason }) => [path.basename(file), reason]));
    expect(reasons).toEqual({
      ...Object.fromEntries(files.map(([name, , reason]) => [name, reason])),
      'absent.json': 'does not exist',
    });
  });

  test('leaves nothing behind, even if the error is near its end', async () => {
    const lines = gzipSync(ndjson(...Array.from({ length: 2000 }, (_, index) => patient(`late-${index}`))));
    const file = await bench.files.write(lines.subarray(0, lines.length - 20), 'late.ndjson.gz');
    const report = await bench.import(file);
    expect(reasonsOf(report)).toEqual([': is a gzip file that ends too early']);
    expect(report.hasChanges).toBe(false);
  });
});

describe('a format that is not supported yet', () => {
  test('is reported and skipped', async () => {
    const folder = path.join(bench.files.path, 'formats');
    await mkdir(folder);
    await bench.files.write('<Patient xmlns="http://hl7.org/fhir"><id value="x"/></Patient>', 'formats/patient.xml');
    const report = await bench.import(folder);
    expect(report.notYetRead.map(({ format }) => format)).toEqual(['FHIR XML']);
    expect(report.problems).toEqual([]);
  });
});

describe('a hostile file', () => {
  const limits = { ...defaultLimits, documentBytes: 100_000, fileBytes: 1_000_000 };

  test('cannot exhaust memory with a zip bomb, an endless line or a huge document', async () => {
    const bomb = await bench.files.write(gzipSync(Buffer.alloc(50_000_000, 0x20)), 'spaces.json.gz');
    const lines = await bench.files.write(
      gzipSync(`${ndjson(patient('lines'))}${`${' '.repeat(90_000)}\n`.repeat(20)}`),
      'lines.ndjson.gz',
    );
    const large = await bench.files.write(`{"resourceType":"Patient","id":"large","text":"${'x'.repeat(100_000)}"}`);
    const report = await bench.import([bomb, lines, large], { limits });
    expect(reasonsOf(report)).toEqual([
      ': is neither FHIR (JSON or NDJSON), C-CDA nor HL7 v2',
      ': holds more than 1000000 bytes when unpacked',
      ': is larger than 100000 bytes, the most one document may have',
    ]);
  });

  test('loses only one line of NDJSON', async () => {
    const long = `{"resourceType":"Patient","id":"long","text":"${'x'.repeat(200_000)}"}\n`;
    const content = `${ndjson(patient('before'))}${long}not json\n\n${ndjson(patient('after'), { resourceType: 'patient' })}`;
    const file = await bench.files.write(content, 'some.ndjson');
    const report = await bench.import(file, { limits });
    expect(countsOf(report, 'patients')).toEqual({ created: 2 });
    expect(report.problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 is larger than 100000 bytes, the most one document may have',
      '3 is not JSON',
      '6 is JSON, but has no resourceType: not a FHIR resource',
    ]);
  });

  test('cannot exhaust the stack or allocate a million objects', async () => {
    const deep = `{"resourceType":"Patient","extension":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const wide = `{"resourceType":"Patient","extension":[${'{},'.repeat(60_000)}{}]}`;
    const brackets = `{"resourceType":"Patient","id":"brackets","name":[{"family":"${'[{\\"'.repeat(40)}"}]}`;
    const files = [await bench.files.write(deep), await bench.files.write(wide), await bench.files.write(brackets)];
    const report = await bench.import(files, { limits: { ...defaultLimits, values: 100_000 } });
    expect(reasonsOf(report)).toEqual([': is nested more than 100 levels deep', ': holds more than 100000 values']);
    expect(countsOf(report, 'patients')).toEqual({ created: 1 });
  });

  test('cannot pollute a prototype or hide in an entry', async () => {
    const polluting = `{"resourceType":"Bundle","type":"batch","entry":[
      {"resource":{"resourceType":"Patient","id":"proto","__proto__":{"name":[{"family":"Polluted"}]},"constructor":{}}},
      null, 7, {"resource":[]}, {"resource":{"resourceType":"constructor"}}, {"request":{"method":"DELETE","url":"Patient/1"}}]}`;
    const report = await bench.importContent(polluting);
    expect(reasonsOf(report).toSorted()).toEqual([
      'entry 2: is not a bundle entry',
      'entry 3: is not a bundle entry',
      'entry 4: has no resource',
      'entry 5: has a resource without resourceType',
      'entry 6: asks for DELETE, which an import does not support',
    ]);
    expect(({} as { name?: unknown }).name).toBeUndefined();
    expect(await bench.rows(`select last_name from patient where last_name in ('Polluted', 'Name unknown')`)).toEqual([
      { last_name: 'Name unknown' },
    ]);
  });

  test('cannot inject SQL: quotes, backslashes, null characters and lone surrogates in every text', async () => {
    const nasty = `'; drop table patient; -- \\ " $1 %s \u0000 \ud800 {{}}`;
    const report = await bench.importContent(
      transaction(
        patient('nasty', {
          identifier: [{ type: { coding: [{ code: 'MR' }] }, system: nasty, value: nasty }],
          name: [{ family: nasty, given: [nasty] }],
          address: [{ line: [nasty], city: nasty, state: nasty, postalCode: '02114' }],
          contact: [{ name: { text: nasty } }],
        }),
        condition('nasty-c', 'urn:uuid:nasty', { code: { text: nasty }, encounter: reference(nasty) }),
        note('nasty-n', 'urn:uuid:nasty', nasty, { description: nasty, type: { text: nasty } }),
      ),
    );
    expect(reasonsOf(report)).toEqual([]);
    const [row] = await bench.rows(`select last_name, caregiver_name from patient where mrn like '%drop table%'`);
    const kept = `'; drop table patient; -- \\ " $1 %s  \ufffd {{}}`;
    expect(row).toEqual({ last_name: kept, caregiver_name: kept });
  });
});

const hostile = sample('hostile');
const validation = sample('fhir', 'validation-cases');

describe.skipIf(hostile === undefined || validation === undefined)('the sample collection', () => {
  test('of hostile files is rejected, file by file', async () => {
    const report = await bench.import(hostile ?? '');
    expect(countsOf(report, 'files').rejected).toBe(report.problems.length);
    expect(report.problems.length).toBeGreaterThanOrEqual(12);
    expect(report.hasChanges).toBe(false);
  });

  test('of validation cases is sorted: XML is skipped, good records are imported', async () => {
    const report = await bench.import(validation ?? '');
    expect(report.notYetRead).toHaveLength(3);
    expect(countsOf(report, 'patients')).toEqual({ created: 2 });
    // The observations are about a patient whom no file has.
    expect(report.problems.map(({ file }) => path.basename(file)).toSorted()).toEqual([
      'EXPECTED.json',
      'obs-temp-bad.json',
      'obs-temp.json',
    ]);
  });
});
