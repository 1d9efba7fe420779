import type { PatientDocument } from '@careloop/contracts/charts';
import { describe, expect, test } from 'vitest';

import { groupCharts, labNameOf } from './groupCharts.ts';
import type { ChartEncounter } from './groupCharts.ts';

const aDocument = (patientDocumentId: number, over: Partial<PatientDocument> = {}) =>
  ({
    patientDocumentId,
    documentTypeName: 'Progress Note',
    dateProvided: '2026-03-04T15:00:00Z',
    patientEncounterId: null,
    referralId: null,
    ...over,
  }) as PatientDocument;

const anEncounter = (patientEncounterId: number, over: Partial<ChartEncounter> = {}): ChartEncounter => ({
  patientEncounterId,
  accountNumber: null,
  encounterDate: '2026-03-01T15:00:00Z',
  dischargeDate: null,
  timeZone: 'America/New_York',
  encounterType: 'inpatient',
  facilityName: 'Lakeside Clinic',
  ...over,
});

const appointment = {
  patientAppointmentId: 4,
  appointmentTime: '2026-05-01T15:00:00Z',
  timeZone: null,
  dateCreated: '2026-04-01T15:00:00Z',
  description: null,
  status: 'pending',
  providerName: null,
  patientEncounterId: null,
};

const group = (documents: PatientDocument[], encounters: ChartEncounter[] = [], timeZone = 'UTC') =>
  groupCharts(1, { documents, appointments: [appointment], referrals: [] }, encounters, timeZone);

describe('visits', () => {
  test('are accounts, from the earliest encounter to the latest discharge; without an account number, encounters', () => {
    const encounters = [
      anEncounter(1, { accountNumber: 'A1', dischargeDate: '2026-03-02T10:00:00Z' }),
      anEncounter(2, {
        accountNumber: 'A1',
        encounterDate: '2026-02-20T15:00:00Z',
        dischargeDate: '2026-03-09T10:00:00Z',
      }),
      anEncounter(3, { encounterDate: '2026-04-01T15:00:00Z' }),
      anEncounter(4, { encounterDate: '2026-04-02T15:00:00Z' }),
    ];
    const documents = [1, 2, 3, 4].map((one) => aDocument(one, { patientEncounterId: one }));
    const { visit } = group([...documents, aDocument(5)], encounters);
    expect(visit.map(({ kind, charts }) => [kind, charts])).toEqual([
      ['patient', ['1:-100', '5:-900']],
      ['visit', ['3:4']],
      ['visit', ['3:3']],
      ['visit', ['3:2', '3:1']],
      ['appointments', ['2:4']],
      ['noVisit', ['3:5']],
    ]);
    expect(visit[3]?.visit).toMatchObject({
      accountNumber: 'A1',
      encounterDate: '2026-02-20T15:00:00Z',
      dischargeDate: '2026-03-09T10:00:00Z',
    });
  });
});

describe('dates', () => {
  test('are months in the requested time zone, latest first', () => {
    const atMidnight = aDocument(1, { dateProvided: '2026-03-01T02:00:00Z' });
    const monthsOf = (timeZone: string) => group([atMidnight], [], timeZone).date.map(({ month }) => month);
    expect(monthsOf('UTC')).toEqual([null, '2026-05', '2026-03']);
    expect(monthsOf('America/New_York')).toEqual([null, '2026-05', '2026-02']);
  });
});

describe('chart types', () => {
  test('are sorted by name, with one group for all labs', () => {
    const documents = [
      aDocument(1, { documentTypeName: 'Lab Results - Hemoglobin A1c' }),
      aDocument(2, { documentTypeName: 'Lab Results - ' }),
      aDocument(3, { documentTypeName: 'Lab Results - Hemoglobin A1c', referralId: 9 }),
      aDocument(4),
    ];
    const { chartType } = group(documents);
    expect(chartType.map(({ label }) => label)).toEqual([
      'Patient',
      'Lab Results - Hemoglobin A1c',
      'Labs',
      'Progress Note',
      'Appointments',
    ]);
    expect(chartType[2]?.groups.map(({ label, charts }) => [label, charts])).toEqual([
      ['Hemoglobin A1c', ['3:1']],
      ['Unspecified', ['3:2']],
    ]);
  });

  test('of labs lose their prefix', () => {
    const nameOf = (documentTypeName: string) => labNameOf({ documentTypeName, referralId: null });
    expect(nameOf('Lab Results - Lipid panel')).toBe('Lipid panel');
    expect(nameOf('Lab Results -')).toBe('Unspecified');
    expect(nameOf('Lab Results -Lipid panel')).toBe('Lab Results -Lipid panel');
    expect(nameOf('laboratory report')).toBe('laboratory report');
    expect(nameOf('Radiology Report')).toBeNull();
  });
});

test('5,000 charts are grouped quickly', () => {
  const documents = Array.from({ length: 5000 }, (_one, index) =>
    aDocument(index + 1, { documentTypeName: `Type ${index % 40}`, patientEncounterId: index % 300 }),
  );
  const encounters = Array.from({ length: 300 }, (_one, index) =>
    anEncounter(index, { accountNumber: `A${index % 90}` }),
  );
  const { visit } = group(documents, encounters);
  expect(visit.flatMap(({ charts }) => charts)).toHaveLength(5003);
});
