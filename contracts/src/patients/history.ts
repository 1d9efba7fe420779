import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';

// Change history of a patient's data in the product.

export const editTexts = {
  readOnly: 'You opened this record in an emergency, so you can only read it.',
} as const;

export const changeSubjects = ['demography', 'guarantor', 'insurance', 'encounter'] as const;

export const patientChange = z.object({
  patientChangeId: id,
  subject: z.enum(changeSubjects),
  action: z.enum(['created', 'edited', 'removed']),
  /** Changed columns, with old and new value as text. */
  fields: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  changedAt: timestamp,
  changedBy: z.string(),
  onBehalfOf: z.string().nullable(),
});
export type PatientChange = z.infer<typeof patientChange>;

export const listPatientChanges = get('/patients/field-history', {
  summary: 'Lists changes of a patient’s data with old and new values, latest first.',
  auditText: 'Changes to the record',
  access: signedIn,
  input: z.object({ patientId: queryId, cursor: z.string().max(400).optional() }),
  output: z.object({ items: z.array(patientChange), nextCursor: z.string().nullable() }),
});
