import { z } from 'zod';
import { allOf } from '../access.ts';
import { nothing, post } from '../endpoint.ts';
import { id, isKeepable, requiredText } from '../fields.ts';
import { getDocument } from './viewer.ts';
import { chartReads } from './chartReads.ts';

// Archiving documents that do not belong on a chart (docs/domain/charts.md).

/** Maximum characters of the reason. */
export const longestArchiveReason = 500;

export const archiveTexts = {
  reasonRequired: 'Reason is required',
  reasonTooLong: `Reason must be ${longestArchiveReason} characters or less`,
  reasonUnkeepable: 'Reason contains characters that cannot be saved.',
  archived: 'Document archived',
  restored: 'Document restored to the chart',
  noPermission: 'Sorry, you do not have permission to archive documents.',
  emergencyOnly: 'Documents cannot be archived or restored with emergency access.',
} as const;

export const archiveForm = z.object({
  reason: requiredText(longestArchiveReason, archiveTexts.reasonRequired, archiveTexts.reasonTooLong).refine(
    isKeepable,
    archiveTexts.reasonUnkeepable,
  ),
});

export const archiveDocument = post('/documents/archive', {
  summary:
    'Takes a document off the chart, such as one of another patient. It stays readable as archived, and where it was sent. Does nothing if it is archived.',
  access: allOf('UploadChart'),
  authorization: 'policy',
  makesStale: [getDocument, ...chartReads],
  input: archiveForm.extend({ patientDocumentId: id }),
  output: nothing,
});

export const restoreDocument = post('/documents/restore', {
  summary:
    'Puts a document that a user archived back on the chart. Does nothing to other documents, such as those an import archived.',
  access: allOf('UploadChart'),
  authorization: 'policy',
  makesStale: [getDocument, ...chartReads],
  input: z.object({ patientDocumentId: id }),
  output: nothing,
});
