import { z } from 'zod';
import { permissions, signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { specialty } from '../directory.ts';
import { get } from '../endpoint.ts';
import { id, optionalText, queryId, timestamp, version } from '../fields.ts';
import { allOf as allRules, atMost, optional, required } from '../fields/checked.ts';
import {
  checkEmails,
  contactLimits,
  contactTexts,
  directEmailProblem,
  emailProblem,
  usernameProblem,
} from '../fields/contact.ts';
import { urlProblem } from '../fields/formats.ts';
import { deaProblem, degreeProblem, licenseProblem, npiProblem } from '../fields/identifiers.ts';
import { checkChanged, fieldsOnFile } from '../fields/onFile.ts';
import { faxProblem, mobileProblem, phoneProblem } from '../fields/phone.ts';
import { nameOf, npiOf, type KeptFields } from './keptFields.ts';
import { providerLimits, providerTexts } from './providerTexts.ts';

// Directory providers: searching for existing ones, adding and editing them, and making them users.

// ---------------------------------------------------------------- Add/Find Provider

/** First and last name are required; the NPI only for adding a provider. */
export const providerSearchForm = z.object({
  firstName: required(atMost(contactLimits.name, contactTexts.nameTooLong), providerTexts.firstNameRequired),
  lastName: required(atMost(contactLimits.name, contactTexts.nameTooLong), providerTexts.lastNameRequired),
  npiNumber: optional(npiProblem),
});

export const providerMatch = z.object({
  healthcareProviderId: id,
  userId: id.nullable(),
  /** "Last, First" of the user; null if the provider is not a user. */
  userName: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  degree: z.string().nullable(),
  npiNumber: z.string().nullable(),
  specialty: z.string().nullable(),
  healthcareOrganizationId: id.nullable(),
  /** Name of the organization. */
  name: z.string().nullable(),
  address1: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  /** Whether the provider has the NPI that was searched for. */
  isNpiMatch: z.boolean(),
  /** Tier of the provider's primary affiliation with a client of the user. */
  affiliationTier: id.nullable(),
  affiliationTierDescription: z.string().nullable(),
  /** Whether the patient has an open referral to this provider; null without a patient. */
  hasExistingReferral: z.boolean().nullable(),
  /** Null without a patient. */
  isActiveOnCareTeam: z.boolean().nullable(),
  can: actions(['edit']),
});
export type ProviderMatch = z.infer<typeof providerMatch>;

export const findProviders = get('/providers/search', {
  summary: 'Searches directory providers by first and last name or NPI; an NPI match comes first.',
  auditText: 'Search for providers',
  access: signedIn,
  audit: 'search',
  input: providerSearchForm.extend({
    /** The patient for whom a provider is searched. */
    patientId: queryId.optional(),
  }),
  output: z.object({ healthcareProviders: z.array(providerMatch), hasMore: z.boolean() }),
});

// ---------------------------------------------------------------- one provider

export const providerTag = z.object({ healthcareProviderTagId: id, tagName: z.string() });
export type ProviderTag = z.infer<typeof providerTag>;

export const getProviderTags = get('/providers/get-provider-tags', {
  summary: 'Lists tags for providers.',
  access: signedIn,
  audit: 'none',
  input: z.object({ requiredPermission: z.enum(permissions).optional() }),
  output: z.object({ tags: z.array(providerTag) }),
});

export const editedAddress = z.object({
  healthcareProviderAddressInfoId: id,
  addressId: id,
  addressLabel: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
  locationCode: z.string().nullable(),
  /** Mailing address only, not a practice location. */
  isMailing: z.boolean(),
});
export type EditedAddress = z.infer<typeof editedAddress>;

export const healthcareProvider = z.object({
  healthcareProviderId: id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  npiNumber: z.string().nullable(),
  /** False for an imported NPI with a wrong check digit. */
  npiIsValid: z.boolean(),
  /** Date on which the registry deactivated the NPI. */
  npiDeactivatedOn: z.string().nullable(),
  degree: z.string().nullable(),
  specialty: z.string().nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  organizationName: z.string().nullable(),
  gender: z.enum(['M', 'F']).nullable(),
  email: z.string().nullable(),
  directEmail: z.string().nullable(),
  website: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
  licenseNumber: z.string().nullable(),
  physicianCode: z.string().nullable(),
  /** Null if unknown. */
  acceptsNewPatients: z.boolean().nullable(),
  languages: z.array(z.object({ code: z.number().int(), name: z.string() })),
  /** Patient groups the provider cares for, as text. */
  populations: z.array(z.string()),
  tags: z.array(providerTag),
  publicNotes: z.string().nullable(),
  addresses: z.array(editedAddress),
  originClientId: id.nullable(),
  originClientName: z.string().nullable(),
  userId: id.nullable(),
  /** Whether their user record cannot sign in. */
  isStub: z.boolean(),
  /** DEA number and private phones are null for users who may not edit the record. */
  deaNumber: z.string().nullable(),
  homePhone: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  /** Null for users who may not see them; see `can`. */
  privateNotes: z.string().nullable(),
  version,
  /** `changeKnown`: whether names, license and DEA number, email, Direct address and fax may be replaced once they are known. */
  can: actions(['edit', 'changeKnown', 'editNpi', 'seePrivateNotes', 'makeUser']),
});
export type HealthcareProvider = z.infer<typeof healthcareProvider>;

export const getProvider = get('/providers/get', {
  summary: 'Returns a directory provider with everything the caller may see.',
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareProviderId: queryId }),
  output: healthcareProvider,
});

export const getProviderToPrint = get('/providers/print', {
  summary: 'Returns a provider’s data for printing, without private notes.',
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareProviderId: queryId }),
  output: healthcareProvider
    .omit({ deaNumber: true, homePhone: true, mobilePhone: true, privateNotes: true, can: true })
    .extend({ printedAt: timestamp }),
});
export type PrintedProvider = z.infer<(typeof getProviderToPrint)['output']>;

// ---------------------------------------------------------------- editing

/** Texts that may be kept as they are on file. */
export const providerRules = {
  middleName: atMost(contactLimits.name, contactTexts.nameTooLong),
  degree: degreeProblem,
  licenseNumber: licenseProblem,
  email: emailProblem,
  directEmail: directEmailProblem,
  website: urlProblem,
  homePhone: phoneProblem,
  mobilePhone: mobileProblem,
  officePhone: phoneProblem,
  fax: faxProblem,
};

/** Field rules of the editor. `kept`: current values of the record, which are accepted unchanged. */
export function providerFields(kept?: KeptFields) {
  return z.object({
    firstName: nameOf(kept?.firstName, providerTexts.firstNameRequired),
    lastName: nameOf(kept?.lastName, providerTexts.lastNameRequired),
    npiNumber: npiOf(kept?.npiNumber),
    healthcareProviderSpecialtyId: z.number(providerTexts.specialtyRequired).int().positive(),
    gender: z
      .enum(['M', 'F'])
      .nullish()
      .transform((value) => value ?? null),
    deaNumber: optional(deaProblem),
    physicianCode: optionalText(providerLimits.physicianCode, providerTexts.physicianCodeTooLong),
    ...fieldsOnFile(providerRules),
    acceptsNewPatients: z
      .boolean()
      .nullish()
      .transform((value) => value ?? null),
    languageCodes: z.array(z.number().int()).max(providerLimits.languages).default([]),
    populations: z
      .array(z.string().trim().min(1).max(providerLimits.population, providerTexts.populationTooLong))
      .max(providerLimits.populations)
      .default([]),
    healthcareProviderTagIds: z.array(id).max(providerLimits.tags).default([]),
    publicNotes: optionalText(providerLimits.notes, providerTexts.notesTooLong),
    /** Left out by users who may not see them; then they do not change. */
    privateNotes: z
      .string()
      .trim()
      .max(providerLimits.notes, providerTexts.notesTooLong)
      .nullish()
      .transform((value) => (value === undefined ? undefined : value || null)),
    /** Origin client of a new provider or of a new user record; required from users with several clients. */
    originClientId: id.nullish().transform((value) => value ?? null),
  });
}

/** The form of the editor. A new provider needs an origin client if the user has several clients. */
export function providerForm({
  kept,
  usesOrigin = false,
}: { kept?: KeptFields | undefined; usesOrigin?: boolean } = {}) {
  const base = providerFields(kept);
  const fields = base.shape;
  return base
    .extend({
      /** With its name, so that the form shows the one it saves. */
      healthcareProviderSpecialtyId: z
        .object(specialty.shape, providerTexts.specialtyRequired)
        .transform((chosen) => chosen.healthcareProviderSpecialtyId),
      /** 0 stands for a text that is no language. */
      languageCodes: fields.languageCodes.refine((codes) => !codes?.includes(0), providerTexts.unknownLanguage),
    })
    .superRefine(...checkChanged(providerRules, kept))
    .superRefine(checkEmails)
    .superRefine(({ originClientId }, context) => {
      if (usesOrigin && originClientId === null)
        context.addIssue({ code: 'custom', path: ['originClientId'], message: providerTexts.originClientRequired });
    });
}
export type ProviderFormValues = z.input<ReturnType<typeof providerForm>>;

// ---------------------------------------------------------------- a provider who signs in

export const makeUserForm = z.object({
  username: required(allRules(usernameProblem), providerTexts.usernameRequired),
  email: optional(emailProblem),
  /** Initial password, which the provider must replace at the first sign-in. */
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(75, 'Password cannot exceed 75 characters'),
});

/** The form of the dialog. A provider without a client needs one if the user has several. */
export const makeUserDialogForm = (usesClient: boolean) =>
  makeUserForm.extend({ clientId: id.nullish() }).superRefine(({ clientId }, context) => {
    if (usesClient && !clientId)
      context.addIssue({ code: 'custom', path: ['clientId'], message: providerTexts.clientRequired });
  });
