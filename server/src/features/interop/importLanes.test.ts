import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase } from '../../platform/db/client.ts';
import { silentLog } from '../../platform/db/log.ts';
import { lockPeople, lockRegistry } from '../../core/person-matching/lockPeople.ts';
import { startImportBench } from '../../../test/imports.ts';

import type { Database } from '../../platform/db/client.ts';
import type { DocumentStorage } from '../../platform/storage/storage.ts';
import type { ImportBench } from '../../../test/imports.ts';

let bench: ImportBench;
let other: ImportBench;
/** With a connection for each importer. */
let db: Database;
beforeAll(async () => {
  [bench, other] = await Promise.all([startImportBench(), startImportBench()]);
  db = createDatabase({ url: bench.databaseUrl, maxConnections: 8, applicationName: 'test', log: silentLog });
});
afterAll(async () => {
  await db.destroy();
  await Promise.all([bench.stop(), other.stop()]);
});

const names = 'Abernathy Blum Castellano Dufresne Ekwueme Fitzgerald Gorecki Hashimoto Ivanovic Jankowski'.split(' ');
const npis = ['1234567893', '1245319599', '1003000126'];

let messages = 0;
/** Everybody has a namesake in the next lane, and all lanes name the same providers, who are new. */
function message(lane: number, patient: number, event: string): string {
  messages += 1;
  const minute = String(10 + (messages % 50));
  const doctor = `${npis[patient % 3]}^Okafor${patient % 3}^Ben^^^^MD^^NPI^^^^NPI`;
  return [
    `MSH|^~\\&|ADT|HOSP${lane}|R|R|2026030112${minute}00-0500||ADT^${event}|L${messages}|P|2.5.1`,
    `PID|1||P${lane}-${patient}^^^HOSP${lane}^MR||${names[patient]}^Paula||196${patient % 10}0909|F`,
    `PV1|1|I|W^1^1||||${doctor}||||||||||||V${lane}-${patient}|||||||||||||||||||||||||20260301110000-0500`,
    `DG1|1||E11.9^Type 2 diabetes^I10`,
  ].join('\r');
}

const lanes = Array.from({ length: 4 }, (_none, lane) =>
  ['A01', 'A08', 'A03'].flatMap((event) => names.map((_name, patient) => message(lane, patient, event))).join('\r'),
);

const rowsOf = async (of: ImportBench) => ({
  patients: await of.rows(
    `select last_name, mrn, mrn_system, is_possible_duplicate, version from patient order by mrn`,
  ),
  numbers: await of.rows(
    `select p.mrn, system, value from patient_identifier join patient p using (patient_id) order by 1, 2, 3`,
  ),
  pairs:
    await of.rows(`select least(a.mrn, b.mrn) as one, greatest(a.mrn, b.mrn) as other, reason from patient_duplicate d
    join patient a on a.patient_id = d.patient_id join patient b on b.patient_id = d.other_patient_id order by 1, 2`),
  encounters:
    await of.rows(`select p.mrn, source_id, encounter_date, discharge_date, (select count(*) from patient_encounter_provider
    where patient_encounter_id = e.patient_encounter_id) as providers
    from patient_encounter e join patient p using (patient_id) order by 1, 2`),
  conditions: await of.rows(
    `select p.mrn, source_id from patient_condition join patient p using (patient_id) order by 1, 2`,
  ),
  providers: await of.rows(`select npi_number, last_name from healthcare_provider order by 1, 2`),
  keys: await of.rows(`select resource_type, system, value from source_key order by 1, 2, 3`),
  remembered: await of.rows('select count(*) from imported_message'),
});

test('four importers at once leave the same rows as one after the other', async () => {
  const files = await Promise.all(lanes.map((lane, index) => bench.files.write(lane, `lane-${index}.hl7`)));
  const reports = await Promise.all(files.map((file) => bench.import(file, { db })));
  for (const file of files) await other.import(file);
  expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  const [together, apart] = await Promise.all([rowsOf(bench), rowsOf(other)]);
  expect(together).toEqual(apart);
  expect(together.patients).toHaveLength(40);
  expect(together.providers).toHaveLength(3);
  expect(together.pairs).toHaveLength(60);
  // The same messages by four importers at once.
  const again = await Promise.all(files.map(() => bench.import(files, { db })));
  expect(again.map(({ hasChanges, problems }) => ({ hasChanges, problems }))).toEqual(
    files.map(() => ({ hasChanges: false, problems: [] })),
  );
});

test('messages that two importers have for the first time are imported once', async () => {
  const file = await bench.files.write(
    names.map((_name, patient) => message(5, patient, 'A01')).join('\r'),
    'shared.hl7',
  );
  const reports = await Promise.all([1, 2, 3, 4].map(() => bench.import(file, { db })));
  expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  expect(await bench.rows(`select count(*)::int as n from patient where mrn like 'P5-%'`)).toEqual([{ n: 10 }]);
});

test('two clients do not wait for each other, nor for the provider registry', async () => {
  const content = message(9, 0, 'A01');
  // While one client's import of these people and the registry are at work.
  await db.transaction().execute(async (holding) => {
    await lockRegistry(holding);
    await lockPeople(
      holding,
      bench.clientId,
      ['Patient\thl7v2:HOSP9/HOSP9\tP9-0'],
      [{ last_name: names[0], first_name: 'Paula', date_of_birth: '1960-09-09' }],
    );
    const report = await bench.importContent(content, { db, clientId: bench.otherClientId });
    expect(report.problems).toEqual([]);
  });
});

test('an import that ended in the middle, and begins again, leaves the same rows', async () => {
  const [one, two] = await Promise.all([startImportBench(), startImportBench()]);
  const texts = names.map((_name, patient) => message(7, patient, 'A01').replace('ADT^A01', 'ORU^R01'));
  const write = (to: ImportBench) => to.files.write(texts.join('\r'), 'broken.hl7');
  let left = 6;
  const failing: DocumentStorage = Object.assign(Object.create(one.storage) as DocumentStorage, {
    put: async (...input: Parameters<DocumentStorage['put']>) => {
      left -= 1;
      if (left < 0) throw new Error('The process ended');
      return await one.storage.put(...input);
    },
  });
  await expect(one.import(await write(one), { storage: failing })).rejects.toThrow('The process ended');
  expect(await one.rows('select count(*)::int as n from imported_message')).toEqual([{ n: 6 }]);
  await one.import(await write(one));
  await two.import(await write(two));
  expect(await rowsOf(one)).toEqual(await rowsOf(two));
  await Promise.all([one.stop(), two.stop()]);
});
