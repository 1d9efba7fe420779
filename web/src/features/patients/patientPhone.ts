import type { PatientInfo } from '@careloop/contracts/patients';

/** The patient's preferred phone number. */
export function patientPhone(patient: PatientInfo): string | null {
  return patient.cellPhone ?? patient.homePhone ?? patient.officePhone ?? patient.alternatePhone;
}
