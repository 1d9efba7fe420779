import { z } from 'zod';
import { get, post } from '../endpoint.ts';
import { id, optionalText, queryId, requiredTitle, version } from '../fields.ts';
import {
  archivingEntry,
  lookupFilter,
  lookupPageOf,
  managedLookupTexts,
  managing,
  savedEntry,
  savingEntry,
} from './lookups.ts';
import { findProviders, getProvider, getProviderTags } from '../directory/providers.ts';
import { findProviderChoices } from '../directory/choices.ts';
import { getApsLookups, searchAps } from '../directory/search.ts';
import { getProviderNetwork } from '../directory/network.ts';
import { listCareTeam } from '../care-teams.ts';
import { listCareTeamMembers } from '../care-teams/members.ts';
import { getTask, listTasks } from '../tasks.ts';
import { listTaskTags } from '../tasks/tags.ts';

// Managing a client's tags of tasks, and the tags and affiliations that it gives to providers (docs/domain/administration.md).

export const clientLookupLimits = { name: 60, warningMessage: 250, position: 999 } as const;

export const clientLookupTexts = {
  nameTooLong: `Name cannot exceed ${clientLookupLimits.name} characters`,
  warningTooLong: `Warning message cannot exceed ${clientLookupLimits.warningMessage} characters`,
  preferredHint: 'Recommend providers with this affiliation.',
  reasonHint:
    'Users who choose a provider with this affiliation must say why, as long as another affiliation is preferred.',
  warningHint: 'Shown with the affiliation in search results.',
  positionHint: 'The closest affiliation has the lowest number.',
  positionEmpty: 'Last',
  position: `Order must be a whole number from 0 to ${clientLookupLimits.position}`,
} as const;

const reading = { access: managing, audit: 'none' } as const;
const ofClient = lookupFilter.extend({ clientId: queryId });
const name = requiredTitle(clientLookupLimits.name, managedLookupTexts.nameRequired, clientLookupTexts.nameTooLong);

const clientEntry = z.object({ id, clientId: id, name: z.string(), isArchived: z.boolean(), version });

/** An entry that is given to providers. */
const providersEntry = clientEntry.extend({
  /** Providers who have it. */
  providerCount: z.number().int(),
});

// ---------------------------------------------------------------- tags of providers

export const providerTagEntry = providersEntry;
export type ProviderTagEntry = z.infer<typeof providerTagEntry>;

export const providerTagForm = z.object({ name });

export const listManagedProviderTags = get('/provider-tags/list', {
  summary: "Lists provider tags of one of the administrator's clients by name.",
  ...reading,
  input: ofClient,
  output: lookupPageOf(providerTagEntry),
});

export const getManagedProviderTag = get('/provider-tags/get', {
  summary: 'Returns a provider tag.',
  ...reading,
  input: z.object({ id: queryId }),
  output: providerTagEntry,
});

/** Reads that show provider tags. */
const tagReads = [
  listManagedProviderTags,
  getManagedProviderTag,
  getProviderTags,
  getProvider,
  getApsLookups,
  searchAps,
];

export const saveProviderTag = post('/provider-tags/save', {
  summary: 'Adds or changes a provider tag of a client.',
  ...savingEntry,
  makesStale: tagReads,
  input: providerTagForm.extend({ ...savedEntry, clientId: id }),
});

export const archiveProviderTag = post('/provider-tags/archive', {
  summary: 'Archives or restores a provider tag. Providers keep it.',
  ...archivingEntry,
  makesStale: tagReads,
});

// ---------------------------------------------------------------- tags of tasks

export const taskTagEntry = clientEntry;
export type TaskTagEntry = z.infer<typeof taskTagEntry>;

export const taskTagForm = z.object({ name });

export const listManagedTaskTags = get('/task-tags/list', {
  summary: "Lists task tags of one of the administrator's clients by name.",
  ...reading,
  input: ofClient,
  output: lookupPageOf(taskTagEntry),
});

export const getManagedTaskTag = get('/task-tags/get', {
  summary: 'Returns a task tag.',
  ...reading,
  input: z.object({ id: queryId }),
  output: taskTagEntry,
});

/** Reads that show task tags. */
const taskTagReads = [listManagedTaskTags, getManagedTaskTag, listTaskTags, listTasks, getTask];

export const saveTaskTag = post('/task-tags/save', {
  summary: 'Adds or changes a task tag of a client.',
  ...savingEntry,
  makesStale: taskTagReads,
  input: taskTagForm.extend({ ...savedEntry, clientId: id }),
});

export const archiveTaskTag = post('/task-tags/archive', {
  summary: 'Archives or restores a task tag. Tasks keep it.',
  ...archivingEntry,
  makesStale: taskTagReads,
});

// ---------------------------------------------------------------- affiliations

export const affiliationEntry = providersEntry.extend({
  isPreferred: z.boolean(),
  /** Whether a reason is asked for when a provider with this affiliation is chosen. No effect if it is preferred. */
  enforcePreferred: z.boolean(),
  warningMessage: z.string().nullable(),
  /** The closest affiliation has the lowest. */
  position: z.number().int(),
});
export type AffiliationEntry = z.infer<typeof affiliationEntry>;

export const affiliationForm = z.object({
  name,
  isPreferred: z.boolean().default(false),
  enforcePreferred: z.boolean().default(false),
  warningMessage: optionalText(clientLookupLimits.warningMessage, clientLookupTexts.warningTooLong),
  /** Null: the last one. Left out: unchanged, or the last one if it is new. */
  position: z
    .int(clientLookupTexts.position)
    .min(0, clientLookupTexts.position)
    .max(clientLookupLimits.position, clientLookupTexts.position)
    .nullish(),
});

export const listManagedAffiliations = get('/affiliations/list', {
  summary: "Lists affiliations of one of the administrator's clients, the closest first.",
  ...reading,
  input: ofClient,
  output: lookupPageOf(affiliationEntry),
});

export const getManagedAffiliation = get('/affiliations/get', {
  summary: 'Returns an affiliation.',
  ...reading,
  input: z.object({ id: queryId }),
  output: affiliationEntry,
});

/** Reads that show affiliations. */
const affiliationReads = [
  listManagedAffiliations,
  getManagedAffiliation,
  getProviderNetwork,
  getApsLookups,
  searchAps,
  findProviderChoices,
  findProviders,
  listCareTeam,
  listCareTeamMembers,
];

export const saveAffiliation = post('/affiliations/save', {
  summary: 'Adds or changes an affiliation of a client.',
  ...savingEntry,
  makesStale: affiliationReads,
  input: affiliationForm.extend({ ...savedEntry, clientId: id }),
});

export const archiveAffiliation = post('/affiliations/archive', {
  summary: 'Archives or restores an affiliation. Providers keep it.',
  ...archivingEntry,
  makesStale: affiliationReads,
});
