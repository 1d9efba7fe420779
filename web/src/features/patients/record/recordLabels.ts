import type { ChangedColumn } from '@careloop/contracts/patients/history';

type FieldOf<Column extends string> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FieldOf<Rest>>}`
  : Column;

/** Labels of a patient's fields, in forms and in the history. */
export const recordLabels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  nameSuffix: 'Suffix',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  genderCode: 'Gender',
  isDeceased: 'Deceased',
  deceasedOn: 'Date of death',
  ssn: 'SSN',
  language: 'Language',
  languageCode: 'Language',
  maritalStatus: 'Marital status',
  maritalStatusCode: 'Marital status',
  cellPhone: 'Cell phone',
  homePhone: 'Home phone',
  officePhone: 'Office phone',
  alternatePhone: 'Alternate phone',
  email: 'Email',
  address1: 'Address',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zipcode: 'Zip',
  caregiverName: 'Caregiver',
  nextOfKinName: 'Next of kin',
  nextOfKinRelationship: 'Relationship of next of kin',
  nextOfKinPhone: 'Phone of next of kin',
  pcpName: 'Primary care',
  relationship: 'Relationship',
  relationshipCode: 'Relationship',
  payerName: 'Payer',
  planType: 'Plan',
  insurancePlanId: 'Plan',
  memberId: 'Member ID',
  groupNumber: 'Group number',
  subscriberName: 'Subscriber',
  subscriberRelationship: 'Relationship to subscriber',
  subscriberRelationshipCode: 'Relationship to subscriber',
  startDate: 'From',
  endDate: 'To',
  status: 'Status',
  encounterType: 'Type',
  encounterTypeCode: 'Type',
  encounterDate: 'Encounter date',
  dischargeDate: 'Discharged',
  admitReason: 'Reason',
  encounterDetail: 'Detail',
  facilityName: 'Facility',
  accountNumber: 'Account number',
  mrn: 'MRN of the encounter',
  roomNumber: 'Room',
  esiLevel: 'ESI level',
  dischargeDisposition: 'Discharge disposition',
  transferredFromType: 'Transferred from',
  transferredFromTypeCode: 'Transferred from',
  transferredFromFacilityName: 'Transferred from (facility)',
  transferredToType: 'Transferred to',
  transferredToTypeCode: 'Transferred to',
  transferredToFacilityName: 'Transferred to (facility)',
  name: 'Name',
  description: 'Description',
  conditionCode: 'Condition',
  minAge: 'Age from',
  maxAge: 'Age to',
  facilityId: 'Facility',
} as const satisfies Readonly<Record<FieldOf<ChangedColumn>, string> & Record<string, string>>;

const labels: Readonly<Record<string, string>> = recordLabels;

/** The label of a column (next_of_kin_name) or of a field (nextOfKinName). */
export function recordLabel(name: string): string {
  return labels[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] ?? name.replaceAll('_', ' ');
}
