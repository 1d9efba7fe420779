import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { Rejection } from '../fhir/draft.ts';
import { digestOf, isLasting, partsOf, primaryKey } from '../shared/references.ts';
import { isOlder } from '../fhir/source.ts';
import { writeAddresses } from './addresses.ts';
import { keepAccepted, rowOf } from './context.ts';
import { mergeIntoRows, saveKeys } from './keyedRecords.ts';
import { isForeign } from './practitioners.ts';
import { ensureSpecialties } from './specialties.ts';

import type { Columns, Draft } from '../fhir/draft.ts';
import type { ProviderAddress } from '../fhir/practitioner.ts';
import type { PractitionerRoleDraft } from '../fhir/practitionerRole.ts';
import type { Resolved, WriteContext } from './context.ts';
import type { RowChange, Written } from './keyedRecords.ts';

const columnsOf = writes<
  Resolved<PractitionerRoleDraft, 'organization' | 'specialty'>,
  'healthcare_provider',
  keyof Draft | 'practitioner' | 'locations' | 'isActive'
>()({
  organization: 'healthcare_organization_id',
  specialty: 'healthcare_provider_specialty_id',
  officePhone: 'office_phone',
  fax: 'fax',
  email: 'email',
  directEmail: 'direct_email',
});

interface JudgedRole extends Written<PractitionerRoleDraft> {
  columns: Columns;
  addresses: ProviderAddress[];
  /** The provider is a user or belongs to another client. */
  isForeign: boolean;
}

/**
 * Writes roles. A role says where a provider works, as what, and for whom; this is stored in the provider's own row and
 * addresses.
 */
export async function writeRoles(context: WriteContext, drafts: readonly PractitionerRoleDraft[]): Promise<void> {
  const active = drafts.filter((draft) => draft.isActive);
  context.report.keepNot('PractitionerRole: no longer active', drafts.length - active.length);
  if (active.length === 0) return;
  const specialties = await ensureSpecialties(
    context.db,
    active.map((draft) => draft.specialty).filter((item) => item !== null),
  );
  const facilities = await loadFacilities(context, active);
  const foreign = await loadForeign(context, active);
  const judged = keepAccepted(context, active, (draft) => judge(context, draft, { specialties, facilities, foreign }));
  const changed = judged.filter(({ outcome }) => outcome !== 'unchanged');
  await updateProviders(context, changed);
  await writeAddresses(
    context.db,
    changed.map(({ id, draft, addresses, isForeign }) => ({
      providerId: id,
      owner: `role:${partsOf(primaryKey(draft.keys)).value}`,
      addresses,
      onlyIfNone: isForeign,
    })),
  );
  await saveKeys(context, null, judged, (draft) => draft.keys.filter(isLasting));
  for (const { outcome } of judged) context.report.count('provider roles', outcome);
}

interface RoleContext {
  specialties: (name: PractitionerRoleDraft['specialty']) => number | null;
  facilities: Map<number, ProviderAddress>;
  foreign: Set<number>;
}

function judge(
  context: WriteContext,
  draft: PractitionerRoleDraft,
  { specialties, facilities, foreign }: RoleContext,
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
  const columns = columnsOf({
    ...draft,
    organization: rowOf(context, draft, draft.organization),
    specialty: specialties(draft.specialty),
  });
  const digest = digestOf([id, columns, addresses]);
  const own = primaryKey(draft.keys);
  const before = resolver.digestOf(own);
  const isOldCopy = draft.source.isOutdated === true || isOlder(draft.source, resolver.updatedAtOf(own));
  const isAsBefore = before === digest || (before !== null && isOldCopy);
  const outcome = before === null ? 'created' : isAsBefore ? 'unchanged' : 'updated';
  const isForeign = foreign.has(id);
  return { draft, id, outcome, digest: isAsBefore ? before : digest, columns, addresses, isForeign };
}

function missingPractitioner({ resolver }: WriteContext, draft: PractitionerRoleDraft): string {
  if (resolver.wasRejected(draft.practitioner)) return 'its practitioner was rejected';
  return `its practitioner ${draft.practitioner.shown.slice(0, 100)} is neither in the files nor in the database`;
}

/** A provider's first role sets the specialty and organization; a changed role sets them again. */
async function updateProviders(context: WriteContext, roles: readonly JudgedRole[]): Promise<void> {
  for (const outcome of ['created', 'updated'] as const) {
    const byProvider = Map.groupBy(
      roles.filter((role) => role.outcome === outcome),
      ({ id }) => id,
    );
    const changes = [...byProvider].flatMap(([id, ofProvider]): RowChange[] => {
      const [first] = ofProvider;
      if (first === undefined) return [];
      const columns = firstValues(ofProvider);
      if (first.isForeign) Object.assign(columns, { email: null, direct_email: null });
      const mode = outcome === 'created' || first.isForeign ? 'fills' : 'updates';
      return [{ id, draft: first.draft, mode, columns }];
    });
    await mergeIntoRows(context, providerTable, changes);
  }
}

const providerTable = {
  table: 'healthcare_provider',
  idColumn: 'healthcare_provider_id',
  isVersioned: true,
} as const;

async function loadForeign(
  { db, clientId, resolver }: WriteContext,
  drafts: readonly PractitionerRoleDraft[],
): Promise<Set<number>> {
  const ids = drafts.map((draft) => resolver.find(draft.practitioner)).filter((id) => id !== undefined);
  const { rows } = await sql<{ id: number }>`
    select healthcare_provider_id as id from healthcare_provider p
    where healthcare_provider_id = any(${ids}::bigint[]) and ${isForeign(clientId)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function firstValues(roles: readonly JudgedRole[]): Columns {
  const values: Columns = {};
  for (const { columns } of roles) {
    for (const [column, value] of Object.entries(columns)) values[column] ??= value;
  }
  return values;
}

/** The facilities of the roles, as addresses. */
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
