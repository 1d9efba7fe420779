import { mrnText } from '@careloop/contracts/patients/identity';
import type { PatientSummary } from '@careloop/contracts/patients';
import { formatBirth } from '../../../ui/dates.ts';

/** Distinguishes patients with the same name: "Born 14-Jul-1945 (81y) · MRN 1234". */
export function patientIdentity(patient: PatientSummary): string {
  const born =
    patient.dateOfBirth === null
      ? 'Birth date not stated'
      : `Born ${formatBirth(patient.dateOfBirth, patient.deceasedOn)}`;
  return `${born} · ${mrnText(patient)}`;
}

/** The same with the record's marks: "Born 14-Jul-1945 (81y) · MRN 1234 · Possible duplicate". */
export function patientFacts(patient: PatientSummary): string {
  return [patientIdentity(patient), ...patientMarks(patient)].join(' · ');
}

/** What users who select a patient should know about the record. */
export function patientMarks({ isDeceased, isActive, isPossibleDuplicate }: PatientSummary): PatientMark[] {
  const marks: (PatientMark | false)[] = [
    isDeceased && 'Deceased',
    !isActive && 'Inactive record',
    isPossibleDuplicate && 'Possible duplicate',
  ];
  return marks.filter((mark) => mark !== false);
}

export type PatientMark = 'Deceased' | 'Inactive record' | 'Possible duplicate';
