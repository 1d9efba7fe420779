import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { refused } from '../../../platform/errors.ts';

/** How a provider or organization stores an address in its link to the place, which has the lines (`places.ts`). */
export const addressColumns = {
  addressLabel: 'address_label',
  officePhone: 'office_phone',
  faxNumber: 'fax_number',
  locationCode: 'location_code',
} as const;

/** A provider's link to a place. */
export interface ProviderLink {
  healthcareProviderAddressInfoId: number;
  healthcareProviderId: number;
  addressId: number;
}

/** @throws AppError if another change gave a provider or organization the same place at the same time */
export function onlyOnce<Result>(statement: Promise<Result>): Promise<Result> {
  return onConstraint(statement, {
    healthcare_provider_address_info_once: () => refused(addressDialogTexts.sameTime),
    healthcare_organization_address_info_once: () => refused(addressDialogTexts.sameTime),
  });
}

/** @throws AppError if the link's provider has another address at this place */
export async function requireUnlisted(db: Db, link: ProviderLink, addressId: number): Promise<void> {
  const other = await db
    .selectFrom('healthcare_provider_address_info')
    .select('healthcare_provider_address_info_id')
    .where('healthcare_provider_id', '=', link.healthcareProviderId)
    .where('healthcare_provider_address_info_id', '<>', link.healthcareProviderAddressInfoId)
    .where('address_id', '=', addressId)
    .where('is_archived', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) throw refused(addressDialogTexts.isListed);
}

/**
 * Moves everyone at one place to another, or, if both are the same, only increments the versions. A provider or organization who has both keeps the first of the two in its list, which
 * may be its main address; the other is archived, and referrals and appointments still show it.
 */
export async function moveLinks(db: Db, from: number, to: number): Promise<void> {
  if (from !== to) await archiveSecondLinks(db, [from, to]);
  // The new version makes a concurrent edit of one of these addresses fail as stale.
  for (const table of ['healthcare_provider_address_info', 'healthcare_organization_address_info'] as const) {
    await db
      .updateTable(table)
      .set({ address_id: to, version: sql<number>`version + 1` })
      .where('address_id', '=', from)
      .execute();
  }
}

async function archiveSecondLinks(db: Db, places: readonly number[]): Promise<void> {
  await sql`with listed as (
      select healthcare_provider_address_info_id as id, row_number() over (partition by healthcare_provider_id
        order by is_mailing, healthcare_provider_address_info_id) as place_in_list
      from healthcare_provider_address_info where address_id = any(${places}::bigint[]) and not is_archived)
    update healthcare_provider_address_info l
    set is_archived = true, version = version + 1, source_key = ${editedKey}
    from listed where listed.id = l.healthcare_provider_address_info_id and listed.place_in_list > 1`.execute(db);
  await sql`with listed as (
      select healthcare_organization_address_info_id as id, row_number() over (partition by healthcare_organization_id
        order by source_key is null, healthcare_organization_address_info_id) as place_in_list
      from healthcare_organization_address_info where address_id = any(${places}::bigint[]) and not is_archived)
    update healthcare_organization_address_info l
    set is_archived = true, version = version + 1, source_key = case when source_key is not null then 'edited' end
    from listed where listed.id = l.healthcare_organization_address_info_id and listed.place_in_list > 1`.execute(db);
}

/**
 * Imports update addresses whose key names their record. Keeping the place part of the key prevents the import from adding the
 * address again.
 */
export const editedKey = sql<string | null>`case when source_key is not null
  then 'edited-' || healthcare_provider_address_info_id || '|' || substring(source_key from '[^|]*$') end`;
