import { defaultTimeZone, timeZones } from '@careloop/contracts/codes/timeZones';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const zones = timeZones.map(({ code, iana }) => sql`when ${sql.lit(code)} then ${sql.lit(iana)}`);

/** IANA name of a client's time zone. */
export function zoneOfClient(clientId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select case coalesce(min(s.value), ${sql.lit(defaultTimeZone)}) ${sql.join(zones, sql` `)} end
    from client_setting s where s.client_id = ${clientId} and s.name = 'timeZone')`;
}

/** Today's date for a client. */
export function todayOfClient(clientId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(now() at time zone ${zoneOfClient(clientId)})::date`;
}
