import { userTypeIds } from '@careloop/contracts/codes';
import type { ManagedUser } from '@careloop/contracts/administration/users';

/** An active office user whom the administrator may change. */
export const managedUser: ManagedUser = {
  userId: 4,
  username: 'isorensen',
  firstName: 'Ingrid',
  middleName: null,
  lastName: 'Sorensen',
  userTypeId: userTypeIds.office_user,
  userType: 'office_user',
  userTypeName: 'Office User',
  email: 'ingrid@example.org',
  failedEmailAt: null,
  directEmail: null,
  officePhone: null,
  cellPhone: null,
  homePhone: null,
  fax: null,
  state: 'active',
  isProvider: false,
  hasPassword: true,
  hasSecondFactor: false,
  forcePasswordReset: false,
  createdAt: '2026-01-02T15:00:00Z',
  lastSignInAt: null,
  clients: [{ clientId: 1, displayName: 'North Clinic', isCoordinator: false }],
  usersUserCanImpersonate: [],
  usersWhoCanImpersonateUser: [],
  version: 1,
  can: {
    edit: true,
    changeCredentials: true,
    markCoordinator: true,
    setActive: true,
    setPermissions: true,
    changeProxies: true,
    sendPasswordReset: true,
    turnOffSecondFactor: true,
    linkDirectoryRecord: true,
  },
};

/** The clients of the administrator. */
export const ownClients = [{ clientId: 1, displayName: 'North Clinic' }] as const;
