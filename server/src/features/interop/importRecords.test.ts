import { describe, expect, test } from 'vitest';

import {
  condition,
  encounter,
  location,
  patient,
  practitioner,
  reference,
  transaction,
} from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

const bench = importBench();

test('encounters keep the time zone in which their times were stated', async () => {
  const start = '2026-02-03T22:30:00';
  const named = {
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/timezone', valueCode: 'Pacific/Honolulu' }],
  };
  await bench.importContent(
    transaction(
      patient('zoned'),
      encounter('by-offset', 'urn:uuid:zoned', { period: { start: `${start}-08:00` } }),
      encounter('by-name', 'urn:uuid:zoned', { period: { start: `${start}-10:00`, _start: named } }),
      // UTC is how systems write times, not where somebody is.
      encounter('in-utc', 'urn:uuid:zoned', { period: { start: `${start}Z` } }),
      encounter('ended', 'urn:uuid:zoned', { period: { end: `${start}-07:00` } }),
    ),
  );
  const rows = await bench.rows(`select source_id, time_zone from patient_encounter join patient using (patient_id)
    where last_name = 'Family-zoned' order by source_id`);
  expect(rows).toEqual([
    { source_id: 'by-name', time_zone: 'Pacific/Honolulu' },
    { source_id: 'by-offset', time_zone: '-08:00' },
    { source_id: 'ended', time_zone: '-07:00' },
    { source_id: 'in-utc', time_zone: null },
  ]);
});

describe('appointments', () => {
  const appointment = (id: string, status: string, changes: Record<string, unknown> = {}) => ({
    resourceType: 'Appointment',
    id,
    status,
    start: '2026-02-03T09:30:00-05:00',
    description: 'Echocardiogram',
    participant: [
      { actor: reference('Location/room-1') },
      { actor: reference('urn:uuid:booked') },
      { actor: reference('Practitioner/heart') },
    ],
    ...changes,
  });
  const others = [patient('booked'), practitioner('heart', '1234567893'), location('room-1')];

  test('are stored with provider, location and status', async () => {
    const report = await bench.importContent(
      transaction(
        ...others,
        appointment('a-booked', 'booked'),
        appointment('a-done', 'fulfilled', { description: undefined, appointmentType: { text: 'Check-up' } }),
        appointment('a-missed', 'noshow'),
        appointment('a-off', 'cancelled'),
        appointment('a-when', 'proposed', { start: undefined }),
        appointment('a-odd', 'maybe'),
        appointment('a-whose', 'booked', { participant: [{ actor: reference('Location/room-1') }] }),
      ),
    );
    expect(countsOf(report, 'appointments')).toEqual({ created: 5, rejected: 2 });
    expect(reasonsOf(report)).toEqual(['Appointment a-when: has no start', 'Appointment a-whose: names no patient']);
    const rows = await bench.rows(`
      select a.source_id as id, a.status, description, f.name as facility, p.last_name as provider,
        appointment_time = '2026-02-03T14:30:00Z' as in_time
      from patient_appointment a join facility f using (facility_id) join healthcare_provider p using (healthcare_provider_id)
      order by a.source_id`);
    const common = {
      description: 'Echocardiogram',
      facility: 'Clinic room-1',
      provider: 'Doctor-heart',
      in_time: true,
    };
    expect(rows).toEqual([
      { ...common, id: 'a-booked', status: 'pending' },
      { ...common, id: 'a-done', status: 'completed', description: 'Check-up' },
      { ...common, id: 'a-missed', status: 'no_show' },
      { ...common, id: 'a-odd', status: 'pending' },
      { ...common, id: 'a-off', status: 'canceled' },
    ]);
  });

  test('are deleted if entered in error', async () => {
    const report = await bench.importContent(transaction(...others, appointment('a-booked', 'entered-in-error')));
    expect(countsOf(report, 'appointments')).toEqual({ removed: 1 });
  });
});

describe('coverage', () => {
  const claim = (id: string, payer: string, created: string) => ({
    resourceType: 'Claim',
    id,
    status: 'active',
    patient: reference('urn:uuid:insured'),
    created,
    insurance: [{ coverage: { display: payer } }],
  });
  const coverage = {
    resourceType: 'Coverage',
    id: 'own',
    status: 'active',
    type: { text: 'PPO' },
    beneficiary: reference('urn:uuid:insured'),
    payor: [{ display: 'Humana' }],
  };
  const kept = `select payer_name, plan_type, status, start_date, end_date from patient_coverage
    join patient using (patient_id) where mrn = 'MRN-insured' order by payer_name`;

  test('is read from claims if there is no Coverage record, one row per payer', async () => {
    const content = transaction(
      patient('insured'),
      coverage,
      claim('c1', 'Cigna Health', '2001-02-03T23:30:00-05:00'),
      claim('c2', 'Medicare', '2019-01-01'),
      claim('c3', 'HUMANA', '2018-01-01'),
      claim('c4', 'Cigna Health', '2010-05-06'),
      claim('c5', 'NO_INSURANCE', '2011-05-06'),
      claim('c6', 'Medicare', '2020-01-01'),
    );
    await bench.importContent(content);
    const rows = [
      {
        payer_name: 'Cigna Health',
        plan_type: null,
        status: 'ended',
        start_date: '2001-02-03',
        end_date: '2010-05-06',
      },
      { payer_name: 'Humana', plan_type: 'PPO', status: 'active', start_date: null, end_date: null },
      { payer_name: 'Medicare', plan_type: null, status: 'active', start_date: '2019-01-01', end_date: null },
    ];
    expect(await bench.rows(kept)).toEqual(rows);
    expect((await bench.importContent(content)).hasChanges).toBe(false);
  });

  test('keeps group and subscriber, the relationship by its label', async () => {
    const code = (value: string) => ({ coding: [{ code: value }] });
    await bench.importContent(
      transaction(patient('grouped'), {
        ...coverage,
        id: 'grouped',
        beneficiary: reference('urn:uuid:grouped'),
        class: [
          { type: code('plan'), value: 'gold '.repeat(11) },
          { type: code('group'), value: 'G-7' },
        ],
        subscriber: { display: 'Ida Berg' },
        relationship: code('spouse'),
      }),
    );
    const rows = await bench.rows(`select group_number, subscriber_name, subscriber_relationship from patient_coverage
      where source_id = 'grouped'`);
    expect(rows).toEqual([{ group_number: 'G-7', subscriber_name: 'Ida Berg', subscriber_relationship: 'Spouse' }]);
  });

  test('without a payer name is rejected', async () => {
    const report = await bench.importContent(
      transaction(
        patient('insured'),
        { ...coverage, id: 'nameless', payor: [reference('Organization/unknown')] },
        { ...coverage, id: 'none', payor: [] },
      ),
    );
    expect(reasonsOf(report)).toEqual(['Coverage none: names no payer', 'Coverage nameless: does not name its payer']);
  });
});

describe('a newer copy of a record replaces the whole row', () => {
  const subject = 'urn:uuid:corrected';
  const onlyText = { code: { text: 'Chest pain' }, onsetDateTime: undefined, onsetAge: { value: 40, unit: 'a' } };
  const resolved = { clinicalStatus: { coding: [{ code: 'resolved' }] }, abatementDateTime: '2021-02-03' };
  const coverage = {
    resourceType: 'Coverage',
    id: 'corrected',
    status: 'active',
    beneficiary: reference(subject),
    payor: [{ display: 'Humana' }],
    period: { start: '2020-01-01' },
  };
  const appointment = {
    resourceType: 'Appointment',
    id: 'corrected',
    status: 'booked',
    start: '2026-02-03T09:30:00-05:00',
    participant: [{ actor: reference(subject) }],
  };
  const where = [{ location: reference('Location/corrected-room') }];

  test.each([
    {
      what: 'a condition that became active again',
      first: condition('reopened', subject, resolved),
      newer: condition('reopened', subject),
      sql: `select clinical_status, abatement_date from patient_condition where source_id = 'reopened'`,
      row: { clinical_status: 'active', abatement_date: null },
    },
    {
      what: 'a condition as text only, with an age instead of a date',
      first: condition('reworded', subject),
      newer: condition('reworded', subject, { ...onlyText, clinicalStatus: undefined }),
      sql: `select code_system, code, description, clinical_status, onset_date, onset_text from patient_condition
        where source_id = 'reworded'`,
      row: {
        code_system: null,
        code: null,
        description: 'Chest pain',
        clinical_status: 'unknown',
        onset_date: null,
        onset_text: 'At age 40 years',
      },
    },
    {
      what: 'a coverage that was reinstated',
      first: { ...coverage, status: 'cancelled', period: { start: '2020-01-01', end: '2021-01-01' } },
      newer: coverage,
      sql: `select status, start_date, end_date from patient_coverage where source_id = 'corrected'`,
      row: { status: 'active', start_date: '2020-01-01', end_date: null },
    },
    {
      what: 'an encounter whose discharge was revoked',
      first: encounter('corrected', subject, { location: where }),
      newer: encounter('corrected', subject, { class: undefined, period: { start: '2024-03-01T09:30:00-05:00' } }),
      sql: `select encounter_type, discharge_date, facility_id from patient_encounter where source_id = 'corrected'`,
      row: { encounter_type: 'unknown', discharge_date: null, facility_id: null },
    },
    {
      what: 'an appointment without its description and place',
      first: {
        ...appointment,
        description: 'Echocardiogram',
        participant: [...appointment.participant, { actor: reference('Location/corrected-room') }],
      },
      newer: appointment,
      sql: `select description, facility_id from patient_appointment where source_id = 'corrected'`,
      row: { description: null, facility_id: null },
    },
  ])('$what', async ({ first, newer, sql, row }) => {
    const others = [patient('corrected'), location('corrected-room')];
    await bench.importContent(transaction(...others, first));
    await bench.importContent(transaction(...others, newer));
    expect(await bench.rows(sql)).toEqual([row]);
  });
});
