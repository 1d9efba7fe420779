import { z } from 'zod';
import { allOf } from '../access.ts';
import { actions } from '../can.ts';
import { get, post } from '../endpoint.ts';
import { id, optionalText, queryId, queryInteger, requiredTitle, version } from '../fields.ts';
import { findSpecialties } from '../directory.ts';
import { getApsLookups } from '../directory/search.ts';
import { getSpecialtiesAndUserTypes } from '../directory/lookups.ts';
import { getReportFilters } from '../reports.ts';

// Managing the option lists of forms (docs/domain/administration.md).

export const lookupLimits = { name: 120, code: 20 } as const;

export const managedLookupTexts = {
  nameRequired: 'Name is required',
  nameTooLong: `Name cannot exceed ${lookupLimits.name} characters`,
  codeTooLong: `Code cannot exceed ${lookupLimits.code} characters`,
  nameTaken: 'There is already an entry with this name. It may be archived.',
  notFound: 'This entry does not exist.',
  changed: 'This entry has changed since you opened it.',
  saved: 'Entry saved successfully',
  archived: 'Entry archived. Existing uses are kept, but it can no longer be selected.',
  restored: 'Entry restored. It can be selected again.',
} as const;

export const managing = allOf('ManageSite');

export const lookupStates = ['offered', 'archived'] as const;
export type LookupState = (typeof lookupStates)[number];
export const lookupPageSize = 50;

/** Of an entry in a list that all clients share. */
export const sharedEntry = {
  /** The client that uses it; null if all do. */
  clientId: id.nullable(),
  clientName: z.string().nullable(),
  can: actions(['save']),
} as const;

export const lookupEntry = z.object({
  id,
  name: z.string(),
  /** NUCC taxonomy code of a specialty, or ICD-10-CM code of a condition. */
  code: z.string().nullable(),
  /** Whether providers of the specialty count as primary care providers, by its name or code; false for conditions. */
  isPrimaryCare: z.boolean(),
  isArchived: z.boolean(),
  ...sharedEntry,
  version,
});
export type LookupEntry = z.infer<typeof lookupEntry>;

/** Input of every list of entries. */
export const lookupFilter = z.object({
  searchTerm: z.string().trim().max(100).default(''),
  state: z.enum(lookupStates).optional(),
  page: queryInteger({ min: 1, max: 1000, fallback: 1 }),
});
export type LookupFilter = z.output<typeof lookupFilter>;

/** One page of entries. */
export const lookupPageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ items: z.array(entry), totalItemCount: z.number().int(), hasMore: z.boolean() });

const listed = { access: managing, audit: 'none', input: lookupFilter, output: lookupPageOf(lookupEntry) } as const;

const single = { access: managing, audit: 'none', input: z.object({ id: queryId }), output: lookupEntry } as const;

export const lookupForm = z.object({
  name: requiredTitle(lookupLimits.name, managedLookupTexts.nameRequired, managedLookupTexts.nameTooLong),
  code: optionalText(lookupLimits.code, managedLookupTexts.codeTooLong),
});

/** What a save adds to the fields of the form; without `id`, it adds an entry. */
export const savedEntry = { id: id.nullish(), version: version.optional() } as const;

/** Declaration of a call that saves an entry, without its input. */
export const savingEntry = {
  access: managing,
  authorization: 'admin',
  output: z.object({ id, version }),
} as const;

/** The same for a list that all clients share, whose policy decides. */
export const savingSharedEntry = { ...savingEntry, authorization: 'policy' } as const;
/** What it adds to the input: the client a new entry is for, or all of them. An entry stays with its client. */
export const savedSharedEntry = { ...savedEntry, clientId: id.nullish() } as const;

const saved = { ...savingSharedEntry, input: lookupForm.extend(savedSharedEntry) };

/** Declaration of a call that archives or restores an entry. */
export const archivingEntry = {
  access: managing,
  authorization: 'admin',
  input: z.object({ id, isArchived: z.boolean(), version }),
  output: z.object({ version }),
} as const;

/** The same for a list that all clients share. */
export const archivingSharedEntry = { ...archivingEntry, authorization: 'policy' } as const;

export const listSpecialties = get('/specialties/list', { summary: 'Lists specialties by name.', ...listed });
export const getSpecialty = get('/specialties/get', { summary: 'Returns a specialty.', ...single });

/** Reads that show specialties. */
const specialtyReads = [
  listSpecialties,
  getSpecialty,
  findSpecialties,
  getApsLookups,
  getSpecialtiesAndUserTypes,
  getReportFilters,
];

export const saveSpecialty = post('/specialties/save', {
  summary: 'Adds or changes a specialty.',
  ...saved,
  makesStale: specialtyReads,
});
export const archiveSpecialty = post('/specialties/archive', {
  summary: 'Archives or restores a specialty. Existing uses are kept.',
  ...archivingSharedEntry,
  makesStale: specialtyReads,
});

export const listHealthConditions = get('/health-conditions/list', { summary: 'Lists conditions by name.', ...listed });
export const getHealthCondition = get('/health-conditions/get', { summary: 'Returns a condition.', ...single });
export const saveHealthCondition = post('/health-conditions/save', {
  summary: 'Adds or changes a condition.',
  ...saved,
  makesStale: [listHealthConditions, getHealthCondition],
});
export const archiveHealthCondition = post('/health-conditions/archive', {
  summary: 'Archives or restores a condition.',
  ...archivingSharedEntry,
  makesStale: [listHealthConditions, getHealthCondition],
});
