import { sql } from 'kysely';

import { isQueueWorked } from '../../../../core/access/worksQueues.ts';
import type { Db } from '../../../../platform/db/client.ts';

/**
 * A provider to whom a referral or consultation is to be sent: the user, if one can sign in, and the provider's link to the
 * address of this id, which is null if the address is archived or another provider's. Undefined if there is no such provider.
 */
export function findReceivingProvider(db: Db, healthcareProviderId: number, addressId: number | null | undefined) {
  return db
    .selectFrom('healthcare_provider as p')
    .leftJoin('user_account as u', (join) => join.onRef('u.user_id', '=', 'p.user_id').on('u.is_active', '=', true))
    .leftJoin('healthcare_provider_address_info as a', (join) =>
      join
        .onRef('a.healthcare_provider_id', '=', 'p.healthcare_provider_id')
        .on('a.address_id', '=', addressId ?? null)
        .on('a.is_archived', '=', false),
    )
    .select([
      'u.user_id as userId',
      isQueueWorked(sql`u.user_id`).as('isQueueWorked'),
      'a.healthcare_provider_address_info_id as addressInfoId',
      'p.healthcare_provider_specialty_id as specialtyId',
      'p.npi_deactivated_on as npiDeactivatedOn',
    ])
    .where('p.healthcare_provider_id', '=', healthcareProviderId)
    .orderBy('a.healthcare_provider_address_info_id')
    .executeTakeFirst();
}
