import type { Feature, Permission } from '@careloop/contracts/access';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { sightOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { dueReason } from './sessionQueries.ts';
import type { DueReason } from './sessionQueries.ts';

interface FoundActor {
  actor: Actor;
  /** Why the session is to be ended at once; null for one that goes on. */
  dueReason: DueReason | null;
  /** Whether the session's last use is worth writing down again. */
  isStale: boolean;
}

interface ClientRow {
  client_id: number;
  is_own: boolean;
  /** Of the user and those they may act for: who is allocated to the client, who coordinates for the client, and who sees all of its patients. */
  member_ids: number[];
  coordinator_ids: number[];
  viewer_ids: number[];
  features: Feature[];
}

interface ActorRow {
  session_id: number;
  user_id: number;
  username: string;
  first_name: string;
  last_name: string;
  expires_at: Date;
  due_reason: DueReason | null;
  is_stale: boolean;
  permissions: Permission[];
  user_ids: number[];
  clients: ClientRow[] | null;
}

/**
 * The actor behind a live token, in one round trip: session, user, permissions, whom they may act for, and the
 * clients of all of them. Null when the token is unknown, expired or its session ended.
 * @param idleSeconds how long ago somebody used the page that calls; null when that is not known
 */
export async function findActor(db: Db, digest: Buffer, idleSeconds: number | null = null): Promise<FoundActor | null> {
  const token = sql`select * from session_token where token_digest = ${digest} and expires_at > now()`;
  return findActorOf(db, token, idleSeconds);
}

/** The actor of a session that is still live, by its newest token. */
export async function findActorOfSession(db: Db, sessionId: number): Promise<Actor | null> {
  const found = await findActorOf(
    db,
    sql`select * from session_token where session_id = ${sessionId} and expires_at > now() order by expires_at desc limit 1`,
    null,
  );
  return found === null || found.dueReason !== null ? null : found.actor;
}

async function findActorOf(db: Db, token: RawBuilder<unknown>, idleSeconds: number | null): Promise<FoundActor | null> {
  const { rows } = await sql<ActorRow>`
    select s.session_id, u.user_id, u.username, u.first_name, u.last_name, t.expires_at,
      ${dueReason} as due_reason,
      s.last_seen_at < now() - interval '1 minute'
        or coalesce(s.last_active_at < now() - (${idleSeconds}::int + 60) * interval '1 second', false) as is_stale,
      array(select permission from user_permission where user_id = u.user_id) as permissions,
      whom.user_ids,
      (select json_agg(c) from (
        select uc.client_id,
          bool_or(uc.user_id = u.user_id) as is_own,
          array_agg(uc.user_id) as member_ids,
          coalesce(array_agg(uc.user_id) filter (where uc.is_coordinator), '{}') as coordinator_ids,
          coalesce(array_agg(uc.user_id) filter (where exists (select from user_permission up
            where up.user_id = uc.user_id and up.permission = 'ViewAllPatients')), '{}') as viewer_ids,
          array(select feature from client_feature cf where cf.client_id = uc.client_id) as features
        from user_client uc where uc.user_id = any(whom.user_ids) group by uc.client_id) c) as clients
    from (${token}) as t
    join user_session s on s.session_id = t.session_id
    join user_account u on u.user_id = s.user_id
    cross join lateral (select array(
      select u.user_id union all
      select p.proxied_user_id from user_proxy p
      join user_account proxied on proxied.user_id = p.proxied_user_id and proxied.is_active
        and proxied.user_type <> 'system_administrator'
      where p.proxy_user_id = u.user_id) as user_ids) whom
    where s.ended_at is null and u.is_active`.execute(db);
  const row = rows[0];
  return row === undefined ? null : { actor: toActor(row), dueReason: row.due_reason, isStale: row.is_stale };
}

function toActor(row: ActorRow): Actor {
  const clients = row.clients ?? [];
  const own = clients.filter((client) => client.is_own);
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    username: row.username,
    fullName: `${row.first_name} ${row.last_name}`,
    onBehalfOfUserId: null,
    permissions: new Set(row.permissions),
    ip: null,
    features: new Set(own.flatMap((client) => client.features)),
    ...sightOf(
      clients.map((client) => ({
        clientId: client.client_id,
        memberIds: client.member_ids,
        coordinatorIds: client.coordinator_ids,
        viewerIds: client.viewer_ids,
      })),
      row.user_id,
      row.user_ids,
    ),
    expiresAt: row.expires_at,
  };
}

export function findUserByUsername(db: Db, username: string) {
  return db
    .selectFrom('user_account')
    .select(['user_id', 'password_hash', 'is_active'])
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

/** The row of get-context: user, clients, directory record and whom they may act for. */
export async function findContext(db: Db, actor: Actor) {
  const user = await db
    .selectFrom('user_account as u')
    .innerJoin('client as c', 'c.client_id', 'u.origin_client_id')
    .innerJoin('client_organization as co', 'co.client_organization_id', 'c.client_organization_id')
    .leftJoin('healthcare_provider as p', 'p.user_id', 'u.user_id')
    .leftJoin('healthcare_organization as o', 'o.healthcare_organization_id', 'p.healthcare_organization_id')
    .select([
      'u.user_id',
      'u.username',
      'u.user_type',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.origin_client_id',
      'co.name as client_organization_name',
      'p.healthcare_provider_id',
      sql<string | null>`p.last_name || ', ' || p.first_name`.as('provider_full_name'),
      'o.name as healthcare_organization_name',
    ])
    .where('u.user_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const clients = await db
    .selectFrom('client')
    .select(['client_id as clientId', 'display_name as displayName'])
    .where('client_id', 'in', [...actor.clientIds, user.origin_client_id])
    .orderBy('display_name')
    .execute();
  const usersToImpersonate = await db
    .selectFrom('user_proxy as x')
    .innerJoin('user_account as u', 'u.user_id', 'x.proxied_user_id')
    .select(['u.user_id as proxiedUserId', 'u.first_name as firstName', 'u.last_name as lastName'])
    .where('x.proxy_user_id', '=', actor.userId)
    .where('u.is_active', '=', true)
    .where('u.user_type', '<>', 'system_administrator')
    .orderBy('u.last_name')
    .execute();
  return { user, clients, usersToImpersonate };
}
