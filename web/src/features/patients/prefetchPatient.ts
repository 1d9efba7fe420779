import { canAccessPatient, getPatientInfo } from '@careloop/contracts/patients';
import { prefetch } from '../../api/query.ts';

/** What the patient's page asks for first. */
export function prefetchPatient(patientId: number): void {
  prefetch(canAccessPatient, { patientId: String(patientId) });
  prefetch(getPatientInfo, { patientId });
}
