import { z } from 'zod';
import { allOf, permissions } from '../access.ts';
import { actions, allowance } from '../can.ts';
import { enrollmentStatus, everyEnrollmentStatus } from '../codes/profile.ts';
import { userTypeLabels } from '../codes.ts';
import type { UserType } from '../codes.ts';
import { get, nothing, post } from '../endpoint.ts';
import { distinct, id, queryId, queryInteger, timestamp, version } from '../fields.ts';
import { checkEmails, emailProblem, nameProblem, usernameProblem } from '../fields/contact.ts';
import { allOf as allRules, optional, required } from '../fields/checked.ts';
import { browseDirectory } from '../directory/browse.ts';
import { searchProviders } from '../directory.ts';
import { getProvider } from '../directory/providers.ts';
import { accountFields } from '../profile.ts';
import { credentialTexts, newPasswordForm } from '../session/credentials.ts';
import { listUserTypes } from './userTypes.ts';

// Managing users (docs/domain/administration.md).

export const userAdministrationTexts = {
  userTypeRequired: 'User type is required',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  usernameRequired: 'Username is required',
  usernameTaken: 'This username is taken. Choose another one.',
  clientRequired: 'Choose at least one client',
  unknownClient: 'You do not belong to this client.',
  mustChange: 'User must change password on next login',
  notFound: 'This user does not exist.',
  changed: 'This user has changed since you opened the form.',
  saved: 'User saved successfully',
  permissionsSaved: 'Permissions saved',
  otherClient: 'This user belongs to another client and can only be viewed.',
  mayMore: 'This user has permissions that you do not have, so you cannot change the account.',
  actsForMore:
    'This user can act for somebody who has clients or permissions that you do not have, so you cannot change the account.',
  ownCredentials: 'Change your own password and email addresses in your profile.',
  ownMark: 'Another administrator has to make you a coordinator.',
  clientOfOthers: 'Not one of your clients: its own administrators change this.',
  markNotGrantable: 'Only somebody who can work queues can make others coordinators.',
  inOwnName: 'Users are managed in your own name. Stop acting for somebody else first.',
  ownAccount: 'This is your own account. Another administrator has to do this.',
  lastCoordinator: (client: string) =>
    `Nobody else works the shared queues of ${client}. Make somebody else a coordinator of ${client} first.`,
  notGrantable: 'You can only give permissions that you have yourself.',
  ownManageUsers: 'You cannot remove your own permission to manage users.',
  providerType: 'A provider keeps the user type Provider.',
  unknownType: 'This user type is not offered any more. Choose another one.',
  typeOfOtherClient: (client: string) => `This user type belongs to ${client}. Choose another type, or add the client.`,
  lastAdministrator: (client: string) =>
    `Nobody else manages the users of ${client}. Give somebody else of ${client} that permission first.`,
  lastInstaller: 'Nobody else manages the installation. Give somebody else that permission first.',
  providersFromDirectory: 'Make a provider a user from their directory record.',
  noProviderRecord: 'The directory has no record of this user. Choose another type, or link their record first.',
  hasRecord: 'A directory record already belongs to this user.',
  recordRequired: 'Choose a provider',
  unknownRecord: 'This provider is no longer in the directory. Choose again.',
  recordOfOthers: 'This directory record belongs to another client.',
  recordTaken: 'This directory record already belongs to another user.',
  recordOfStub: 'Make this provider a user from their directory record.',
  recordLinked: 'Directory record linked',
  superUser: 'Nobody can act for a system administrator.',
  actsForSelf: 'Nobody can act for themselves.',
  ownProxies: 'Another administrator has to change whom you act for, and who acts for you.',
  proxiesOf: (name: string, reason: string) => `You cannot change who acts for ${name}. ${reason}`,
  unknownUser: 'One of these people is no longer a user of your clients. Choose again.',
  isStub: 'This record of a provider cannot sign in. Make the provider a user from the directory.',
  inactive: 'This user is inactive.',
  lockedWhy: 'No sign-in for longer than the client allows. Unlock the account to let this user sign in again.',
  noEmail: 'This user has no email address.',
  noPassword: 'This user signs in by single sign-on and has no password here.',
  noSecondFactor: 'Two-step verification is off.',
  resetSent: 'A link to choose a new password is on its way.',
} as const;

const managing = allOf('ManageUsers');
const userTypes = Object.keys(userTypeLabels) as [UserType, ...UserType[]];

/**
 * `locked`: not signed in for longer than a client allows (lock reason 3). `inactive`: deactivated. `cannotSignIn`: a user
 * record without its own username.
 */
export const userStates = ['active', 'locked', 'inactive', 'cannotSignIn'] as const;
export type UserState = (typeof userStates)[number];
export const userStateLabels: Record<UserState, string> = {
  active: 'Active',
  locked: 'Locked (inactivity)',
  inactive: 'Inactive',
  cannotSignIn: 'Cannot sign in',
};
export const userPageSize = 50;

export const managedUserRow = z.object({
  userId: id,
  /** "Last, First" */
  fullName: z.string(),
  username: z.string(),
  userTypeId: id,
  userTypeName: z.string(),
  email: z.string().nullable(),
  clients: z.array(z.string()),
  state: z.enum(userStates),
  lastSignInAt: timestamp.nullable(),
});
export type ManagedUserRow = z.infer<typeof managedUserRow>;

export const listManagedUsers = get('/admin/users', {
  summary: "Lists users of the administrator's clients by name.",
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    userTypeId: queryId.optional(),
    state: z.enum(userStates).optional(),
    /** Number of a status of enrollment, or -1 for all. Accounts that were not requested by a user are enrolled. */
    enrollmentStatus: z.coerce
      .number<number | string>()
      .refine((code) => code === everyEnrollmentStatus || enrollmentStatus.nameOf(code) !== undefined)
      .default(everyEnrollmentStatus),
    page: queryInteger({ min: 1, max: 1000, fallback: 1 }),
  }),
  output: z.object({ items: z.array(managedUserRow), totalItemCount: z.number().int(), hasMore: z.boolean() }),
});

const actingPerson = z.object({ userId: id, fullName: z.string() });
export type ActingPerson = z.infer<typeof actingPerson>;

export const managedUser = z.object({
  userId: id,
  username: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  userTypeId: id,
  userTypeName: z.string(),
  /** The built-in type that it works like. */
  userType: z.enum(userTypes),
  email: z.string().nullable(),
  /** When the latest email to this address was sent, if it failed. */
  failedEmailAt: timestamp.nullable(),
  directEmail: z.string().nullable(),
  officePhone: z.string().nullable(),
  cellPhone: z.string().nullable(),
  homePhone: z.string().nullable(),
  fax: z.string().nullable(),
  state: z.enum(userStates),
  /** Whether a directory record belongs to the user, whose type is then fixed. */
  isProvider: z.boolean(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  forcePasswordReset: z.boolean(),
  createdAt: timestamp,
  lastSignInAt: timestamp.nullable(),
  /** All clients of the user. Those outside the administrator's own clients cannot be changed. */
  clients: z.array(z.object({ clientId: id, displayName: z.string(), isCoordinator: z.boolean() })),
  usersUserCanImpersonate: z.array(actingPerson),
  usersWhoCanImpersonateUser: z.array(actingPerson),
  version,
  can: actions([
    'edit',
    'changeCredentials',
    'markCoordinator',
    'setActive',
    'setPermissions',
    'changeProxies',
    'sendPasswordReset',
    'turnOffSecondFactor',
    'linkDirectoryRecord',
  ]),
});
export type ManagedUser = z.infer<typeof managedUser>;

export const getManagedUser = get('/admin/users/:userId', {
  summary: 'Returns a user with contact data, clients and proxies.',
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({ userId: queryId }),
  output: managedUser,
});

const { email: _required, timeZone: _own, ...names } = accountFields;

const userFields = z.object({
  userTypeId: z
    .number(userAdministrationTexts.userTypeRequired)
    .int()
    .positive(userAdministrationTexts.userTypeRequired),
  ...names,
  firstName: required(nameProblem, userAdministrationTexts.firstNameRequired),
  lastName: required(nameProblem, userAdministrationTexts.lastNameRequired),
  /** Email and username entered by an administrator need no confirmation. */
  email: optional(emailProblem),
  username: required(allRules(usernameProblem), userAdministrationTexts.usernameRequired),
  /** Whether the password must be replaced at the next sign-in. If left out: true with a new password, otherwise unchanged. */
  forcePasswordReset: z.boolean().optional(),
  clientIds: z.array(id).min(1, userAdministrationTexts.clientRequired).max(200).overwrite(distinct),
  /** Clients in which the user works the shared queues. */
  coordinatorClientIds: z.array(id).max(200).overwrite(distinct).default([]),
  userIdsUserCanImpersonate: z.array(id).max(200).overwrite(distinct).default([]),
  userIdsWhoCanImpersonateUser: z.array(id).max(200).overwrite(distinct).default([]),
});

interface NewPassword {
  password?: string | undefined;
  confirmPassword?: string | undefined;
  passwordWasChanged?: boolean | undefined;
}

/** A password is required if it was changed, and must be the confirmed one. */
function checkPassword(input: NewPassword, context: z.RefinementCtx<NewPassword>): void {
  const { password, confirmPassword = password, passwordWasChanged } = input;
  if (passwordWasChanged === false) return;
  const refuse = (field: keyof NewPassword, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (password === '' || (password === undefined && passwordWasChanged === true)) {
    refuse('password', credentialTexts.passwordRequired);
  } else if ((password ?? '') !== (confirmPassword ?? '')) {
    refuse('confirmPassword', credentialTexts.passwordsDiffer);
  }
}

/** A form keeps people with their names, so that it shows those it saves. */
const chosenPeople = z.array(actingPerson.transform(({ userId }) => userId)).max(200);
const userFormFields = userFields.extend({
  userIdsUserCanImpersonate: chosenPeople,
  userIdsWhoCanImpersonateUser: chosenPeople,
});
export const userForm = userFormFields.superRefine(checkEmails);
/** A new user always gets a password. */
export const newUserForm = userFormFields
  .extend(newPasswordForm.shape)
  .superRefine(checkEmails)
  .superRefine(checkPassword);

export const linkDirectoryRecordForm = z.object({
  healthcareProviderId: z.number(userAdministrationTexts.recordRequired).int().positive(),
});

export const sendPasswordReset = post('/admin/users/send-password-reset', {
  summary: 'Sends the user a link to set a new password.',
  access: managing,
  authorization: 'policy',
  makesStale: [],
  input: z.object({ userId: id }),
  output: nothing,
});

export const generateUsername = get('/users/generate-username', {
  summary: 'Suggests an available username for a name.',
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({ firstName: z.string().trim().max(100), lastName: z.string().trim().max(100) }),
  output: z.object({ username: z.string() }),
});

export const editedPermission = z.object({
  permission: z.enum(permissions),
  isHeld: z.boolean(),
  /** Whether a new user of this type has it. */
  isDefault: z.boolean(),
  /** `true`, or why it can neither be granted nor revoked. */
  canChange: allowance,
});
export type EditedPermission = z.infer<typeof editedPermission>;

export const editPermissions = get('/users/:userId/permissions/edit', {
  summary: 'Returns a user’s permissions, and which of them the administrator can change.',
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({ userId: queryId }),
  output: z.object({ userId: id, fullName: z.string(), permissions: z.array(editedPermission), version }),
});

/** Reads that show users. */
const userReads = [listManagedUsers, getManagedUser, editPermissions, listUserTypes];

export const saveManagedUser = post('/admin/users/save', {
  summary: 'Adds a user with the default permissions of their type, or changes one.',
  access: managing,
  authorization: 'policy',
  makesStale: userReads,
  input: userFields
    .extend({
      /** Left out for a new user. */
      userId: id.nullish(),
      version: version.optional(),
      /** Required for a new user; otherwise only if it changes. */
      password: z.literal('').or(newPasswordForm.shape.password).optional(),
      confirmPassword: z.string().optional(),
      /** False to keep the password, whatever `password` contains. By default, a sent password is a changed one. */
      passwordWasChanged: z.boolean().optional(),
    })
    .superRefine(checkEmails)
    .superRefine(checkPassword),
  output: z.object({ userId: id, version }),
});

export const setUserActive = post('/admin/users/set-active', {
  summary: 'Deactivates an account, which ends its sessions immediately, or activates or unlocks it.',
  access: managing,
  authorization: 'policy',
  makesStale: userReads,
  input: z.object({ userId: id, isActive: z.boolean(), version }),
  output: z.object({ version }),
});

export const linkDirectoryRecord = post('/admin/users/link-directory-record', {
  summary: 'Links a directory record to a user, who becomes a provider.',
  access: managing,
  authorization: 'policy',
  makesStale: [...userReads, getProvider, searchProviders, browseDirectory],
  input: linkDirectoryRecordForm.extend({ userId: id, version }),
  output: z.object({ version }),
});

export const turnOffSecondFactorOfUser = post('/admin/users/turn-off-second-factor', {
  summary: 'Turns off two-step verification for a user who lost their phone and recovery codes. The user is notified.',
  access: managing,
  authorization: 'policy',
  makesStale: userReads,
  input: z.object({ userId: id }),
  output: nothing,
});

export const savePermissions = post('/users/:userId/permissions', {
  summary: 'Sets a user’s permissions, effective with their next call.',
  access: managing,
  authorization: 'policy',
  makesStale: userReads,
  input: z.object({
    userId: queryId,
    permissions: z.array(z.enum(permissions)).overwrite(distinct).max(permissions.length),
    version,
  }),
  output: z.object({ version }),
});
