import { primaryKey, partsOf } from '../fhir/references.ts';
import { identityByNames, writeNamed } from './named.ts';

import type { LocationDraft } from '../fhir/location.ts';
import type { OrganizationDraft } from '../fhir/organization.ts';
import type { Draft } from '../fhir/draft.ts';
import type { WriteContext } from './context.ts';

/** Practices go to the directory, which all clients share; payers are only named by coverages. */
export async function writeOrganizations(context: WriteContext, drafts: readonly OrganizationDraft[]): Promise<void> {
  const practices = drafts.filter((draft) => !draft.isPayer);
  context.report.keepNot('Organization: a payer, not a practice', drafts.length - practices.length);
  await writeNamed(
    context,
    {
      kind: 'organizations',
      table: 'healthcare_organization',
      idColumn: 'healthcare_organization_id',
      clientId: null,
      isVersioned: false,
      content: (draft) => draft.columns,
      identify: async () => identityByNames(context),
      newColumns: (draft) => sourceColumns(draft),
    },
    practices,
  );
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
