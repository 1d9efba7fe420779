import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { primaryKey, partsOf } from '../shared/references.ts';
import { facilityNames } from './facilityNames.ts';
import { isPlace, sharedAddresses } from './addresses.ts';
import { identityByKeys, writeKeyedRecords } from './keyedRecords.ts';

import type { LocationDraft } from '../fhir/location.ts';
import type { OrganizationDraft } from '../fhir/organization.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Draft } from '../fhir/draft.ts';
import type { Written } from './keyedRecords.ts';
import type { WriteContext } from './context.ts';

const organizationColumnsOf = writes<
  OrganizationDraft,
  'healthcare_organization',
  keyof Draft | 'address' | 'isPayer'
>()({ columns: (columns) => columns });

const facilityColumnsOf = writes<LocationDraft, 'facility', keyof Draft | 'isInside'>()({
  columns: (columns) => columns,
});

/** Practices go to the directory, which all clients share. Payers are not stored; coverages only mention them by name. */
export async function writeOrganizations(context: WriteContext, drafts: readonly OrganizationDraft[]): Promise<void> {
  const practices = drafts.filter((draft) => !draft.isPayer);
  context.report.keepNot('Organization: a payer, not a practice', drafts.length - practices.length);
  const written = await writeKeyedRecords(
    context,
    {
      kind: 'organizations',
      table: 'healthcare_organization',
      idColumn: 'healthcare_organization_id',
      clientId: null,
      isVersioned: true,
      content: (draft) => ({ ...draft.columns, ...draft.address }),
      identify: async () => identityByKeys(context, organizationColumnsOf),
      newColumns: (draft) => sourceColumns(draft),
    },
    practices,
  );
  const changed = written.filter(({ outcome }) => outcome !== 'unchanged');
  await writeOrganizationAddresses(context.db, changed);
}

/**
 * An organization's record has one address. If it changes, the previous imported address is archived. Addresses added in the
 * product stay. If a user changed or removed the imported address, the record's address is no longer written.
 */
async function writeOrganizationAddresses(db: Db, written: readonly Written<OrganizationDraft>[]): Promise<void> {
  const placed = written.filter(({ draft }) => isPlace(draft.address));
  if (placed.length === 0) return;
  const addressIds = await sharedAddresses(
    db,
    placed.map(({ draft }) => draft.address),
  );
  const rows = placed.map(({ id, draft }, index) => ({
    healthcare_organization_id: id,
    address_id: addressIds[index],
    office_phone: draft.columns.phone ?? null,
  }));
  await sql`
    with incoming as (
      select * from json_populate_recordset(null::healthcare_organization_address_info, ${JSON.stringify(rows)}::json) given
      where not exists (select from healthcare_organization_address_info edited where edited.source_key = 'edited'
        and edited.healthcare_organization_id = given.healthcare_organization_id)),
    gone as (
      update healthcare_organization_address_info kept set is_archived = true from incoming
      where kept.healthcare_organization_id = incoming.healthcare_organization_id and kept.source_key = 'import'
        and kept.address_id <> incoming.address_id and not kept.is_archived)
    insert into healthcare_organization_address_info (healthcare_organization_id, address_id, office_phone, source_key)
    select distinct on (incoming.healthcare_organization_id, incoming.address_id)
      incoming.healthcare_organization_id, incoming.address_id, incoming.office_phone, 'import' from incoming
    where not exists (select from healthcare_organization_address_info kept where kept.address_id = incoming.address_id
      and kept.healthcare_organization_id = incoming.healthcare_organization_id and not kept.is_archived)`.execute(db);
}

/** Locations become the client's facilities; rooms and wards inside a facility are skipped. */
export async function writeLocations(context: WriteContext, drafts: readonly LocationDraft[]): Promise<void> {
  const facilities = drafts.filter((draft) => !draft.isInside);
  context.report.keepNot('Location: a ward or room, not a facility', drafts.length - facilities.length);
  await writeKeyedRecords(
    context,
    {
      kind: 'facilities',
      table: 'facility',
      idColumn: 'facility_id',
      clientId: context.clientId,
      isVersioned: false,
      content: (draft) => draft.columns,
      identify: async (some) => {
        const nameOf = await facilityNames(context, some);
        const identify = identityByKeys(context, facilityColumnsOf);
        return (draft) => {
          const { id, mode, columns } = identify(draft);
          return { id, mode, columns: { ...columns, name: nameOf(draft, id) } };
        };
      },
      newColumns: (draft) => ({ client_id: context.clientId, ...sourceColumns(draft) }),
    },
    facilities,
  );
}

function sourceColumns(draft: Draft) {
  const { system, value } = partsOf(primaryKey(draft.keys));
  return { source_system: system, source_id: value };
}
