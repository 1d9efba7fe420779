import type { PatientInfo } from '@careloop/contracts/patients';

/** The number people call first. */
export function patientPhone(patient: PatientInfo): string | null {
  return patient.cellPhone ?? patient.homePhone ?? patient.officePhone ?? patient.alternatePhone;
}
