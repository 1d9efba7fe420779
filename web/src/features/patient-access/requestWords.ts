import { patientName } from '@careloop/contracts/patients/identity';
import { userTypeLabels, type UserType } from '@careloop/contracts/codes';
import type { AccessRequest } from '@careloop/contracts/patient-access';
import type { Tone } from '../../ui/tones.ts';

/** LAST, First */
export function nameOfPatient(of: { patientFirstName: string; patientLastName: string }): string {
  return patientName({ firstName: of.patientFirstName, middleName: null, lastName: of.patientLastName });
}

const isUserType = (type: string): type is UserType => type in userTypeLabels;

/** "Cardiology, Worcester Heart", or the type of user. */
export function requesterDetail(of: Pick<AccessRequest, 'userType' | 'specialty' | 'organizationName'>): string {
  const detail = [of.specialty, of.organizationName].filter(Boolean).join(', ');
  return detail || userTypeText(of.userType);
}

export function userTypeText(userType: string): string {
  return isUserType(userType) ? userTypeLabels[userType] : userType;
}

export const requestTones: Record<AccessRequest['status'], Tone> = {
  pending: 'neutral',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'inactive',
};
