import { patientName } from '@careloop/contracts/patients/identity';
import { genderLabels } from '@careloop/contracts/codes';
import type { DuplicateRecord, RecordCounts } from '@careloop/contracts/duplicates';
import { formatPhone } from '@careloop/contracts/fields';
import { formatBirth, formatLongDay } from '../../ui/dates.ts';

/** A row of the comparison, with each record's value. */
export interface ComparedRow {
  label: string;
  values: string[];
  /** Both have a value, and they differ. */
  isDifferent: boolean;
}

type Reader = (record: DuplicateRecord) => string | null;

function addressOf({ address1, address2, city, state, zipcode }: DuplicateRecord): string {
  const place = [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [address1, address2, place].filter(Boolean).join(', ');
}

function deathOf({ isDeceased, deceasedOn }: DuplicateRecord): string {
  if (!isDeceased) return '';
  return deceasedOn === null ? 'Yes' : formatLongDay(deceasedOn);
}

const facts: readonly (readonly [string, Reader])[] = [
  ['Name', (record) => patientName(record)],
  ['Born', ({ dateOfBirth, deceasedOn }) => (dateOfBirth === null ? '' : formatBirth(dateOfBirth, deceasedOn))],
  ['Gender', ({ gender }) => (gender === 'unknown' ? '' : genderLabels[gender])],
  ['Deceased', deathOf],
  ['MRN', ({ mrn, mrnSystem }) => (mrnSystem === null ? mrn : `${mrn} (${mrnSystem})`)],
  ['SSN', ({ ssnEnding }) => (ssnEnding === null ? '' : `ends in ${ssnEnding}`)],
  ['Address', addressOf],
  ['Home phone', ({ homePhone }) => formatPhone(homePhone)],
  ['Cell phone', ({ cellPhone }) => formatPhone(cellPhone)],
  ['Office phone', ({ officePhone }) => formatPhone(officePhone)],
  ['Other phone', ({ alternatePhone }) => formatPhone(alternatePhone)],
  ['Email', ({ email }) => email],
  ['Language', ({ language }) => language],
  ['Caregiver', ({ caregiverName }) => caregiverName],
  ['Next of kin', ({ nextOfKinName }) => nextOfKinName],
  ['Primary care', ({ pcpName }) => pcpName],
  ['Insurance', ({ coverages }) => [...new Set(coverages.map(({ payerName }) => payerName))].join(', ')],
  ['Other identifiers', ({ identifiers, mrn }) => otherIdentifiers(identifiers, mrn)],
];

function otherIdentifiers(identifiers: DuplicateRecord['identifiers'], mrn: string): string {
  const others = identifiers.filter(({ value }) => value !== mrn);
  return others.map(({ system, value }) => (system === null ? value : `${value} (${system})`)).join(', ');
}

/** Compares the identity of both records; rows without any value are left out. */
export function compareFacts(records: readonly DuplicateRecord[]): ComparedRow[] {
  const rows = facts.map(([label, read]): ComparedRow => {
    const values = records.map((record) => read(record) ?? '');
    const filled = values.filter((value) => value !== '').map((value) => value.toLocaleLowerCase('en-US'));
    return { label, values, isDifferent: new Set(filled).size > 1 };
  });
  return rows.filter(({ values }) => values.some((value) => value !== ''));
}

const countLabels: Record<keyof RecordCounts, string> = {
  encounters: 'Encounters',
  conditions: 'Conditions',
  documents: 'Documents',
  coverages: 'Insurance plans',
  appointments: 'Appointments',
  referrals: 'Referrals',
  conversations: 'Conversations',
  careTeam: 'Care team',
};

/** Compares how much data each record has. */
export function compareCounts(records: readonly DuplicateRecord[]): ComparedRow[] {
  const keys = Object.keys(countLabels) as (keyof RecordCounts)[];
  return keys.map((key) => ({
    label: countLabels[key],
    values: records.map(({ counts }) => String(counts[key])),
    isDifferent: false,
  }));
}
