import type { ChartSelection } from '@careloop/contracts/charts/selection';

import type { Db } from '../../platform/db/client.ts';

/**
 * The number from which a fax of these charts is sent: the oldest active number of the facility, if the visits of all its
 * documents took place at the same one.
 * @returns null if there is no such facility, or it has no number of its own
 */
export async function faxNumberOfCharts(
  db: Db,
  patientId: number,
  charts: readonly ChartSelection[],
): Promise<string | null> {
  const ids = charts.flatMap((chart) => ('patientDocumentId' in chart ? [chart.patientDocumentId] : []));
  if (ids.length === 0) return null;
  const facilities = await db
    .selectFrom('patient_document as d')
    .innerJoin('patient_encounter as e', 'e.patient_encounter_id', 'd.patient_encounter_id')
    .select('e.facility_id as facilityId')
    .distinct()
    .where('d.patient_id', '=', patientId)
    .where('d.patient_document_id', 'in', ids)
    .where('e.facility_id', 'is not', null)
    .limit(2)
    .execute();
  const [only] = facilities;
  if (only === undefined || facilities.length > 1) return null;
  const number = await db
    .selectFrom('facility_fax_number')
    .select('phone')
    .where('facility_id', '=', only.facilityId)
    .where('status', '=', 'active')
    .orderBy('facility_fax_number_id')
    .limit(1)
    .executeTakeFirst();
  return number?.phone ?? null;
}
