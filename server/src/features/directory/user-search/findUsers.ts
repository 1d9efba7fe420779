import { userTypeLabels } from '@careloop/contracts/codes';
import type { findUsers, FoundUser, SuggestedUser } from '@careloop/contracts/directory/users';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { isColleagueOf, isOnCareTeam } from '../../../core/access/colleagues.ts';
import type { Db } from '../../../platform/db/client.ts';
import { jsonRows, shape } from '../../../platform/db/shape.ts';
import { startsWith } from '../../../platform/db/startsWith.ts';

/** Splits a search term into words in the same way as the database function `name_words`. */
const wordsOf = (term: string) => term.split(/[\s,.'’`()/‐‑–—-]+/u).filter((word) => word !== '');

/** Further words are ignored. */
const mostWords = 5;

/**
 * Users `u` by name, with `u.tier` for the order: each word of the term must start a word of the name. Users whose last name
 * equals or starts with the first word come first.
 */
function namedUsers(term: string): RawBuilder<unknown> {
  const [first, ...others] = wordsOf(term).slice(0, mostWords);
  if (first === undefined) return sql`(select *, 0 as tier from user_account where ${term === ''}) as u`;
  const ofOthers = others.map(
    (word) =>
      sql`and exists (select from user_name_word o where o.user_id = n.user_id and ${startsWith(sql`o.word`, word)})`,
  );
  return sql`(select n.user_id, min(case when n.begins_last_name then (n.word <> search_key(${first}))::int else 2 end) as tier
      from user_name_word n where ${startsWith(sql`n.word`, first)} ${sql.join(ofOthers, sql` `)}
      group by n.user_id) as named
    join lateral (select a.*, named.tier from user_account a where a.user_id = named.user_id) as u on true`;
}

interface UserTables {
  u: 'user_account';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
}

type Search = Omit<InputOf<typeof findUsers>, 'onBehalfOfUserId' | 'includeSystemUsers'>;

function found(patientId: number | undefined) {
  return shape<FoundUser, UserTables>({
    userId: 'u.user_id',
    firstName: 'u.first_name',
    lastName: 'u.last_name',
    fullName: sql`u.last_name || ', ' || u.first_name`,
    userType: 'u.user_type',
    specialtyName: 's.name',
    organizationName: 'o.name',
    isActiveOnCareTeam: patientId === undefined ? sql`null::boolean` : isOnCareTeam(patientId),
  });
}

const directoryOf = sql`left join healthcare_provider pr on pr.user_id = u.user_id
  left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
  left join healthcare_organization o using (healthcare_organization_id)`;

/** Number of appointments of a user `u` who is a provider, in total or with one patient. */
function appointmentsOf(patientId: number | undefined): RawBuilder<number> {
  return sql<number>`(select count(*) from healthcare_provider ah
    join patient_appointment aa on aa.healthcare_provider_id = ah.healthcare_provider_id
    where ah.user_id = u.user_id ${patientId === undefined ? sql`` : sql`and aa.patient_id = ${patientId}`})`;
}

const isProvider = sql`exists (select from healthcare_provider ip where ip.user_id = u.user_id)`;

/** The conditions of a search over `user_account u`, as a list. */
function conditionsOf(actor: Actor, search: Search): RawBuilder<unknown>[] {
  const { specialtyOrUserType, patientEncounterId, healthcareOrganizationId, clientId, requiredPermission } = search;
  const conditions: (RawBuilder<unknown> | false | undefined)[] = [
    isColleagueOf(principalOf(actor), search.patientId),
    search.userIds && sql`u.user_id = any(${search.userIds}::bigint[])`,
    search.excludedUserIds && sql`u.user_id <> all(${search.excludedUserIds}::bigint[])`,
    search.excludeLoggedInUser && sql`u.user_id <> ${principalOf(actor)}`,
    search.excludeProviders && sql`not ${isProvider} and u.user_type <> 'provider'`,
    search.providersOnly && isProvider,
    search.excludeSuperUsers && sql`u.user_type <> 'system_administrator'`,
    requiredPermission !== undefined &&
      sql`exists (select from user_permission rp where rp.user_id = u.user_id and rp.permission = ${requiredPermission})`,
    specialtyOrUserType !== undefined && specialtyOrUserType !== '' && isOfKind(specialtyOrUserType),
    patientEncounterId !== undefined &&
      sql`exists (select from patient_encounter_provider ep join healthcare_provider eh using (healthcare_provider_id)
        where ep.patient_encounter_id = ${patientEncounterId} and eh.user_id = u.user_id)`,
    healthcareOrganizationId !== undefined &&
      sql`exists (select from healthcare_provider oh where oh.user_id = u.user_id
        and oh.healthcare_organization_id = ${healthcareOrganizationId})`,
    clientId !== undefined &&
      sql`${actor.clientIds.includes(clientId)} and exists (select from user_client fc
        where fc.user_id = u.user_id and fc.client_id = ${clientId})`,
    search.popularUsersListType !== undefined && sql`${appointmentsOf(search.patientId)} > 0`,
  ];
  return conditions.filter((condition) => condition !== undefined && condition !== false);
}

/** Matches a specialty, or a user type by its name or label. */
function isOfKind(kind: string): RawBuilder<unknown> {
  const types = Object.entries(userTypeLabels)
    .filter(([type, label]) => [type, label.toLowerCase()].includes(kind.toLowerCase()))
    .map(([type]) => type);
  return sql`(u.user_type = any(${types}::text[]) or u.user_type_id in (select t.user_type_id from user_type t
      where t.client_id is not null and lower(t.name) = lower(${kind})) or exists (select from healthcare_provider kh
    join healthcare_provider_specialty ks using (healthcare_provider_specialty_id)
    where kh.user_id = u.user_id and lower(ks.name) = lower(${kind})))`;
}

/** One page of colleagues. The caller has checked the patient and the encounter. */
export async function searchUsers(
  db: Db,
  actor: Actor,
  search: Search,
): Promise<{ items: FoundUser[]; totalItemCount: number }> {
  const isByAppointments = search.sortBy === 'TotalAppointments' || search.popularUsersListType !== undefined;
  const rank = isByAppointments ? sql`-${appointmentsOf(search.patientId)}` : sql`u.tier`;
  const page = found(search.patientId).from`(select * from found order by rank, last_name, first_name, user_id
        limit ${search.pageSize} offset ${(search.page - 1) * search.pageSize}) as page
      join user_account u on u.user_id = page.user_id ${directoryOf}
      order by page.rank, page.last_name, page.first_name, page.user_id`;
  const { rows } = await sql<{ total: number; items: FoundUser[] }>`
    with found as materialized (select u.user_id, u.last_name, u.first_name, ${rank} as rank
      from ${namedUsers(search.searchTerm)} where ${sql.join(conditionsOf(actor, search), sql` and `)})
    select (select count(*) from found)::int as total, ${jsonRows(page)} as items`.execute(db);
  const { total, items } = rows[0] ?? { total: 0, items: [] };
  return { items, totalItemCount: total };
}

/** Maximum number of care teams considered when ranking by shared care teams. */
const mostTeams = 200;

/**
 * Suggests colleagues, without the user: providers of the patient's encounters and appointments who are not on the care team
 * yet, then those who share the most care teams with the user. The caller has checked access to the patient.
 */
export async function findSuggested(
  db: Db,
  actor: Actor,
  patientId: number | undefined,
  limit: number,
): Promise<SuggestedUser[]> {
  const self = principalOf(actor);
  const suggested = shape<SuggestedUser, UserTables & { scored: { visits: number; shared: number } }>({
    ...found(patientId).columns,
    visitsWithPatient: 'scored.visits',
    sharedCareTeams: 'scored.shared',
  });
  const visits =
    patientId === undefined
      ? sql`select null::bigint as user_id where false`
      : sql`select h.user_id from patient_encounter e join patient_encounter_provider ep using (patient_encounter_id)
          join healthcare_provider h using (healthcare_provider_id) where e.patient_id = ${patientId}
        union all select h.user_id from patient_appointment a join healthcare_provider h using (healthcare_provider_id)
          where a.patient_id = ${patientId}`;
  const notOnTeam =
    patientId === undefined
      ? sql``
      : sql`and not exists (select from care_team_member t where t.patient_id = ${patientId} and t.user_id = u.user_id
          and t.status in ('accepted', 'invited'))`;
  const { rows } = await suggested.from`(
      select user_id, sum(visit)::int as visits, sum(team)::int as shared from (
        select v.user_id, 1 as visit, 0 as team from (${visits}) as v where v.user_id is not null
        union all
        select other.user_id, 0, 1 from (select m.patient_id from care_team_member m
          where m.user_id = ${self} and m.status = 'accepted' limit ${mostTeams}) as mine
          join care_team_member other on other.patient_id = mine.patient_id and other.status = 'accepted') as hints
      group by user_id) as scored
    join user_account u on u.user_id = scored.user_id ${directoryOf}
    where u.user_id <> ${self} and ${isColleagueOf(self, patientId)} ${notOnTeam}
    order by scored.visits desc, scored.shared desc, u.last_name, u.first_name, u.user_id limit ${limit}`.execute(db);
  return rows;
}
