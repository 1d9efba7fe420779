import { z } from 'zod';
import { actions } from '../can.ts';
import { reviewing } from '../duplicates.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, timestamp, version } from '../fields.ts';
import { patientSummary } from '../patients.ts';
import { providerReads } from '../directory/changes.ts';

export const conflictTexts = {
  notFound: 'This no longer exists, or you do not have access to it.',
  changed: 'This was decided after you opened it.',
  alreadyDecided: 'This is decided already.',
  notDecided: 'This is not decided yet.',
} as const;

const page = { cursor: z.string().max(400).optional() };
const decided = z.enum(['open', 'decided']).default('open');

/** A provider shown in the review. */
export const conflictingProvider = z.object({
  healthcareProviderId: id,
  firstName: z.string(),
  lastName: z.string(),
  degree: z.string().nullable(),
  npiNumber: z.string().nullable(),
  specialty: z.string().nullable(),
  organizationName: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
  email: z.string().nullable(),
});
export type ConflictingProvider = z.infer<typeof conflictingProvider>;

export const providerConflict = z.object({
  providerDuplicateId: id,
  /** The NPI of both; null for two providers of one record id of a sender. */
  npiNumber: z.string().nullable(),
  status: z.enum(['open', 'kept_apart']),
  foundAt: timestamp,
  version,
  /** The provider who was known first, and the later one, whose record is kept without a common NPI. */
  providers: z.array(conflictingProvider),
  can: actions(['keepApart', 'reopen']),
});
export type ProviderConflict = z.infer<typeof providerConflict>;

export const listProviderConflicts = get('/provider/duplicates/providers', {
  summary: 'Lists different providers with the same NPI or record id found by imports, latest first.',
  access: reviewing,
  audit: 'none',
  input: z.object({ status: decided, ...page }),
  output: z.object({ items: z.array(providerConflict), nextCursor: z.string().nullable() }),
});

const ofConflict = z.object({ providerDuplicateId: id, version: version.optional() });

export const keepProvidersApart = post('/provider/duplicates/providers/keep-apart', {
  summary:
    'Decides that two providers with the same NPI or record id are different people. Later imports do not report them again.',
  access: reviewing,
  authorization: 'policy',
  makesStale: [listProviderConflicts],
  input: ofConflict,
  output: nothing,
});

export const reopenProviderConflict = post('/provider/duplicates/providers/reopen', {
  summary: 'Reverts that decision.',
  access: reviewing,
  authorization: 'policy',
  makesStale: [listProviderConflicts],
  input: ofConflict,
  output: nothing,
});

const difference = z.object({
  field: z.string(),
  status: z.enum(['open', 'kept', 'taken']),
  foundAt: timestamp,
  version,
  /** Values edited here, and values from the import, by column. */
  ours: z.record(z.string(), z.string().nullable()),
  theirs: z.record(z.string(), z.string().nullable()),
  can: actions(['take', 'keep']),
});
const deciding = { version: version.optional(), decision: z.enum(['take', 'keep']) };

/** Only the last digits of an SSN are shown. */
export const patientDifference = difference.extend({ patientDifferenceId: id, patient: patientSummary });
export type PatientDifference = z.infer<typeof patientDifference>;

export const listPatientDifferences = get('/provider/duplicates/differences', {
  summary: 'Lists edited patient values that differ from a later import, latest first.',
  auditText: 'Edited values that differ from an import',
  access: reviewing,
  audit: 'search',
  input: z.object({ status: decided, ...page }),
  output: z.object({ items: z.array(patientDifference), nextCursor: z.string().nullable() }),
});

export const decideDifference = post('/provider/duplicates/differences/decide', {
  summary: "Accepts the import's value or keeps the edited one; later imports of the same value do not change it.",
  access: reviewing,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent', listPatientDifferences],
  input: z.object({ patientDifferenceId: id, ...deciding }),
  output: nothing,
});

/** Specialty and organization are shown by name. */
export const providerDifference = difference.extend({ providerDifferenceId: id, provider: conflictingProvider });
export type ProviderDifference = z.infer<typeof providerDifference>;

export const listProviderDifferences = get('/provider/duplicates/provider-differences', {
  summary: 'Lists edited provider values that differ from a later import, latest first.',
  access: reviewing,
  audit: 'none',
  input: z.object({ status: decided, ...page }),
  output: z.object({ items: z.array(providerDifference), nextCursor: z.string().nullable() }),
});

export const decideProviderDifference = post('/provider/duplicates/provider-differences/decide', {
  summary:
    "Accepts the import's value of a provider or keeps the edited one; later imports of the same value do not change it.",
  access: reviewing,
  authorization: 'policy',
  makesStale: [listProviderDifferences, ...providerReads],
  input: z.object({ providerDifferenceId: id, ...deciding }),
  output: nothing,
});
