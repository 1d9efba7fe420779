import { codes } from '../codeTable.ts';

// Coded values of a patient's record (docs/domain/patients.md): names inside the product, numbers in the API.

const namesOf = <Table extends Record<string, number>>({ table }: { table: Table }) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];

/** The numbers of a code table, for input schemas. */
export const codesOf = <const Table extends Record<string, number>>({ table }: { table: Table }) =>
  Object.values(table) as [Table[keyof Table], ...Table[keyof Table][]];

export const gender = codes({ none: 0, male: 1, female: 2, unknown: 3 });

export const maritalStatus = codes({
  none: 0,
  single: 1,
  married: 2,
  divorced: 3,
  legally_separated: 4,
  widowed: 5,
  separated: 6,
  common_law: 7,
  living_together: 8,
  domestic_partner: 9,
  registered_domestic_partner: 10,
  annulled: 11,
  interlocutory: 12,
  unmarried: 13,
  other: 98,
  unknown: 99,
});
export type MaritalStatus = keyof typeof maritalStatus.table;
export const maritalStatusLabels: Record<MaritalStatus, string> = {
  none: 'None',
  single: 'Single',
  married: 'Married',
  divorced: 'Divorced',
  legally_separated: 'Legally separated',
  widowed: 'Widowed',
  separated: 'Separated',
  common_law: 'Common law',
  living_together: 'Living together',
  domestic_partner: 'Domestic partner',
  registered_domestic_partner: 'Registered domestic partner',
  annulled: 'Anulled',
  interlocutory: 'Interlocutory',
  unmarried: 'Unmarried',
  other: 'Other',
  unknown: 'Unknown',
};

/** Synonyms of marital statuses in imported records. */
const maritalStatusWords: Readonly<Record<string, MaritalStatus>> = {
  'never married': 'single',
  annulled: 'annulled',
  polygamous: 'other',
};

/** Parses a marital status on file; null if unknown. */
export function maritalStatusOf(words: string | null): MaritalStatus | null {
  const key = words?.trim().toLowerCase() ?? '';
  const labelled = namesOf(maritalStatus).find((name) => maritalStatusLabels[name].toLowerCase() === key);
  return labelled ?? maritalStatusWords[key] ?? null;
}

/** Relationships with a number; all others are stored as text. */
export const patientRelationship = codes({ self: 1, spouse: 2, child: 3, stepson: 171 });
export type PatientRelationship = keyof typeof patientRelationship.table;
export const patientRelationshipLabels: Record<PatientRelationship, string> = {
  self: 'Self',
  spouse: 'Spouse',
  child: 'Child',
  stepson: 'Stepson',
};

/** The number of a relationship text; null if it has none. */
export function relationshipCodeOf(words: string | null): number | null {
  const key = words?.trim().toLowerCase();
  const name = namesOf(patientRelationship).find((one) => patientRelationshipLabels[one].toLowerCase() === key);
  return name === undefined ? null : patientRelationship.codeOf(name);
}

export const encounterProviderRole = codes({
  none: 0,
  primary_care: 1,
  admitting: 2,
  operating: 3,
  attending: 4,
  referring: 5,
  consulting: 6,
  emergency: 10,
  other: 20,
  discharge_recommended_primary_care: 30,
  discharge_recommended_specialist: 31,
  discharge_recommended_facility: 32,
  discharge_recommended_other: 33,
  pcp_recommended_specialist: 40,
});
export type EncounterProviderRole = keyof typeof encounterProviderRole.table;
export const encounterProviderRoleLabels: Record<EncounterProviderRole, string> = {
  none: 'None',
  primary_care: 'Primary care',
  admitting: 'Admitting',
  operating: 'Operating',
  attending: 'Attending',
  referring: 'Referring',
  consulting: 'Consulting',
  emergency: 'Emergency',
  other: 'Other',
  discharge_recommended_primary_care: 'Primary care recommended at discharge',
  discharge_recommended_specialist: 'Specialist recommended at discharge',
  discharge_recommended_facility: 'Facility recommended at discharge',
  discharge_recommended_other: 'Recommended at discharge',
  pcp_recommended_specialist: 'Specialist recommended by the PCP',
};

/** Encounter events shown to the care team. */
export const encounterEventType = codes({ patient_admitted: 1, patient_discharged: 2 });

/** Status of a coverage: FHIR codes, and `ended` after its last day. */
export const coverageStatusLabels = {
  active: 'Active',
  ended: 'Ended',
  cancelled: 'Canceled',
  draft: 'Draft',
} as const;

export const insurancePlanType = codes({ hmo: 1, ppo: 2, epo: 3, pos: 4, medicaid: 5, other: 6, ipa: 7 });
export type InsurancePlanType = keyof typeof insurancePlanType.table;
export const insurancePlanTypeLabels: Record<InsurancePlanType, string> = {
  hmo: 'HMO',
  ppo: 'PPO',
  epo: 'EPO',
  pos: 'POS',
  medicaid: 'Medicaid',
  other: 'Other',
  ipa: 'IPA',
};

export const insurancePlanSubtype = codes({
  commercial: 1,
  exchange: 2,
  medicaid: 3,
  medicare_advantage: 11,
  military: 20,
  other: 100,
});
export type InsurancePlanSubtype = keyof typeof insurancePlanSubtype.table;
export const insurancePlanSubtypeLabels: Record<InsurancePlanSubtype, string> = {
  commercial: 'Commercial',
  exchange: 'Exchange',
  medicaid: 'Medicaid',
  medicare_advantage: 'Medicare Advantage',
  military: 'Military',
  other: 'Other',
};
