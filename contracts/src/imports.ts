import { z } from 'zod';
import { allOf } from './access.ts';
import { get } from './endpoint.ts';
import { id, queryId, timestamp } from './fields.ts';
import { patientSummary } from './patients.ts';

// What imports did, and what they could not keep, for administrators (docs/domain/import.md).

/** Records name patients of the client, so whoever reads them must see all of its patients. */
export const readingImports = allOf('ManageSite', 'ViewAllPatients');

export const importTexts = {
  notFound: 'This record of an import no longer exists, or you do not have access to it.',
} as const;

/** Characters of a raw record that are shown. */
export const longestRawRecord = 200_000;

/** Kinds of rows that imports count, in the order in which they are listed. */
export const importedKinds = [
  'specialties',
  'organizations',
  'facilities',
  'providers',
  'provider roles',
  'patients',
  'encounters',
  'conditions',
  'coverages',
  'appointments',
  'care teams',
  'documents',
  'medications',
  'allergies',
  'results',
  'immunizations',
  'procedures',
  'care plans and goals',
  'family history and devices',
  'files',
] as const;

const counts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  rejected: z.number().int(),
});

export const importRun = z.object({
  importRunId: id,
  clientName: z.string(),
  sender: z.string(),
  startedAt: timestamp,
  /** Null while it runs, and for ever if it was stopped. */
  endedAt: timestamp.nullable(),
  files: z.array(counts.extend({ name: z.string() })),
  fileCount: z.number().int(),
  kinds: z.array(counts.extend({ kind: z.string() })),
  notKept: z.array(z.object({ kind: z.string(), howMany: z.number().int() })),
  findingCount: z.number().int(),
});
export type ImportRunItem = z.infer<typeof importRun>;

/** Files and kinds of a run that are listed. */
export const importRunLimits = { files: 200, kinds: 100 } as const;

const cursor = z.string().max(400).optional();

export const listImportRuns = get('/imports/runs', {
  summary: 'Lists imports of files, latest first.',
  auditText: 'Imports',
  access: readingImports,
  audit: 'search',
  input: z.object({ cursor }),
  output: z.object({ items: z.array(importRun), nextCursor: z.string().nullable() }),
});

export const importFinding = z.object({
  importFindingId: id,
  importRunId: id.nullable(),
  kind: z.enum(['rejected', 'left_out']),
  patient: patientSummary.nullable(),
  fileName: z.string(),
  line: z.number().int().nullable(),
  recordType: z.string().nullable(),
  recordId: z.string().nullable(),
  reason: z.string(),
  foundAt: timestamp,
  /** When a later copy of the record could be read. */
  settledAt: timestamp.nullable(),
});
export type ImportFinding = z.infer<typeof importFinding>;

export const listImportFindings = get('/imports/findings', {
  summary: 'Lists records that imports rejected, and parts that they left out, latest first.',
  auditText: 'What imports could not read',
  access: readingImports,
  audit: 'search',
  input: z.object({ importRunId: queryId.optional(), patientId: queryId.optional(), cursor }),
  output: z.object({ items: z.array(importFinding), nextCursor: z.string().nullable() }),
});

export const getImportFinding = get('/imports/finding', {
  summary: 'Returns a record that an import could not read, as it was sent.',
  auditText: 'Raw record of an import',
  access: readingImports,
  input: z.object({ importFindingId: queryId }),
  output: importFinding.extend({
    /** Null if it could not be told from the rest of its file. */
    raw: z.string().nullable(),
    isRawCut: z.boolean(),
  }),
});
