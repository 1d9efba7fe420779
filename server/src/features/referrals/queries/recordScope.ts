import type { ReceiverScope, RecordScope } from '@careloop/contracts/referrals/recordScope';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isOutside } from '../../../core/access/providerUser.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';

/** The usual scope for the user `u`: the whole record inside the client; outside only what was sent, unless the client says so. */
const usualScope = (clientId: RawBuilder<unknown>) => sql<RecordScope>`case when ${isOutside(clientId)}
  and not exists (select from client_setting cs where cs.client_id = ${clientId}
    and cs.name = 'referralsOutsideOpenRecord' and cs.value = 1) then 'attached' else 'whole' end`;

/** To whom a referral to this provider opens the record. Undefined if there is no such provider. */
export async function findReceiverScope(
  db: Db,
  { clientId, healthcareProviderId }: { clientId: number; healthcareProviderId: number },
): Promise<ReceiverScope | undefined> {
  const client = sql`${clientId}::bigint`;
  const scope = shape<ReceiverScope, { c: 'client'; u?: 'user_account'; o?: 'healthcare_organization' }>({
    clientName: 'c.display_name',
    hasUser: sql`u.user_id is not null`,
    isOutside: isOutside(client),
    organizationName: sql`coalesce(o.name, (select oc.display_name from client oc where oc.client_id = u.origin_client_id))`,
    usualScope: usualScope(client),
  });
  const { rows } = await scope.from`healthcare_provider h join client c on c.client_id = ${client}
    left join user_account u on u.user_id = h.user_id and u.is_active
    left join healthcare_organization o on o.healthcare_organization_id = h.healthcare_organization_id
    where h.healthcare_provider_id = ${healthcareProviderId}`.execute(db);
  return rows[0];
}

/** What accepting opens, as stored: what the sender chose, else what is usual for the receiver. */
export function scopeColumn(
  { clientId, healthcareProviderId }: { clientId: number; healthcareProviderId: number | null },
  chosen?: RecordScope | null,
): { record_scope: RecordScope | RawBuilder<RecordScope> } {
  if (healthcareProviderId === null) return { record_scope: 'whole' };
  if (chosen) return { record_scope: chosen };
  return {
    record_scope: sql<RecordScope>`(select ${usualScope(sql`${clientId}::bigint`)} from healthcare_provider h
      left join user_account u on u.user_id = h.user_id and u.is_active
      where h.healthcare_provider_id = ${healthcareProviderId})`,
  };
}
