import { describe, expect, test } from 'vitest';

import { condition, encounter, note, patient, transaction } from '../../../test/fhirFiles.ts';
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

describe('a record that was withdrawn', () => {
  const of = { patient: { reference: 'Patient/withdrawn' }, subject: { reference: 'Patient/withdrawn' } };
  const records: readonly [table: string, standing: Resource, withdrawn: Record<string, unknown>][] = [
    ['patient_encounter', encounter('w', 'Patient/withdrawn'), { status: 'cancelled' }],
    [
      'patient_appointment',
      {
        resourceType: 'Appointment',
        id: 'w',
        status: 'booked',
        start: '2024-05-01T09:00:00-04:00',
        participant: [{ actor: of.patient }],
      },
      { status: 'entered-in-error' },
    ],
    [
      'patient_coverage',
      { resourceType: 'Coverage', id: 'w', status: 'active', beneficiary: of.patient, payor: [{ display: 'Aetna' }] },
      { status: 'entered-in-error' },
    ],
    [
      'patient_condition',
      condition('w', 'Patient/withdrawn'),
      { verificationStatus: { coding: [{ code: 'refuted' }] }, clinicalStatus: undefined },
    ],
    ['patient_document', note('w', 'Patient/withdrawn', 'A note'), { status: 'entered-in-error' }],
    ['record_care_team', { resourceType: 'CareTeam', id: 'w', status: 'active', ...of }, { status: 'inactive' }],
  ];
  const told = (day: string, resource: Resource) =>
    bench.importContent(
      transaction(patient('withdrawn'), { ...resource, meta: { lastUpdated: `2024-03-${day}T00:00:00Z` } }),
    );
  const shown = async (table: string) =>
    (await bench.rows(`select 1 from ${table} x where to_jsonb(x) ->> 'is_archived' is distinct from 'true'`)).length;

  test.each(records)(
    'is not brought back by an older copy (%s), but by a newer one',
    async (table, standing, change) => {
      const before = await shown(table);
      await told('03', { ...standing, ...change });
      const late = await told('02', standing);
      expect(await shown(table), 'never imported').toBe(before);
      expect([...late.notKept.values()]).toEqual([1]);
      await told('04', standing);
      expect(await shown(table), 'newer').toBe(before + 1);
      await told('06', { ...standing, ...change });
      await told('05', standing);
      expect(await shown(table), 'imported before').toBe(before);
    },
  );

  test('of a message neither', async () => {
    const header = (event: string, hour: string) =>
      `MSH|^~\\&|ADT|LAKESIDE|||202403${hour}0000||${event}|${hour}|P|2.5.1`;
    const person = 'PID|1||GONE1^^^LKS^MR||GONES^DAN||19610314|F';
    const visit = `PV1|1|I|4W||||||||||||||||GONE1^^^LKS^VN${'|'.repeat(25)}20240301080000`;
    await bench.importContent([header('ADT^A11', '0310'), person, visit].join('\r'));
    await bench.importContent([header('ADT^A01', '0108'), person, visit, 'DG1|1||I10^Hypertension^I10'].join('\r'));
    const appointment = 'SCH|GONE1|GONE1|||||CHECKUP^Checkup|||||^^30^20240501090000';
    await bench.importContent([header('SIU^S17', '0310'), appointment, person].join('\r'));
    await bench.importContent([header('SIU^S12', '0108'), appointment, person].join('\r'));
    const mine = "where patient_id = (select patient_id from patient where mrn = 'GONE1')";
    expect(await bench.rows(`select 1 from patient_encounter ${mine}`)).toEqual([]);
    expect(await bench.rows(`select 1 from patient_appointment ${mine}`)).toEqual([]);
    expect(await bench.rows(`select description from patient_condition ${mine}`)).toHaveLength(1);
  });
});
