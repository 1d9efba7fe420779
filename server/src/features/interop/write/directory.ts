import { sql } from 'kysely';

import { primaryKey, partsOf } from '../fhir/references.ts';
import { isPlace, sharedAddresses } from './addresses.ts';
import { identityByNames, writeNamed } from './named.ts';

import type { LocationDraft } from '../fhir/location.ts';
import type { OrganizationDraft } from '../fhir/organization.ts';
import type { Db } from '../../../db/client.ts';
import type { Draft } from '../fhir/draft.ts';
import type { Written } from './named.ts';
import type { WriteContext } from './context.ts';

/** Practices go to the directory, which all clients share; payers are only named by coverages. */
export async function writeOrganizations(context: WriteContext, drafts: readonly OrganizationDraft[]): Promise<void> {
  const practices = drafts.filter((draft) => !draft.isPayer);
  context.report.keepNot('Organization: a payer, not a practice', drafts.length - practices.length);
  const written = await writeNamed(
    context,
    {
      kind: 'organizations',
      table: 'healthcare_organization',
      idColumn: 'healthcare_organization_id',
      clientId: null,
      isVersioned: true,
      content: (draft) => ({ ...draft.columns, ...draft.address }),
      identify: async () => identityByNames(context),
      newColumns: (draft) => sourceColumns(draft),
    },
    practices,
  );
  const changed = written.filter(({ outcome }) => outcome !== 'unchanged');
  await writeOrganizationAddresses(context.db, changed);
}

/**
 * An organization's record tells one address. The one it told before is archived when it tells another; addresses that were
 * added in the product stay, and so does what became of a told one there: changed or removed by hand, it is told no more.
 */
async function writeOrganizationAddresses(db: Db, written: readonly Written<OrganizationDraft>[]): Promise<void> {
  const told = written.filter(({ draft }) => isPlace(draft.address));
  if (told.length === 0) return;
  const addressIds = await sharedAddresses(
    db,
    told.map(({ draft }) => draft.address),
  );
  const rows = told.map(({ id, draft }, index) => ({
    healthcare_organization_id: id,
    address_id: addressIds[index],
    office_phone: draft.columns.phone ?? null,
  }));
  await sql`
    with told as (
      select * from json_populate_recordset(null::healthcare_organization_address_info, ${JSON.stringify(rows)}::json) given
      where not exists (select from healthcare_organization_address_info edited where edited.source_key = 'edited'
        and edited.healthcare_organization_id = given.healthcare_organization_id)),
    gone as (
      update healthcare_organization_address_info kept set is_archived = true from told
      where kept.healthcare_organization_id = told.healthcare_organization_id and kept.source_key = 'import'
        and kept.address_id <> told.address_id and not kept.is_archived)
    insert into healthcare_organization_address_info (healthcare_organization_id, address_id, office_phone, source_key)
    select told.healthcare_organization_id, told.address_id, told.office_phone, 'import' from told
    where not exists (select from healthcare_organization_address_info kept where kept.address_id = told.address_id
      and kept.healthcare_organization_id = told.healthcare_organization_id and not kept.is_archived)`.execute(db);
}

/** Locations become the client's facilities; rooms and wards inside one do not. */
export async function writeLocations(context: WriteContext, drafts: readonly LocationDraft[]): Promise<void> {
  const facilities = drafts.filter((draft) => !draft.isInside);
  context.report.keepNot('Location: a ward or room, not a facility', drafts.length - facilities.length);
  await writeNamed(
    context,
    {
      kind: 'facilities',
      table: 'facility',
      idColumn: 'facility_id',
      clientId: context.clientId,
      isVersioned: false,
      content: (draft) => draft.columns,
      identify: async () => identityByNames(context),
      newColumns: (draft) => ({ client_id: context.clientId, ...sourceColumns(draft) }),
    },
    facilities,
  );
}

function sourceColumns(draft: Draft) {
  const { system, value } = partsOf(primaryKey(draft.keys));
  return { source_system: system, source_id: value };
}
