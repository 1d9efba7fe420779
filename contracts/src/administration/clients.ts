import { z } from 'zod';
import { allOf, features, type Feature } from '../access.ts';
import { actions, allowance } from '../can.ts';
import { get, post } from '../endpoint.ts';
import { facilityNameLimit, id, optionalText, queryId, queryInteger, requiredTitle, version } from '../fields.ts';
import { addressOnFile, reportAddressProblems, type AddressLines } from '../fields/address.ts';
import { checkChanged, fieldsOnFile } from '../fields/onFile.ts';
import { phoneProblem } from '../fields/phone.ts';
import {
  clientConfiguration,
  clientSettingNames,
  clientSettingRange,
  contradictedKeys,
  encounterFieldNames,
} from './clientSettings.ts';
import { findClients, getFacilityHierarchies, listFacilities } from '../directory/lookups.ts';

// Managing organizations, clients, markets and facilities (docs/domain/administration.md).

export const clientLimits = { name: 100, facilityName: facilityNameLimit, identifier: 60 } as const;

export const managedClientTexts = {
  nameRequired: 'Name is required',
  nameTooLong: `Name cannot exceed ${clientLimits.name} characters`,
  facilityNameTooLong: `Name cannot exceed ${clientLimits.facilityName} characters`,
  nameTaken: 'This name is taken. Choose another one.',
  organizationRequired: 'Client organization is required',
  identifierTooLong: `Identifier cannot exceed ${clientLimits.identifier} characters`,
  identifierWhole: 'An identifier needs both its type and its value',
  unknownMarket: 'This market belongs to another client. Choose again.',
  notFound: 'This entry does not exist.',
  changed: 'This entry has changed since you opened it.',
  contradiction: 'This number and the name of the setting have different values. Send one of them, or the same twice.',
  inOwnName: 'Clients are managed in your own name. Stop acting for somebody else first.',
  saved: 'Saved successfully',
} as const;

const managing = allOf('ManageSite');
const name = requiredTitle(clientLimits.name, managedClientTexts.nameRequired, managedClientTexts.nameTooLong);

export const clientOrganization = z.object({
  clientOrganizationId: id,
  name: z.string(),
  version,
  can: actions(['rename', 'addClient']),
});
export type ManagedOrganization = z.infer<typeof clientOrganization>;

export const listClientOrganizations = get('/client-orgs/list', {
  summary: "Lists organizations of the administrator's clients by name; with ManageInstallation all organizations.",
  access: managing,
  audit: 'none',
  input: z.object({}),
  output: z.object({
    items: z.array(clientOrganization),
    /** Whether the administrator may add an organization. */
    canAdd: allowance,
  }),
});

export const organizationForm = z.object({ name });

export const listAllClients = get('/clients/all', {
  summary: "Lists the administrator's clients by name; with ManageInstallation all clients.",
  access: managing,
  audit: 'none',
  input: z.object({}),
  output: z.object({ clients: z.array(z.object({ clientId: id, displayName: z.string() })) }),
});

const settings = z.partialRecord(z.enum(clientSettingNames), z.number().int());
const settingsForm = z.object(
  Object.fromEntries(clientSettingNames.map((one) => [one, clientSettingRange(one).nullish()])) as Record<
    (typeof clientSettingNames)[number],
    z.ZodOptional<z.ZodNullable<z.ZodNumber>>
  >,
);

export const managedClient = z.object({
  clientId: id,
  displayName: z.string(),
  clientOrganizationId: id,
  organizationName: z.string(),
  /** Only settings that differ from the defaults. */
  settings,
  features: z.array(z.enum(features)),
  /** The settings and features that have a number, by that number. */
  configuration: clientConfiguration,
  hiddenEncounterFields: z.array(z.enum(encounterFieldNames)),
  version,
});
export type ManagedClient = z.infer<typeof managedClient>;

export const listManagedClients = get('/clients/list', {
  summary: "Lists the administrator's clients with their settings, by organization and name.",
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({
    page: queryInteger({ min: 1, max: 1000, fallback: 1 }),
    pageSize: queryInteger({ min: 1, max: 1000, fallback: 1000 }),
  }),
  output: z.object({ items: z.array(managedClient), totalItemCount: z.number().int() }),
});

/** Features of a new client, unless it is saved with others. */
export const usualFeatures = ['canManageReferrals'] as const satisfies readonly Feature[];

export const clientForm = z.object({
  displayName: name,
  clientOrganizationId: z.number(managedClientTexts.organizationRequired).int().positive(),
  settings: settingsForm.default({}),
  features: z
    .array(z.enum(features))
    .max(features.length)
    .default([...usualFeatures]),
  hiddenEncounterFields: z.array(z.enum(encounterFieldNames)).max(encounterFieldNames.length).default([]),
});

export const market = z.object({ marketId: id, clientId: id, name: z.string(), version });
export type ManagedMarket = z.infer<typeof market>;

export const listMarkets = get('/markets/list', {
  summary: "Lists markets of one of the administrator's clients by name.",
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({ clientId: queryId }),
  output: z.object({ items: z.array(market) }),
});

/** Numbers up to 12 that are not listed are accepted, but have no name. */
export const facilityTypes = { 1: 'Hospital', 12: 'Behavioral health', 20: 'Provider office' } as const;
const isFacilityType = (value: number) => (value >= 1 && value <= 12) || value === 20;
export const identifierTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Texts that may be kept as they are on file. */
export const facilityRules = { phone: phoneProblem };
const facilityFields = z.object({
  name: requiredTitle(
    clientLimits.facilityName,
    managedClientTexts.nameRequired,
    managedClientTexts.facilityNameTooLong,
  ),
  marketId: id.nullish(),
  ...fieldsOnFile(facilityRules),
  ...addressOnFile,
  facilityType: z.number().int().refine(isFacilityType).nullish(),
  identifierType: z.number().int().min(1).max(9).nullish(),
  identifier: optionalText(clientLimits.identifier, managedClientTexts.identifierTooLong),
});
const isWhole = (one: { identifierType?: number | null | undefined; identifier: string | null }) =>
  (one.identifierType ?? null) === null ? one.identifier === null : one.identifier !== null;
const wholeRule = { path: ['identifier'], message: managedClientTexts.identifierWhole };

/** The form of a facility; `stored` is what is on file, whose address and texts may be kept as they are. */
export function facilityForm(stored: AddressLines | undefined) {
  return facilityFields
    .refine(isWhole, wholeRule)
    .superRefine(...checkChanged(facilityRules, stored))
    .superRefine((values, context) => reportAddressProblems(values, context, { isRequired: false, stored }));
}

export const managedFacility = z.object({
  facilityId: id,
  clientId: id,
  marketId: id.nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  facilityType: z.number().int().nullable(),
  identifierType: z.number().int().nullable(),
  identifier: z.string().nullable(),
  version,
});
export type ManagedFacility = z.infer<typeof managedFacility>;

/** Maximum facilities listed per client. */
export const mostManagedFacilities = 2_000;

export const listManagedFacilities = get('/admin/facilities', {
  summary: "Lists facilities of one of the administrator's clients by name.",
  access: managing,
  isOwn: true,
  audit: 'none',
  input: z.object({ clientId: queryId }),
  output: z.object({ items: z.array(managedFacility) }),
});

/** Reads that show clients, their organizations, markets or facilities. */
const clientReads = [
  listAllClients,
  listClientOrganizations,
  listManagedClients,
  listManagedFacilities,
  listMarkets,
  findClients,
  getFacilityHierarchies,
  listFacilities,
];

export const saveClientOrganization = post('/client-orgs/save', {
  summary: 'Adds or renames an organization of clients.',
  access: managing,
  authorization: 'policy',
  makesStale: clientReads,
  input: organizationForm.extend({ clientOrganizationId: id.nullish(), version: version.optional() }),
  output: z.object({ clientOrganizationId: id, version }),
});

export const saveClient = post('/clients/save', {
  summary: 'Adds a client, to which the administrator then belongs, or changes one with all its settings.',
  access: managing,
  authorization: 'policy',
  makesStale: clientReads,
  input: clientForm
    .extend({
      // Left out: a new client has the usual ones, another client keeps its own.
      settings: settingsForm.optional(),
      features: clientForm.shape.features.unwrap().optional(),
      /** Settings and features by number; those left out are as their names say. */
      configuration: clientConfiguration.partial().optional(),
      clientId: id.nullish(),
      version: version.optional(),
    })
    .superRefine((input, context) => {
      for (const key of contradictedKeys(input)) {
        context.addIssue({ code: 'custom', path: ['configuration', key], message: managedClientTexts.contradiction });
      }
    }),
  output: z.object({ clientId: id, version }),
});

export const saveMarket = post('/markets/save', {
  summary: 'Adds or renames a market of a client.',
  access: managing,
  authorization: 'policy',
  makesStale: clientReads,
  input: organizationForm.extend({ marketId: id.nullish(), clientId: id, version: version.optional() }),
  output: z.object({ marketId: id, version }),
});

export const saveFacility = post('/facilities/save', {
  summary: 'Adds or changes a facility of a client.',
  access: managing,
  authorization: 'policy',
  makesStale: clientReads,
  input: facilityFields
    .extend({ facilityId: id.nullish(), clientId: id, version: version.optional() })
    .refine(isWhole, wholeRule),
  output: z.object({ facilityId: id, version }),
});
