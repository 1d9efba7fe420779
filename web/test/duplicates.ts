import type { DuplicateDetail, DuplicateRecord } from '@careloop/contracts/duplicates';
import { queueItem } from './queueItems.ts';

const counts = {
  encounters: 2,
  conditions: 0,
  documents: 1,
  coverages: 0,
  appointments: 0,
  referrals: 0,
  conversations: 0,
  careTeam: 3,
};

const record: DuplicateRecord = {
  ...queueItem.patient,
  isPossibleDuplicate: true,
  homePhone: null,
  cellPhone: null,
  officePhone: null,
  alternatePhone: null,
  email: null,
  address1: '14 Harbor Street',
  address2: null,
  city: 'Worcester',
  state: 'MA',
  zipcode: '01608',
  caregiverName: null,
  nextOfKinName: null,
  nextOfKinRelationship: null,
  nextOfKinPhone: null,
  pcpName: null,
  language: null,
  clientName: 'Bay Colony Health Partners',
  careTeamSize: 3,
  coverages: [],
  version: 4,
  ssnEnding: '1234',
  identifiers: [],
  counts,
};

/** Two open records with different birth dates. */
export const duplicate: DuplicateDetail = {
  patientDuplicateId: 5,
  status: 'open',
  reason: 'ssn',
  differences: ['birthDate'],
  foundAt: '2026-01-02T15:00:00Z',
  weight: 26,
  facts: [
    { fact: 'lastName', agreement: 'equal', weight: 9.5 },
    { fact: 'firstName', agreement: 'short', weight: 5.5 },
    { fact: 'birthDate', agreement: 'differs', weight: -7 },
    { fact: 'address', agreement: 'equal', weight: 5 },
    { fact: 'ssn', agreement: 'equal', weight: 13 },
  ],
  version: 1,
  patients: [
    record,
    {
      ...record,
      patientId: 2,
      mrn: '1002',
      firstName: 'Gracie',
      dateOfBirth: '1954-07-14',
      version: 6,
      counts: { ...counts, encounters: 7 },
    },
  ],
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  survivingPatientId: null,
  can: { merge: true, keepApart: true, reopen: true, undoMerge: true },
};
