import { z } from 'zod';
import { anyOf, permissions } from '../access.ts';
import { actions } from '../can.ts';
import { userTypeLabels } from '../codes.ts';
import type { UserType } from '../codes.ts';
import { getSpecialtiesAndUserTypes } from '../directory/lookups.ts';
import { get, nothing, post } from '../endpoint.ts';
import { distinct, id, queryId, requiredTitle, version } from '../fields.ts';
import {
  archivingSharedEntry,
  lookupFilter,
  lookupPageOf,
  managedLookupTexts,
  managing,
  savedSharedEntry,
  savingSharedEntry,
} from './lookups.ts';

// User types: five are built in, further ones belong to a client (docs/domain/administration.md).

export const userTypeNameLimit = 60;

export const userTypeTexts = {
  nameTooLong: `Name cannot exceed ${userTypeNameLimit} characters`,
  builtIn: 'This user type is built in. Add one of your own to offer other permissions.',
  notGrantable: 'You can only save a user type whose permissions you have yourself.',
  inUse: (count: number) =>
    count === 1
      ? 'One user has this type. Give the user another one, or archive it.'
      : `${count} users have this type. Give them another one, or archive it.`,
  kindFixed: 'What a user type works like cannot be changed. Add another one.',
  worksLike: 'Decides how the product treats these users apart from their permissions.',
  deleted: 'User type deleted',
} as const;

const kinds = Object.keys(userTypeLabels) as [UserType, ...UserType[]];
/** The built-in types that a client's own ones can work like. */
export const ownUserTypeKinds = ['office_user', 'office_administrator', 'care_coordinator'] as const;

export const userTypeEntry = z.object({
  id,
  name: z.string(),
  /** The built-in type that it works like. */
  userType: z.enum(kinds),
  /** The client that it belongs to; null if it is built in. */
  clientId: id.nullable(),
  clientName: z.string().nullable(),
  /** Permissions of a new user. */
  permissions: z.array(z.enum(permissions)),
  /** Users of this type; of a built-in one, those in the administrator's clients. */
  userCount: z.number().int(),
  isArchived: z.boolean(),
  version,
  can: actions(['save', 'remove']),
});
export type UserTypeEntry = z.infer<typeof userTypeEntry>;

export const userTypeForm = z.object({
  name: requiredTitle(userTypeNameLimit, managedLookupTexts.nameRequired, userTypeTexts.nameTooLong),
  /** Stays as it is once the type is saved. */
  userType: z.enum(ownUserTypeKinds),
  permissions: z.array(z.enum(permissions)).overwrite(distinct).max(permissions.length),
});

/** Also for those who choose a type for a user. */
const reading = { access: anyOf('ManageSite', 'ManageUsers'), audit: 'none' } as const;

export const listUserTypes = get('/user-types/list', {
  summary: "Lists the built-in user types and those of the administrator's clients.",
  ...reading,
  input: lookupFilter,
  output: lookupPageOf(userTypeEntry),
});

export const getUserType = get('/user-types/get', {
  summary: 'Returns a user type.',
  ...reading,
  input: z.object({ id: queryId }),
  output: userTypeEntry,
});

const userTypeReads = [listUserTypes, getUserType, getSpecialtiesAndUserTypes];

export const saveUserType = post('/user-types/save', {
  summary: 'Adds or changes a user type of a client. Users who have it keep their permissions.',
  ...savingSharedEntry,
  makesStale: userTypeReads,
  // A new type needs a client.
  input: userTypeForm.extend(savedSharedEntry),
});

export const archiveUserType = post('/user-types/archive', {
  summary: 'Archives or restores a user type of a client. Users keep it.',
  ...archivingSharedEntry,
  makesStale: userTypeReads,
});

export const deleteUserType = post('/user-types/delete', {
  summary: 'Deletes a user type of a client that no user has.',
  access: managing,
  authorization: 'policy',
  makesStale: userTypeReads,
  input: z.object({ id, version }),
  output: nothing,
});
