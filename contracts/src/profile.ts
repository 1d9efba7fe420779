import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { userTypeLabels } from './codes.ts';
import { get, nothing, post } from './endpoint.ts';
import { id, phoneDigits, queryId, timestamp, version } from './fields.ts';
import { allOf, optional, required, type Problem } from './fields/checked.ts';
import { checkEmails, directEmailProblem, emailProblem, nameProblem } from './fields/contact.ts';
import { faxProblem, mobileProblem, phoneProblem } from './fields/phone.ts';
import { notificationsData } from './profile/notifications.ts';
import { profileTexts } from './profile/texts.ts';

// The profile of the user or of somebody they may act for. Passwords and sessions are in session/credentials.ts.

export const profileParts = ['Account', 'Provider', 'Notifications'] as const;
export type ProfilePart = (typeof profileParts)[number];

const partsOf = (value: unknown) => (typeof value === 'string' ? value.split(',') : value);

/** A rule with a different message. */
const saying =
  (problem: Problem, message: string): Problem =>
  (value) =>
    problem(value) === null ? null : message;

const phone = (problem: Problem, message: string) => optional(saying(problem, message)).transform(phoneDigits);

export const accountFields = {
  firstName: required(allOf(nameProblem), profileTexts.firstNameRequired),
  middleName: optional(nameProblem),
  lastName: required(allOf(nameProblem), profileTexts.lastNameRequired),
  email: required(allOf(emailProblem), profileTexts.emailRequired),
  directEmail: optional(directEmailProblem),
  officePhone: phone(phoneProblem, profileTexts.officePhone),
  cellPhone: phone(mobileProblem, profileTexts.cellPhone),
  homePhone: phone(phoneProblem, profileTexts.homePhone),
  fax: phone(faxProblem, profileTexts.fax),
  /** Null for the client's time zone. */
  timeZone: z
    .number(profileTexts.timeZone)
    .int()
    .min(1, profileTexts.timeZone)
    .max(7, profileTexts.timeZone)
    .nullable(),
};

/** The form of the Account tab. */
export const accountForm = z.object(accountFields).superRefine(checkEmails);
export type AccountFormValues = z.input<typeof accountForm>;
/** The same for an account that was created without an email address. */
export const accountFormWithoutEmail = z
  .object({ ...accountFields, email: optional(emailProblem) })
  .superRefine(checkEmails);

/** An address that takes effect only after the code sent to it is entered. */
const unconfirmedAddress = z.object({
  address: z.string(),
  expiresAt: timestamp,
  /** After too many wrong codes: only a new code can confirm the address. */
  isCodeEnded: z.boolean(),
});

export const proxy = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  userType: z.enum(Object.keys(userTypeLabels) as [keyof typeof userTypeLabels]),
  addedAt: timestamp,
  /** Enrollment status of an account requested here; `enrolled` for all others. */
  enrollmentStatus: z.number().int(),
  /** Why the account was denied; null if it was not denied, or was removed instead. */
  denialReason: z.string().nullable(),
  /** `request`: sending the link again; `decide`: approving or denying a pending account. */
  can: actions(['remove', 'setType', 'request', 'decide']),
});
export type Proxy = z.infer<typeof proxy>;

export const accountData = z.object({
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  email: z.string().nullable(),
  directEmail: z.string().nullable(),
  officePhone: z.string().nullable(),
  cellPhone: z.string().nullable(),
  homePhone: z.string().nullable(),
  fax: z.string().nullable(),
  timeZone: z.number().int().nullable(),
  /** The client's time zone, which applies if `timeZone` is null. */
  clientTimeZone: z.number().int(),
  unconfirmedEmail: unconfirmedAddress.nullable(),
  unconfirmedDirectEmail: unconfirmedAddress.nullable(),
  officeAdministrators: z.array(proxy),
  officeUsers: z.array(proxy),
  /** People the user may act for. */
  usersToImpersonate: z.array(
    proxy
      .omit({ enrollmentStatus: true, denialReason: true, can: true })
      .extend({ type: z.number().int(), can: actions(['remove']) }),
  ),
  /** Whether the caller may change who acts for this user. */
  isAdministrator: z.boolean(),
  /** Whether the caller may choose between Administrator and Office User. */
  canAssignAdministrators: z.boolean(),
  can: actions(['addProxy']),
});
export type AccountData = z.infer<typeof accountData>;

/** The user's directory record. */
export const providerData = z.object({
  healthcareProviderId: id,
  version,
  /** Null if unknown. */
  acceptsNewPatients: z.boolean().nullable(),
  addresses: z.array(
    z.object({
      healthcareProviderAddressInfoId: id,
      address: z.object({
        addressId: id,
        label: z.string().nullable(),
        address1: z.string().nullable(),
        address2: z.string().nullable(),
        city: z.string().nullable(),
        state: z.string().nullable(),
        zipcode: z.string().nullable(),
      }),
    }),
  ),
  /** Null for users who may not edit the record. */
  deaNumber: z.string().nullable(),
  degree: z.string().nullable(),
  gender: z.enum(['M', 'F']).nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  healthcareProviderSpecialtyName: z.string().nullable(),
  licenseNumber: z.string().nullable(),
  npiNumber: z.string().nullable(),
});
export type ProviderData = z.infer<typeof providerData>;

/** What the product records about the account. */
export const overviewData = z.object({
  createdBy: z.string().nullable(),
  dateCreated: timestamp,
  lastLogin: timestamp.nullable(),
  /** Whether the account is deactivated. Failed sign-ins lock the network address, not the account. */
  isAccountLocked: z.boolean(),
});

export const getUserProfile = get('/provider/users/profile', {
  summary: 'Returns the requested parts of the profile of the user or somebody they may act for.',
  auditText: 'A profile',
  access: signedIn,
  input: z.object({
    userId: queryId.optional(),
    requestTypes: z.preprocess(partsOf, z.array(z.enum(profileParts))).default(['Account']),
  }),
  output: z.object({
    commonData: z.object({
      userId: id,
      isSelf: z.boolean(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      userType: z.enum(Object.keys(userTypeLabels) as [keyof typeof userTypeLabels]),
      isProvider: z.boolean(),
      clients: z.array(z.string()),
      version,
    }),
    overviewData,
    accountData: accountData.nullable(),
    providerData: providerData.nullable(),
    notificationsData: notificationsData.nullable(),
  }),
});
export type UserProfile = z.infer<(typeof getUserProfile)['output']>;

export const confirmAddressForm = z.object({
  code: z
    .string('Code is required')
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().min(1, 'Code is required').max(20, profileTexts.codeWrong)),
  /** Required to change the email address of a user with a password, because reset links are sent there. */
  password: z.string().max(200).default(''),
});

const addressKind = z.enum(['email', 'directEmail']);

export const confirmAddress = post('/provider/users/profile/confirm-address', {
  summary: 'Confirms the user’s own address with the code sent to it, after which it takes effect.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'secret',
  makesStale: [getUserProfile],
  isOwn: true,
  input: confirmAddressForm.extend({ kind: addressKind }),
  output: nothing,
});

export const resendAddressCode = post('/provider/users/profile/resend-address-code', {
  summary: 'Sends a new code to an unconfirmed address. The former code ends.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile],
  input: z.object({ userId: id, kind: addressKind }),
  output: nothing,
});

export const cancelAddress = post('/provider/users/profile/cancel-address', {
  summary: 'Discards an unconfirmed address.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile],
  input: z.object({ userId: id, kind: addressKind }),
  output: nothing,
});
