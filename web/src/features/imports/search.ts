import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const runsSearch = z.object({ importRunId: integer(1) });
export const findingsSearch = z.object({
  /** Only those of this run, or of this patient. */
  importRunId: integer(1),
  patientId: integer(1),
  importFindingId: integer(1),
});
