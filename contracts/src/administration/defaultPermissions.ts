import type { Permission } from '../access.ts';
import { permissions } from '../access.ts';
import type { UserType } from '../codes.ts';

const clinician: readonly Permission[] = [
  'Messages',
  'ManageWorkQueues',
  'EditCareTeam',
  'UploadChart',
  'CreateAppointment',
];

/** Initial permissions of a new user by user type (docs/domain/permissions.md). */
export const defaultPermissions: Record<UserType, readonly Permission[]> = {
  provider: clinician,
  office_user: ['Messages', 'ManageWorkQueues', 'UploadChart', 'CreateAppointment'],
  office_administrator: clinician,
  care_coordinator: [...clinician, 'ViewAllPatients', 'EditProvider', 'AddProvider', 'Reports', 'BreakTheGlass'],
  // Not every administrator may change what belongs to no client.
  system_administrator: permissions.filter((one) => one !== 'ManageInstallation'),
};
