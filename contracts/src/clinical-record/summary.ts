import { z } from 'zod';
import { signedIn } from '../access.ts';
import { allergy, medication } from '../clinical-record.ts';
import { get } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';
import { measuredResult } from './results.ts';

// The clinical record in brief: for the overview, and beside a referral or a consultation.

export const summaryLimits = { problems: 12, medications: 20, allergies: 12, results: 6 } as const;

/** When a statement was entered or last changed here, to mark what is new since a question was asked. */
const asOf = { changedAt: timestamp };

const noneKnown = z.object({ statedBy: z.string().nullable(), enteredByName: z.string().nullable() });

export const clinicalSummary = z.object({
  problems: z.array(
    z.object({
      patientConditionId: id,
      description: z.string(),
      code: z.string().nullable(),
      onset: z.string().nullable(),
      ...asOf,
    }),
  ),
  problemCount: z.number().int(),
  medications: z.array(
    medication
      .pick({ patientMedicationId: true, description: true, dosage: true, status: true, isDisputed: true })
      .extend(asOf),
  ),
  medicationCount: z.number().int(),
  /** Set if it is stated that the patient takes none, and none is current. */
  noMedicationsKnown: noneKnown.nullable(),
  /** The worst first. */
  allergies: z.array(
    allergy
      .pick({
        patientAllergyId: true,
        description: true,
        category: true,
        criticality: true,
        severity: true,
        reactions: true,
      })
      .extend(asOf),
  ),
  allergyCount: z.number().int(),
  /** Set if it is stated that no allergy is known, and none is active. */
  noAllergiesKnown: noneKnown.nullable(),
  /** The last abnormal ones, latest first. */
  abnormalResults: z.array(measuredResult.extend(asOf)),
  /** The last results and panels, latest first. */
  latestResults: z.array(
    measuredResult.extend({
      isPanel: z.boolean(),
      memberCount: z.number().int(),
      abnormalCount: z.number().int(),
      ...asOf,
    }),
  ),
});
export type ClinicalSummary = z.infer<typeof clinicalSummary>;

export const getClinicalSummary = get('/patients/clinical-record/summary', {
  summary: 'Returns active problems and medications, allergies with the worst first, and the last results.',
  auditText: 'Clinical summary',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: clinicalSummary,
});
