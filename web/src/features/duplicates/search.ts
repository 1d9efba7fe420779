import { duplicateStatuses } from '@careloop/contracts/duplicates';
import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const duplicatesSearch = z.object({
  /** Defaults to open. */
  status: z.enum(duplicateStatuses).optional().catch(undefined),
  /** Only the pairs of this patient. */
  patientId: integer(1),
  patientDuplicateId: integer(1),
});

const status = z.enum(['open', 'decided']).optional().catch(undefined);
export const providerConflictsSearch = z.object({ status, providerDuplicateId: integer(1) });
export const editedValuesSearch = z.object({ status, patientDifferenceId: integer(1) });
export const editedProvidersSearch = z.object({ status, providerDifferenceId: integer(1) });
