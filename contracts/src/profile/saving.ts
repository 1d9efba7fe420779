import { z } from 'zod';
import { signedIn } from '../access.ts';
import { getProviderAddress, getProviderAddresses } from '../directory/addresses.ts';
import { providerReads } from '../directory/changes.ts';
import { post } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { addressFields, addressOnFile, addressProblems } from '../fields/address.ts';
import { optional } from '../fields/checked.ts';
import { checkEmails, emailProblem } from '../fields/contact.ts';
import { accountFields, getUserProfile, overviewData, profileParts } from '../profile.ts';
import { changePasswordForm, getSessions } from '../session/credentials.ts';
import { savedNotification } from './notifications.ts';
import { profileTexts } from './texts.ts';

// Saving a profile, as a whole or in parts.

const dataOf = {
  Account: 'accountData',
  Provider: 'providerData',
  Notifications: 'notificationsData',
} as const satisfies Record<(typeof profileParts)[number], string>;

const passwordFields = {
  /** Required with `passwordWasChanged`, as when the password is changed alone. */
  currentPassword: z.string().optional(),
  password: z.string().optional(),
  confirmPassword: z.string().optional(),
  /** Only true changes the password; with false the other three are not looked at. */
  passwordWasChanged: z.boolean().optional(),
};
type PasswordFields = z.infer<z.ZodObject<typeof passwordFields>>;

/** The rules of changing the password alone; passwords that do not say whether they are meant are refused. */
function checkPassword(input: PasswordFields, context: z.RefinementCtx<PasswordFields>): void {
  const { currentPassword = '', password = '', confirmPassword = '', passwordWasChanged } = input;
  if (passwordWasChanged === undefined && password + confirmPassword !== '')
    context.addIssue({ code: 'custom', path: ['passwordWasChanged'], message: profileTexts.passwordUnmarked });
  if (passwordWasChanged !== true) return;
  const { error } = changePasswordForm.safeParse({ currentPassword, password, confirmPassword });
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: [...path], message });
}

const savedAccount = z
  .object({
    ...accountFields,
    /** May only be missing if the account has none. */
    email: optional(emailProblem),
    /** Null for the client's time zone; left out: unchanged. */
    timeZone: accountFields.timeZone.optional(),
    ...passwordFields,
  })
  .superRefine(checkEmails)
  .superRefine(checkPassword);

const savedAddress = z
  .object({
    /** Left out for a new address. */
    healthcareProviderAddressInfoId: id.nullish(),
    isNew: z.boolean().optional(),
    address: z.object({
      /** For a new address: a place of the directory, whose lines do not change. */
      addressId: id.nullish(),
      label: addressFields.shape.addressLabel,
      ...addressOnFile,
    }),
  })
  .superRefine(({ healthcareProviderAddressInfoId: infoId, isNew, address }, context) => {
    if (isNew === !!infoId && isNew !== undefined)
      context.addIssue({ code: 'custom', path: ['isNew'], message: profileTexts.addressNew });
    // Another address is compared with the one on file by the service.
    if (infoId || address.addressId) return;
    for (const [field, message] of addressProblems(address, { isRequired: true }))
      context.addIssue({ code: 'custom', path: ['address', field], message });
  });

const text = z
  .string()
  .trim()
  .transform((value) => value || null)
  .nullable()
  .optional();

/** The provider's record; fields and addresses that are left out do not change. */
const savedProvider = z.object({
  healthcareProviderId: id.optional(),
  /** Left out by callers that do not edit displayed data; then the current version is used. */
  version: version.optional(),
  acceptsNewPatients: z.boolean().nullable().optional(),
  addresses: z.array(savedAddress).max(20).optional(),
  deaNumber: text,
  degree: text,
  gender: z.enum(['M', 'F']).nullable().optional(),
  healthcareProviderSpecialtyId: id.nullable().optional(),
  /** Follows the id. */
  healthcareProviderSpecialtyName: z.string().nullable().optional(),
  licenseNumber: text,
  npiNumber: text,
});
export type SavedProvider = z.infer<typeof savedProvider>;

export const saveUserProfile = post('/provider/users/profile', {
  summary: 'Saves parts of a profile. A changed address takes effect after it is confirmed.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [getUserProfile, getSessions, ...providerReads, getProviderAddress, getProviderAddresses],
  input: z
    .object({
      /** Default: the caller. */
      userId: id.optional(),
      /** Left out by callers that do not edit displayed data; then the current version is used. */
      version: version.optional(),
      /** Which of the sent parts to save; default: all. The overview belongs to none of them. */
      requestTypes: z.array(z.enum(profileParts, profileTexts.partUnknown)).optional(),
      accountData: savedAccount.optional(),
      /** As it was read: what the product records is refused if it differs. */
      overviewData: overviewData.partial().optional(),
      /** Null for a user without a record. */
      providerData: savedProvider.nullish(),
      /** Changed types; the others do not change. */
      notificationsData: z.object({ settings: z.array(savedNotification).max(20) }).optional(),
    })
    .superRefine((input, context) => {
      for (const part of profileParts.filter((one) => input.requestTypes?.includes(one))) {
        if (input[dataOf[part]] !== undefined) continue;
        context.addIssue({ code: 'custom', path: [dataOf[part]], message: profileTexts.partMissing });
      }
    }),
  output: z.object({ version, unconfirmed: z.array(z.enum(['email', 'directEmail'])) }),
});
