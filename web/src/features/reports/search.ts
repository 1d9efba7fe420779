import { reportGroupings, reportNames, referralMeasures } from '@careloop/contracts/reports';
import { z } from 'zod';
import { integer, text } from '../../lib/search.ts';

const aDay = z.iso.date().optional().catch(undefined);

/** The report, its filters, and the number whose rows are open. */
export const reportsSearch = z.object({
  report: z.enum(reportNames).optional().catch(undefined),
  from: aDay,
  to: aDay,
  clientId: integer(1),
  facilityId: integer(1),
  healthcareProviderSpecialtyId: integer(1),
  groupBy: z.enum(reportGroupings).optional().catch(undefined),
  measure: z.enum(referralMeasures).optional().catch(undefined),
  key: text,
  page: integer(1, 10_000),
});
