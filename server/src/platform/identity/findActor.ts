import type { Feature, Permission } from '@careloop/contracts/access';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../db/client.ts';
import { batch } from '../db/batch.ts';
import { perDatabase } from '../db/perDatabase.ts';
import { sightOf } from './actor.ts';
import type { Actor, Allocation } from './actor.ts';
import { dueReason } from './queries.ts';
import type { DueReason } from './queries.ts';

interface FoundActor {
  actor: Actor;
  /** Why the session must be ended now; null if it continues. */
  dueReason: DueReason | null;
  /** Whether the session's recorded last use is outdated and must be updated. */
  isStale: boolean;
}

/** A user's allocation to a client. The mark of a coordinator counts only with the permission it serves. A tuple keeps it small, because every call reads it. */
type PlaceRow = [clientId: number, userId: number, isCoordinator: boolean, seesAll: boolean, features: Feature[]];

interface ActorRow {
  /** Position of the lookup it belongs to, from 1. */
  number: number;
  session_id: number;
  user_id: number;
  username: string;
  first_name: string;
  last_name: string;
  expires_at: Date;
  due_reason: DueReason | null;
  is_stale: boolean;
  permissions: Permission[] | null;
  /** Users the user may act for. */
  proxied_ids: number[];
  /** Client allocations of the user and those they may act for. */
  places: PlaceRow[] | null;
}

/** A token's digest, and the seconds since the user last used the page; null if unknown. */
interface ActorLookup {
  digest: Buffer;
  idleSeconds: number | null;
}

const finderOf = perDatabase((db) => batch((asked: readonly ActorLookup[]) => findActors(db, asked)));

/**
 * The actor of a live token: session, user, permissions, whom they may act for, and the clients of all of them. Concurrent
 * calls share one round trip. Null if the token is unknown or expired, or its session has ended.
 * @param idleSeconds seconds since the user last used the page; null if unknown
 */
export function findActor(db: Db, digest: Buffer, idleSeconds: number | null = null): Promise<FoundActor | null> {
  return finderOf(db)({ digest, idleSeconds });
}

async function findActors(db: Db, lookups: readonly ActorLookup[]): Promise<(FoundActor | null)[]> {
  const tokens = sql`select k.number, k.idle_seconds, t.session_id, t.expires_at
    from unnest(${lookups.map(({ digest }) => digest)}::bytea[], ${lookups.map(({ idleSeconds }) => idleSeconds)}::int[])
      with ordinality as k(digest, idle_seconds, number)
    join session_token t on t.token_digest = k.digest and t.expires_at > now()`;
  const found = new Map((await findActorsOf(db, tokens)).map((row) => [row.number, toFound(row)]));
  return lookups.map((_one, index) => found.get(index + 1) ?? null);
}

/** The actor of a live session, found by its newest token; otherwise null. */
export async function findActorOfSession(db: Db, sessionId: number): Promise<Actor | null> {
  const token = sql`select 1::bigint as number, null::int as idle_seconds, session_id, expires_at from session_token
    where session_id = ${sessionId} and expires_at > now() order by expires_at desc limit 1`;
  const [row] = await findActorsOf(db, token);
  return row === undefined || row.due_reason !== null ? null : toActor(row);
}

/** Columns with the permissions and clients of a user `u` and of those in `whom`, for whom the user may act. */
const held = sql`(select json_agg(permission) from user_permission where user_id = u.user_id) as permissions,
      whom.proxied_ids,
      (select json_agg(json_build_array(uc.client_id, uc.user_id,
          uc.is_coordinator and exists (select from user_permission up where up.user_id = uc.user_id and up.permission = 'ManageWorkQueues'),
          exists (select from user_permission up where up.user_id = uc.user_id and up.permission = 'ViewAllPatients'),
          array(select feature from client_feature cf where cf.client_id = uc.client_id)))
        from user_client uc where uc.user_id = any(u.user_id || whom.proxied_ids)) as places`;
const whom = sql`cross join lateral (select array(select p.proxied_user_id from user_proxy p where p.proxy_user_id = u.user_id
      and (select proxied.is_active and proxied.user_type <> 'system_administrator'
        from user_account proxied where proxied.user_id = p.proxied_user_id)) as proxied_ids offset 0) as whom`;

/** The actor of an active user, for work done for them outside a call; null if the user is unknown or inactive. */
export async function findActorOfUser(db: Db, userId: number): Promise<Actor | null> {
  const { rows } = await sql<ActorRow>`
    select 1::bigint as number, 0::bigint as session_id, u.user_id, u.username, u.first_name, u.last_name,
      now() as expires_at, null as due_reason, false as is_stale, ${held}
    from user_account u ${whom}
    where u.user_id = ${userId} and u.is_active`.execute(db);
  const [row] = rows;
  return row === undefined ? null : toActor(row);
}

/** @param tokens rows with number, idle_seconds, session_id and expires_at */
async function findActorsOf(db: Db, tokens: RawBuilder<unknown>): Promise<ActorRow[]> {
  const { rows } = await sql<ActorRow>`
    select t.number, s.session_id, u.user_id, u.username, u.first_name, u.last_name, t.expires_at,
      ${dueReason} as due_reason,
      s.last_seen_at < now() - interval '1 minute'
        or coalesce(s.last_active_at < now() - (t.idle_seconds + 60) * interval '1 second', false) as is_stale,
      ${held}
    from (${tokens}) as t
    join user_session s on s.session_id = t.session_id
    join user_account u on u.user_id = s.user_id
    ${whom}
    where s.ended_at is null and u.is_active`.execute(db);
  return rows;
}

function toFound(row: ActorRow): FoundActor {
  return { actor: toActor(row), dueReason: row.due_reason, isStale: row.is_stale };
}

function toActor(row: ActorRow): Actor {
  const places = row.places ?? [];
  const own = places.filter(([, userId]) => userId === row.user_id);
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    username: row.username,
    fullName: `${row.first_name} ${row.last_name}`,
    onBehalfOfUserId: null,
    permissions: new Set(row.permissions),
    ip: null,
    features: new Set(own.flatMap(([, , , , features]) => features)),
    ...sightOf(allocationsOf(places), row.user_id, [row.user_id, ...row.proxied_ids]),
    expiresAt: row.expires_at,
  };
}

function allocationsOf(places: readonly PlaceRow[]): Allocation[] {
  const clients = Map.groupBy(places, ([clientId]) => clientId);
  return Array.from(clients, ([clientId, own]) => ({
    clientId,
    memberIds: own.map(([, userId]) => userId),
    coordinatorIds: own.filter(([, , isCoordinator]) => isCoordinator).map(([, userId]) => userId),
    viewerIds: own.filter(([, , , seesAll]) => seesAll).map(([, userId]) => userId),
  }));
}
