import { patientName } from '@careloop/contracts/patients/identity';
import type { Invitation } from '@careloop/contracts/care-teams/invitations';

/** LAST, First */
export function invitedPatientName({
  patientFirstName,
  patientLastName,
}: Pick<Invitation, 'patientFirstName' | 'patientLastName'>): string {
  return patientName({ firstName: patientFirstName, middleName: null, lastName: patientLastName });
}

/** "Born 1950" */
export function birthYearText({ birthYear }: Pick<Invitation, 'birthYear'>): string {
  return birthYear === null ? 'Birth year unknown' : `Born ${birthYear}`;
}

export const declineReasonHint = 'Everyone who can see the patient can read it.';
