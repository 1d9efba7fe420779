import type { UserTypeEntry } from '@careloop/contracts/administration/userTypes';
import { userTypeIds, userTypeLabels, type UserType } from '@careloop/contracts/codes';

/** The built-in user types as an administrator of a client sees them. */
const builtInTypes: UserTypeEntry[] = (Object.keys(userTypeLabels) as UserType[]).map((userType) => ({
  id: userTypeIds[userType],
  name: userTypeLabels[userType],
  userType,
  clientId: null,
  clientName: null,
  permissions: [],
  userCount: 0,
  isArchived: false,
  version: 1,
  can: { save: 'Built in', remove: 'Built in' },
}));

/** The response of the list of user types. */
export const typesPage = (items = builtInTypes) => ({ items, totalItemCount: items.length, hasMore: false });
