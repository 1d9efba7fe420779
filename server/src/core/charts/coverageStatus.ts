import { sql } from 'kysely';

import { todayOfClient } from './clientDay.ts';

/** Today's date for the client of the patient of a coverage. */
const todayOf = (patientId: 'v.patient_id' | 'pc.patient_id') =>
  todayOfClient(sql`(select owner.client_id from patient owner where owner.patient_id = ${sql.ref(patientId)})`);

/** SQL condition: the last day of a coverage `v` is over. */
export const isCoverageOver = sql<boolean>`(v.end_date is not null and v.end_date < ${todayOf('v.patient_id')})`;

/** SQL condition: a policy `pc` covers the patient today. */
export const isActiveCoverage = sql<boolean>`(pc.status = 'active' and pc.removed_at is null
  and coalesce(pc.start_date <= ${todayOf('pc.patient_id')}, true)
  and coalesce(pc.end_date >= ${todayOf('pc.patient_id')}, true))`;

/**
 * Status of a coverage `v`: a stored one would stay active after the last day. Other statuses, such as canceled, are stated by
 * the record that was imported.
 */
export const coverageStatus = sql<string>`case when v.status not in ('active', 'ended') then v.status
  when ${isCoverageOver} then 'ended' else 'active' end`;
