import { defaultTimeZone, timeZones } from '@careloop/contracts/codes/timeZones';
import { sql } from 'kysely';

const zones = timeZones.map(({ code, iana }) => sql`when ${sql.lit(code)} then ${sql.lit(iana)}`);

/** Today's date for the client of the patient of a coverage `v`. */
const today = sql<string>`(now() at time zone (select case coalesce(min(s.value), ${sql.lit(defaultTimeZone)})
  ${sql.join(zones, sql` `)} end from client_setting s join patient owner using (client_id)
  where owner.patient_id = v.patient_id and s.name = 'timeZone'))::date`;

/**
 * Status of a coverage `v`: a stored one would stay active after the last day. Other statuses, such as canceled, are stated by
 * the record that was imported.
 */
export const coverageStatus = sql<string>`case when v.status not in ('active', 'ended') then v.status
  when v.end_date is not null and v.end_date < ${today} then 'ended' else 'active' end`;
