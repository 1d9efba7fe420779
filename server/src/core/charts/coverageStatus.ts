import { sql } from 'kysely';

import { todayOfClient } from './clientDay.ts';

/** Today's date for the client of the patient of a coverage `v`. */
const today = todayOfClient(sql`(select owner.client_id from patient owner where owner.patient_id = v.patient_id)`);

/**
 * Status of a coverage `v`: a stored one would stay active after the last day. Other statuses, such as canceled, are stated by
 * the record that was imported.
 */
export const coverageStatus = sql<string>`case when v.status not in ('active', 'ended') then v.status
  when v.end_date is not null and v.end_date < ${today} then 'ended' else 'active' end`;
