import { reportGroupings, reportNames } from '@careloop/contracts/reports';
import { powerBiKinds } from '@careloop/contracts/reports/powerBi';
import { z } from 'zod';
import { integer, text } from '../../lib/search.ts';

const aDay = z.iso.date().optional().catch(undefined);

/** The tab of the Power BI reports. */
export const powerBiTab = 'powerbi';

/** The report, its filters, and the number whose rows are open; or the Power BI report. */
export const reportsSearch = z.object({
  report: z
    .enum([...reportNames, powerBiTab])
    .optional()
    .catch(undefined),
  from: aDay,
  to: aDay,
  clientId: integer(1),
  facilityId: integer(1),
  healthcareProviderSpecialtyId: integer(1),
  groupBy: z.enum(reportGroupings).optional().catch(undefined),
  measure: text,
  key: text,
  page: integer(1, 10_000),
  powerBiKind: z.enum(powerBiKinds).optional().catch(undefined),
  powerBiReport: z.uuid().optional().catch(undefined),
});
