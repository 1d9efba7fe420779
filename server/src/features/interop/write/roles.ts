import { sql } from 'kysely';

import { Rejection } from '../fhir/draft.ts';
import { digestOf, isLasting, partsOf, primaryKey } from '../fhir/references.ts';
import { writeAddresses } from './addresses.ts';
import { updateRows } from './bulk.ts';
import { keepAccepted, rowOf } from './context.ts';
import { saveNames } from './named.ts';
import { ensureSpecialties } from './specialties.ts';

import type { Columns } from '../fhir/draft.ts';
import type { ProviderAddress } from '../fhir/practitioner.ts';
import type { PractitionerRoleDraft } from '../fhir/practitionerRole.ts';
import type { WriteContext } from './context.ts';
import type { Written } from './named.ts';

interface JudgedRole extends Written<PractitionerRoleDraft> {
  columns: Columns;
  addresses: ProviderAddress[];
}

/** A role tells where a provider works, as what, and for whom; it is kept in the provider's own row and addresses. */
export async function writeRoles(context: WriteContext, drafts: readonly PractitionerRoleDraft[]): Promise<void> {
  const active = drafts.filter((draft) => draft.isActive);
  context.report.keepNot('PractitionerRole: not active any more', drafts.length - active.length);
  if (active.length === 0) return;
  const specialties = await ensureSpecialties(
    context.db,
    active.map((draft) => draft.specialty).filter((item) => item !== null),
  );
  const facilities = await loadFacilities(context, active);
  const judged = keepAccepted(context, active, (draft) => judge(context, draft, specialties, facilities));
  const changed = judged.filter(({ outcome }) => outcome !== 'unchanged');
  await updateProviders(context, changed);
  await writeAddresses(
    context.db,
    changed.map(({ id, draft, addresses }) => ({
      providerId: id,
      owner: `role:${partsOf(primaryKey(draft.keys)).value}`,
      addresses,
    })),
  );
  await saveNames(context, null, judged, (draft) => draft.keys.filter(isLasting));
  for (const { outcome } of judged) context.report.count('provider roles', outcome);
}

function judge(
  context: WriteContext,
  draft: PractitionerRoleDraft,
  specialties: (name: PractitionerRoleDraft['specialty']) => number | null,
  facilities: Map<number, ProviderAddress>,
): JudgedRole {
  const { resolver } = context;
  const id = resolver.find(draft.practitioner);
  if (id === undefined) throw new Rejection(missingPractitioner(context, draft));
  const addresses = draft.locations
    .map((location) => rowOf(context, draft, location))
    .map((facilityId) => (facilityId === null ? undefined : facilities.get(facilityId)))
    .filter((address) => address !== undefined)
    .map((address) => ({
      ...address,
      office_phone: draft.officePhone ?? address.office_phone,
      fax_number: draft.fax,
    }));
  const columns = {
    healthcare_organization_id: rowOf(context, draft, draft.organization),
    healthcare_provider_specialty_id: specialties(draft.specialty),
    office_phone: draft.officePhone,
    fax: draft.fax,
    email: draft.email,
    direct_email: draft.directEmail,
  };
  const digest = digestOf([id, columns, addresses]);
  const before = resolver.digestOf(primaryKey(draft.keys));
  const isAsBefore = before === digest || (before !== null && draft.source.isOutdated === true);
  const outcome = before === null ? 'created' : isAsBefore ? 'unchanged' : 'updated';
  return { draft, id, outcome, digest: isAsBefore ? before : digest, columns, addresses };
}

function missingPractitioner({ resolver }: WriteContext, draft: PractitionerRoleDraft): string {
  if (resolver.wasRejected(draft.practitioner)) return 'its practitioner was rejected';
  return `its practitioner ${draft.practitioner.shown.slice(0, 100)} is neither in the files nor in the database`;
}

/** The first role of a provider says the specialty and the organization; a role that changed says them anew. */
async function updateProviders({ db }: WriteContext, roles: readonly JudgedRole[]): Promise<void> {
  for (const outcome of ['created', 'updated'] as const) {
    const byProvider = Map.groupBy(
      roles.filter((role) => role.outcome === outcome),
      ({ id }) => id,
    );
    const rows = [...byProvider].map(([id, ofProvider]) => ({
      healthcare_provider_id: id,
      ...firstValues(ofProvider),
    }));
    await updateRows(db, 'healthcare_provider', 'healthcare_provider_id', rows, {
      empty: outcome === 'created' ? 'fills' : 'keeps',
      isVersioned: true,
    });
  }
}

function firstValues(roles: readonly JudgedRole[]): Columns {
  const values: Columns = {};
  for (const { columns } of roles) {
    for (const [column, value] of Object.entries(columns)) values[column] ??= value;
  }
  return values;
}

/** The facilities that roles work at, as addresses. */
async function loadFacilities(
  { db, resolver }: WriteContext,
  drafts: readonly PractitionerRoleDraft[],
): Promise<Map<number, ProviderAddress>> {
  const ids = drafts
    .flatMap((draft) => draft.locations.map((location) => resolver.find(location)))
    .filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const found = await sql<ProviderAddress & { facility_id: number }>`
    select facility_id, name as address_label, address1, address2, city, state, zipcode, phone as office_phone,
      null as fax_number, latitude, longitude
    from facility where facility_id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ facility_id: id, ...address }) => [id, address]));
}
