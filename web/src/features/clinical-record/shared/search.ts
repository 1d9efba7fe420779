import { namesOf, resultCategoryLabels } from '@careloop/contracts/codes/clinicalRecord';
import { z } from 'zod';
import { flag } from '../../../lib/search.ts';

/** The sections of the clinical record on a patient's page. */
export const clinicalSections = [
  'conditions',
  'medications',
  'allergies',
  'results',
  'immunizations',
  'procedures',
  'plans',
  'history',
] as const;
export type ClinicalSection = (typeof clinicalSections)[number];

const day = z.iso.date().optional().catch(undefined);

/** Filters of the results, in the address of the patient's page. */
export const resultSearch = z.object({
  resultFrom: day,
  resultUntil: day,
  resultCategory: z.enum(namesOf(resultCategoryLabels)).optional().catch(undefined),
  resultSource: z.string().max(1000).optional().catch(undefined),
  isAbnormal: flag,
  isSuperseded: flag,
});
export type ResultFilters = Partial<z.output<typeof resultSearch>>;
