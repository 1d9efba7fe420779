import { describe, expect, test } from 'vitest';

import { mapEncounter } from './encounter.ts';
import { Naming } from '../shared/references.ts';

function map(changes: Record<string, unknown>) {
  const json = {
    subject: { reference: 'Patient/1' },
    class: { code: 'AMB' },
    period: { start: '2024-03-01' },
    ...changes,
  };
  return mapEncounter(
    { type: 'Encounter', id: 'e', fullUrl: null, ifNoneExist: null, json, line: null },
    new Naming('fhir'),
  );
}

const coded = (...codes: string[]) => ({ coding: codes.map((code) => ({ code })) });

describe('an encounter', () => {
  test.each([
    ['AMB', 'Check-up', 'outpatient'],
    ['AMB', 'Urgent care clinic (procedure)', 'urgent_care'],
    ['AMB', 'Office Visit', 'office_visit'],
    ['IMP', 'Urgent care', 'inpatient'],
    ['EMER', '', 'emergency'],
    ['OBSENC', '', 'observation'],
    ['HH', '', 'post_acute'],
    ['made up', '', 'unknown'],
  ])('of class %s and type "%s" is %s', (code, type, kept) => {
    expect(map({ class: { code }, type: [{ text: type }] }).columns.encounter_type).toBe(kept);
  });

  test.each([
    ['EMER', ['PPRF'], 'emergency'],
    ['AMB', ['PPRF'], 'attending'],
    ['IMP', ['ADM'], 'admitting'],
    ['IMP', ['PPRF', 'ATND'], 'attending'],
    ['AMB', ['REF'], 'referring'],
    ['AMB', ['PCP'], 'primary_care'],
    ['AMB', ['ESC'], 'other'],
    ['AMB', [], 'other'],
  ])('of class %s maps the participant type %s to the role %s', (code, types, role) => {
    const participant = [{ type: [coded(...types)], individual: { reference: 'Practitioner/7' } }];
    expect(map({ class: { code }, participant }).providers.map((item) => item.role)).toEqual([role]);
  });

  test('does not list a relative as a provider', () => {
    expect(map({ participant: [{ individual: { reference: 'RelatedPerson/7' } }] }).providers).toEqual([]);
  });

  test('has its reason, or else its type, as the reason for the visit', () => {
    const type = [{ text: 'Follow-up' }];
    expect(map({ type, reasonCode: [{ coding: [{ display: 'Asthma' }] }] }).columns.admit_reason).toBe('Asthma');
    expect(map({ type }).columns.admit_reason).toBe('Follow-up');
  });

  test('keeps the visit number as the account number', () => {
    const identifier = [
      { system: 'a', value: '1' },
      { system: 'b', value: 'V-2', type: coded('VN') },
    ];
    expect(map({ identifier }).columns.account_number).toBe('V-2');
  });

  test('has valid dates', () => {
    expect(map({ period: { start: '2024-03-01T09:00:00-05:00', end: '2024-03-02' } }).columns).toMatchObject({
      encounter_date: '2024-03-01T09:00:00-05:00',
      discharge_date: '2024-03-02T12:00:00Z',
    });
    expect(map({ period: { end: '2024-03' } })).toMatchObject({
      remarks: [expect.stringContaining('first day of its month')],
      columns: { encounter_date: null, discharge_date: '2024-03-01T12:00:00Z' },
    });
    expect(map({ period: undefined }).columns).toMatchObject({ encounter_date: null, discharge_date: null });
  });

  test('keeps everything but an impossible date, which is named', () => {
    const backwards = map({ period: { start: '2024-03-02', end: '2024-03-01' } });
    expect(backwards.source.unread).toEqual(['left out: period.end is before its start']);
    expect(backwards.columns).toMatchObject({ encounter_date: '2024-03-02T12:00:00Z', discharge_date: null });
    const impossible = map({ period: { start: '2024-02-30', end: '2024-03-01' } });
    expect(impossible.source.unread).toEqual(['left out: period.start is not a date that exists']);
    expect(impossible.columns).toMatchObject({ encounter_date: null, discharge_date: '2024-03-01T12:00:00Z' });
  });

  test('keeps everything but a status outside the value set, which is named', () => {
    const over = map({ status: 'over' });
    expect(over.source.unread).toEqual([
      expect.stringContaining('left out: status “over” is none of planned, arrived'),
    ]);
    expect(over.isVoid).toBe(false);
    expect(map({ status: 'cancelled' }).isVoid).toBe(true);
  });
});
