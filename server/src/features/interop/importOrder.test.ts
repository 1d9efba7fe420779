import { describe, expect, test } from 'vitest';

import { condition, encounter, patient, transaction } from '../../../test/fhirFiles.ts';
import type { Resource } from '../../../test/fhirFiles.ts';
import { importBench } from '../../../test/imports.ts';

// Files that do not arrive in the order in which they were written.

const bench = importBench();

describe('an older copy that arrives after a newer one', () => {
  // The newest copy says again what the first one said, so that only its date is new.
  test.each(['Encounter', 'Condition', 'MedicationStatement'])('of a %s changes nothing', async (type) => {
    const id = `older-${type}`;
    const copy = (lastUpdated: string, text: string): Resource => {
      const meta = { lastUpdated };
      const reasonCode = [{ text }];
      if (type === 'Encounter') return encounter(id, 'Patient/older', { meta, reasonCode });
      const resource = condition(id, 'Patient/older', { meta, code: { text }, medicationCodeableConcept: { text } });
      return { ...resource, resourceType: type, clinicalStatus: undefined };
    };
    const told = (lastUpdated: string, text: string) =>
      bench.importContent(transaction(patient('older'), copy(lastUpdated, text)));
    await told('2024-03-01T00:00:00Z', 'right');
    await told('2024-03-03T00:00:00Z', 'right');
    const late = await told('2024-03-02T00:00:00Z', 'wrong');
    expect([...late.counts.values()].map(({ updated }) => updated)).toEqual([0, 0]);
  });

  test('does not end a stay whose discharge was canceled since', async () => {
    const told = (event: string, hour: string, ended = '') =>
      bench.importContent(
        [
          `MSH|^~\\&|ADT|LAKESIDE|||202403${hour}0000||ADT^${event}|${event}|P|2.5.1`,
          'PID|1||STAY1^^^LKS^MR||STAYS^DAN||19610314|F',
          `PV1|1|I|4W||||||||||||||||STAY1^^^LKS^VN${'|'.repeat(25)}20240301080000|${ended}`,
        ].join('\r'),
      );
    await told('A01', '0108');
    await told('A13', '0310');
    await told('A03', '0210', '20240302100000');
    const stays = await bench.rows("select discharge_date from patient_encounter where source_id = 'STAY1'");
    expect(stays).toEqual([{ discharge_date: null }]);
  });
});

test('messages in files of one run are imported in the order in which they were sent', async () => {
  const told = (event: string, day: string, ...segments: string[]) =>
    bench.files.write([`MSH|^~\\&|ADT|LAKESIDE|||202403${day}080000||${event}|${day}|P|2.5.1`, ...segments].join('\r'));
  const person = 'PID|1||ORDER1^^^LKS^MR||ORDERS^DAN||19610314|F';
  const appointment = 'SCH|AP1|AP1|||||CHECKUP^Checkup|||||^^30^20240501090000';
  const paths = [
    await told('SIU^S17', '03', appointment, person),
    await told('ADT^A08', '04', person),
    await told('SIU^S12', '01', appointment, person),
    await told('ADT^A08', '02', `${person}|||1 Main St^^Boston^MA^02114||6175550101`),
  ];
  await bench.import(paths);
  expect(await bench.rows("select home_phone from patient where mrn = 'ORDER1'")).toEqual([
    { home_phone: '6175550101' },
  ]);
  expect(await bench.rows("select 1 from patient_appointment where source_id = 'AP1'")).toEqual([]);
});
