import type { InputOf } from '@careloop/contracts/endpoint';
import { accessRequestPageSize } from '@careloop/contracts/patient-access';
import type { AccessRequest, listAccessRequests } from '@careloop/contracts/patient-access';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { principalOf } from '../../../platform/identity/actor.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import type { RealtimeMessage } from '../../../platform/realtime/publish.ts';
import { clientRoom, userRoom } from '../../../platform/realtime/rooms.ts';
import type { Room } from '../../../platform/realtime/rooms.ts';
import type { RequestRules } from '../policy.ts';

interface RequestTables {
  r: 'access_request';
  p: 'patient';
  u: 'user_account';
  s?: 'healthcare_provider_specialty';
  o?: 'healthcare_organization';
}

export type FoundRequest = Omit<AccessRequest, 'can'> & RequestRules;

const isMember = (actor: Actor): RawBuilder<boolean> => sql<boolean>`exists (select from care_team_member m
  where m.patient_id = r.patient_id and m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted')`;

/**
 * Whether a request is the user's own, regardless of whom they act for in this call: no one may approve their own request by
 * acting for a care team member.
 */
const isOwn = ({ userId }: Actor): RawBuilder<boolean> => sql<boolean>`(${userId} in (r.user_id, r.requested_by_user_id)
  or exists (select from user_proxy x where x.proxy_user_id = ${userId} and x.proxied_user_id = r.user_id))`;

const foundRequest = (actor: Actor) =>
  shape<FoundRequest, RequestTables>({
    accessRequestId: 'r.access_request_id',
    patientId: 'r.patient_id',
    clientId: 'p.client_id',
    patientFirstName: 'p.first_name',
    patientLastName: 'p.last_name',
    birthYear: sql`extract(year from p.date_of_birth)::int`,
    userId: 'r.user_id',
    userName: sql`u.first_name || ' ' || u.last_name`,
    userType: 'u.user_type',
    specialty: 's.name',
    organizationName: 'o.name',
    requestedByName: sql`case when r.requested_by_user_id <> r.user_id then ${userName('r.requested_by_user_id')} end`,
    reason: 'r.reason',
    status: 'r.status',
    createdAt: iso('r.created_at'),
    decidedAt: iso('r.decided_at'),
    decidedByName: userName('r.decided_by_user_id'),
    declineReason: 'r.decline_reason',
    version: 'r.version',
    isMember: isMember(actor),
    isOwn: isOwn(actor),
  });

const fromRequests = sql`access_request r join patient p on p.patient_id = r.patient_id
  join user_account u on u.user_id = r.user_id
  left join healthcare_provider h on h.user_id = u.user_id
  left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = h.healthcare_provider_specialty_id
  left join healthcare_organization o on o.healthcare_organization_id = h.healthcare_organization_id`;

/** Whether the actor can answer request `r` of a patient `p` while it is pending: `requestPolicy.answer` as SQL. */
function isAnswerable(actor: Actor): RawBuilder<boolean> {
  const asMember = actor.permissions.has('EditCareTeam') ? sql`or ${isMember(actor)}` : sql``;
  return sql<boolean>`(not ${isOwn(actor)}
    and (p.client_id = any(${actor.viewAllClientIds}::bigint[]) ${asMember}))`;
}

/**
 * Query for the ids of requests: `isAnswerable` as index ranges, those of each client whose patients the actor can all see, and
 * of each patient on whose care team they are.
 * @param latest order and limit within a client
 */
function answerableIds(actor: Actor, isWanted: RawBuilder<unknown>, latest = sql``): RawBuilder<unknown> {
  const ofClients = sql`select latest.access_request_id from unnest(${actor.viewAllClientIds}::bigint[]) as seen(client_id)
    cross join lateral (select r.access_request_id from access_request r
      where r.client_id = seen.client_id and not ${isOwn(actor)} and ${isWanted} ${latest}) as latest`;
  const ofTeams = sql`select r.access_request_id from care_team_member m join access_request r on r.patient_id = m.patient_id
    where m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted' and not ${isOwn(actor)} and ${isWanted}`;
  return actor.permissions.has('EditCareTeam') ? sql`${ofClients} union ${ofTeams}` : ofClients;
}

export async function findRequests(db: Db, actor: Actor, search: InputOf<typeof listAccessRequests>) {
  const after = readCursor(search.cursor);
  const isWanted = sql`(r.status = 'pending' or ${search.includeAnswered})
      ${search.patientId === undefined ? sql`` : sql`and r.patient_id = ${search.patientId}`}
      ${after === null ? sql`` : sql`and r.access_request_id < ${after.id}`}`;
  const latest = sql`order by r.access_request_id desc limit ${accessRequestPageSize + 1}`;
  const isListed =
    search.list === 'own'
      ? sql`r.user_id = any(${actor.userIds}::bigint[])`
      : sql`r.access_request_id = any(array(${answerableIds(actor, isWanted, latest)}))`;
  const { rows } = await foundRequest(actor).from`${fromRequests}
    where ${isListed} and ${isWanted} ${latest}`.execute(db);
  return pageOf(rows, accessRequestPageSize, (row) => ({ key: '', id: row.accessRequestId }));
}

/** SQL for the number of requests the actor can answer. */
export function requestCount(actor: Actor): RawBuilder<number> {
  return sql<number>`(select count(*)::int from (${answerableIds(actor, sql`r.status = 'pending'`)}) as found)`;
}

/** Whether the patient `p` of emergency access belongs to one of the administrator's own clients. */
export const isReviewable = (actor: Actor) => sql<boolean>`p.client_id = any(${actor.clientIds}::bigint[])`;

/** SQL for the number of times emergency access was used and not reviewed. */
export function unreviewedCount(actor: Actor): RawBuilder<number> {
  return sql<number>`(select count(*)::int from break_glass_access b join patient p on p.patient_id = b.patient_id
    where ${isReviewable(actor)} and b.reviewed_at is null)`;
}

/** Loads and locks a request the actor may see: one they can answer, or their own. */
export async function lockRequest(db: Db, actor: Actor, accessRequestId: number): Promise<FoundRequest | undefined> {
  const statement = sql`${fromRequests}
    where r.access_request_id = ${accessRequestId}
      and (${isAnswerable(actor)} or r.user_id = any(${actor.userIds}::bigint[]))`;
  const of = { r: 'access_request' } as const;
  return (await lockRows(db, foundRequest(actor), statement, { of, strength: 'no key update' }))[0];
}

/** The last decision on a request, for a caller with a stale version. */
export function findLastDecision(db: Db, accessRequestId: number) {
  return db
    .selectFrom('access_request as r')
    .leftJoin('user_account as u', 'u.user_id', 'r.decided_by_user_id')
    .select([
      'r.decided_by_user_id as changedByUserId',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'r.decided_at as changedAt',
      'r.status as what',
    ])
    .where('r.access_request_id', '=', accessRequestId)
    .executeTakeFirst();
}

/**
 * An active, unmerged patient of one of the principal's own clients, which they can find beyond their list. Locked until the
 * transaction ends, so that a user who asks for access twice at the same moment gets it once.
 */
export async function lockOwnClientPatient(db: Db, actor: Actor, patientId: number) {
  if (actor.clientIds.length === 0) return undefined;
  return await db
    .selectFrom('patient')
    .select('client_id as clientId')
    .where('patient_id', '=', patientId)
    .where('merged_into_patient_id', 'is', null)
    .where('client_id', 'in', [...actor.clientIds])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Users who can answer a request for this patient; see `isAnswerable`. Their proxies are not included. */
export async function findAnswerers(db: Db, actor: Actor, patientId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from user_account u where u.is_active and u.user_id <> ${principalOf(actor)}
      and (exists (select from care_team_member m join user_permission up on up.user_id = m.user_id
          and up.permission = 'EditCareTeam'
          where m.patient_id = ${patientId} and m.user_id = u.user_id and m.status = 'accepted')
        or exists (select from patient p join user_client c on c.client_id = p.client_id
          join user_permission vp on vp.user_id = c.user_id and vp.permission = 'ViewAllPatients'
          where p.patient_id = ${patientId} and c.user_id = u.user_id))
    order by 1 limit 1000`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The event of a request, for the user who gets access and everyone who may be able to answer. */
export async function requestChanged(
  db: Db,
  request: { accessRequestId: number; patientId: number; userId: number; clientId: number },
): Promise<RealtimeMessage> {
  const { accessRequestId, patientId, userId, clientId } = request;
  const members = await db
    .selectFrom('care_team_member')
    .select('user_id')
    .where('patient_id', '=', patientId)
    .where('status', '=', 'accepted')
    .execute();
  const rooms: Room[] = [userRoom(userId), clientRoom(clientId), ...members.map((one) => userRoom(one.user_id))];
  return { rooms, event: 'AccessRequestChangedEvent', payload: { accessRequestId, patientId, userId } };
}
