import type { Permission } from '@careloop/contracts/access';
import type { Specialty } from '@careloop/contracts/directory';
import type { FacilityHierarchy, FacilityOption, UserOrganization } from '@careloop/contracts/directory/lookups';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../../platform/identity/actor.ts';
import type { Actor } from '../../../../platform/identity/actor.ts';
import { isColleagueOf } from '../../../../core/access/colleagues.ts';
import { isOfferedTo } from '../../../../core/access/sharedLookups.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { containsWordPrefix } from '../../../../platform/db/containsWordPrefix.ts';
import { clientsOf } from '../../../patient-lists/shared/queries.ts';
import { isPermitted } from '../../policy.ts';

/** More than any installation has; limits the size of a response. */
const mostFacilities = 2000;

/** Any of the clients whose rows are offered. */
function anyOffered(actor: Actor, requiredPermission: Permission | undefined): RawBuilder<number> {
  return sql<number>`any(${isPermitted(actor, requiredPermission) ? clientsOf(actor) : []}::bigint[])`;
}

interface FacilityFilter {
  requiredPermission?: Permission | undefined;
  clientId?: number | undefined;
}

/** The facilities of the actor's clients, by name. */
export async function findFacilities(db: Db, actor: Actor, filter: FacilityFilter): Promise<FacilityOption[]> {
  const rows = await findFacilityRows(db, actor, filter);
  return rows.map(({ key, label, clientId }) => ({ key, label, clientId }));
}

function findFacilityRows(db: Db, actor: Actor, { requiredPermission, clientId }: FacilityFilter) {
  return db
    .selectFrom('facility')
    .select(['facility_id as key', 'name as label', 'client_id as clientId', 'market_id as marketId'])
    .where('client_id', '=', anyOffered(actor, requiredPermission))
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? 0))
    .orderBy(sql`lower(name)`)
    .orderBy('facility_id')
    .limit(mostFacilities)
    .execute();
}

interface HierarchyFilter {
  requiredPermission?: Permission | undefined;
  includeMarkets: boolean;
}

/** The actor's clients with their facilities, including clients without any. */
export async function findHierarchies(db: Db, actor: Actor, filter: HierarchyFilter): Promise<FacilityHierarchy[]> {
  const offered = anyOffered(actor, filter.requiredPermission);
  const [clients, markets, facilities] = await Promise.all([
    db
      .selectFrom('client')
      .select(['client_id as clientId', 'display_name as displayName'])
      .where('client_id', '=', offered)
      .orderBy('display_name')
      .execute(),
    filter.includeMarkets
      ? db
          .selectFrom('market')
          .select(['market_id as marketId', 'client_id as clientId', 'name'])
          .where('client_id', '=', offered)
          .orderBy('name')
          .execute()
      : [],
    findFacilityRows(db, actor, filter),
  ]);
  const optionsOf = (rows: typeof facilities) => rows.map(({ key, label, clientId }) => ({ key, label, clientId }));
  return clients.map((client) => {
    const own = facilities.filter(({ clientId }) => clientId === client.clientId);
    return {
      ...client,
      markets: markets
        .filter(({ clientId }) => clientId === client.clientId)
        .map(({ marketId, name }) => ({
          marketId,
          name,
          facilities: optionsOf(own.filter((facility) => facility.marketId === marketId)),
        })),
      facilities: optionsOf(filter.includeMarkets ? own.filter(({ marketId }) => marketId === null) : own),
    };
  });
}

interface ClientFilter {
  searchTerm: string;
  requiredPermission?: Permission | undefined;
  scope: 'allocated' | 'all';
}

/** Clients with a word that starts with the search term. The caller has checked the scope. */
export function findClients(db: Db, actor: Actor, { searchTerm, requiredPermission, scope }: ClientFilter) {
  return db
    .selectFrom('client')
    .innerJoin('client_organization as o', 'o.client_organization_id', 'client.client_organization_id')
    .select(['client_id as clientId', 'display_name as displayName', 'o.name as organizationName'])
    .$if(scope === 'allocated', (query) => query.where('client_id', '=', anyOffered(actor, requiredPermission)))
    .$if(scope === 'all' && !isPermitted(actor, requiredPermission), (query) => query.where(sql<boolean>`false`))
    .$if(searchTerm !== '', (query) => query.where(containsWordPrefix(sql`display_name`, searchTerm)))
    .orderBy('display_name')
    .limit(1000)
    .execute();
}

/** The organization of the call's principal, then those of the people the user may act for. */
export async function findUserOrganizations(db: Db, actor: Actor): Promise<UserOrganization[]> {
  return db
    .selectFrom('healthcare_provider as pr')
    .innerJoin('healthcare_organization as o', 'o.healthcare_organization_id', 'pr.healthcare_organization_id')
    .select(['o.healthcare_organization_id as healthcareOrganizationId', 'o.name as healthcareOrganizationName'])
    .where('pr.user_id', 'in', [...actor.userIds])
    .groupBy(['o.healthcare_organization_id', 'o.name'])
    .orderBy(sql`bool_or(pr.user_id = ${principalOf(actor)}) desc`)
    .orderBy('o.name')
    .execute();
}

/** The specialties of colleagues, by name. */
export function findSpecialtiesOfColleagues(db: Db, actor: Actor, requiredPermission: Permission | undefined) {
  return db
    .selectFrom('healthcare_provider_specialty as s')
    .select(['s.healthcare_provider_specialty_id as healthcareProviderSpecialtyId', 's.name'])
    .where(
      sql<boolean>`s.healthcare_provider_specialty_id in (select pr.healthcare_provider_specialty_id
        from user_account u join healthcare_provider pr on pr.user_id = u.user_id
        where ${isColleagueOf(principalOf(actor))} and (${requiredPermission ?? null}::text is null
          or exists (select from user_permission rp where rp.user_id = u.user_id and rp.permission = ${requiredPermission ?? null})))`,
    )
    .orderBy('s.name')
    .execute();
}

/** Specialties with a word that starts with the search term. */
export function findSpecialties(db: Db, actor: Actor, searchTerm: string): Promise<Specialty[]> {
  return db
    .selectFrom('healthcare_provider_specialty')
    .select(['healthcare_provider_specialty_id as healthcareProviderSpecialtyId', 'name'])
    .where('is_archived', '=', false)
    .where(isOfferedTo(actor))
    .$if(searchTerm !== '', (query) => query.where(containsWordPrefix(sql`name`, searchTerm)))
    .orderBy('name')
    .limit(200)
    .execute();
}

/** The built-in user types, and those of the user's clients that are offered. */
export function findUserTypes(db: Db, actor: Actor) {
  return db
    .selectFrom('user_type')
    .select(['user_type_id as userTypeId', 'name as description'])
    .where('is_archived', '=', false)
    .where(isOfferedTo(actor))
    .orderBy('user_type_id')
    .execute();
}
