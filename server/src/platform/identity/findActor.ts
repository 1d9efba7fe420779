import { isDeepStrictEqual } from 'node:util';

import type { Feature, Permission } from '@careloop/contracts/access';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../db/client.ts';
import { batch } from '../db/batch.ts';
import { fixedStatement } from '../db/fixedStatement.ts';
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

/** What a call reads of its user besides the session: it changes only with the version of the user's rights. */
interface RightsRow {
  user_id: number;
  username: string;
  first_name: string;
  last_name: string;
  permissions: Permission[] | null;
  /** Users the user may act for. */
  proxied_ids: number[];
  /** Client allocations of the user and those they may act for. */
  places: PlaceRow[] | null;
  rights_version: number;
}

type Rights = Omit<Actor, 'sessionId' | 'onBehalfOfUserId' | 'expiresAt' | 'ip'>;

interface SessionRow {
  /** Position of the lookup it belongs to, from 1. */
  number: number;
  session_id: number;
  user_id: number;
  rights_version: number;
  expires_at: Date;
  due_reason: DueReason | null;
  is_stale: boolean;
}

/** A token's digest, and the seconds since the user last used the page; null if unknown. */
interface ActorLookup {
  digest: Buffer;
  idleSeconds: number | null;
}

/** Maximum number of users whose rights a process keeps, of a few kilobytes each, and of actors that it presumes. */
const mostKept = 5_000;

/** The rights of users as last read, each with its version, by user id. */
const keptRightsOf = perDatabase(() => new Map<number, { version: number; rights: Rights }>());
/** The actors of live tokens as last found, by token digest. */
const lastFoundOf = perDatabase(() => new Map<string, Actor>());
const finderOf = perDatabase((db) => batch((asked: readonly ActorLookup[]) => findActors(db, asked)));

/**
 * The actor of a live token: session, user, permissions, whom they may act for, and the clients of all of them. Every call
 * reads the session and the version of the user's rights, so that ending either takes effect at once; the rights themselves
 * are read again when their version has changed (decision 080). Concurrent calls share one round trip. Null if the token is
 * unknown or expired, or its session has ended.
 * @param idleSeconds seconds since the user last used the page; null if unknown
 */
export function findActor(db: Db, digest: Buffer, idleSeconds: number | null = null): Promise<FoundActor | null> {
  return finderOf(db)({ digest, idleSeconds });
}

/**
 * The actor that `findActor` last found for a token. Work may begin with it while `findActor` runs, but what comes of it
 * counts only if `isAsPresumed` of the actor found then.
 */
export function presumeActor(db: Db, digest: Buffer): Actor | undefined {
  return lastFoundOf(db).get(digest.toString('latin1'));
}

/** Whether session, token and rights are as presumed. Rights of another version are other objects. */
export function isAsPresumed(presumed: Actor, found: Actor): boolean {
  return (
    presumed.sessionId === found.sessionId &&
    presumed.expiresAt.getTime() === found.expiresAt.getTime() &&
    presumed.permissions === found.permissions
  );
}

interface Lookups {
  digests: readonly Buffer[];
  idleSeconds: readonly (number | null)[];
}

const sessionsOfTokens = fixedStatement<Lookups, SessionRow>((given) =>
  sessionsOf(sql`select k.number, k.idle_seconds, t.session_id, t.expires_at
    from unnest(${given.digests}::bytea[], ${given.idleSeconds}::int[]) with ordinality as k(digest, idle_seconds, number)
    join session_token t on t.token_digest = k.digest and t.expires_at > now()`),
);

async function findActors(db: Db, lookups: readonly ActorLookup[]): Promise<(FoundActor | null)[]> {
  const digests = lookups.map(({ digest }) => digest);
  const idleSeconds = lookups.map((lookup) => lookup.idleSeconds);
  const sessions = await sessionsOfTokens(db, { digests, idleSeconds });
  const found = new Map((await actorsOf(db, sessions)).map((one) => [one.number, one]));
  const lastFound = lastFoundOf(db);
  return lookups.map(({ digest }, index) => {
    const one = found.get(index + 1);
    const key = digest.toString('latin1');
    if (one === undefined || one.dueReason !== null) lastFound.delete(key);
    else keep(lastFound, key, one.actor);
    return one ?? null;
  });
}

/** The actor of a live session, found by its newest token; otherwise null. */
export async function findActorOfSession(db: Db, sessionId: number): Promise<Actor | null> {
  const token = sql`select 1::bigint as number, null::int as idle_seconds, session_id, expires_at from session_token
    where session_id = ${sessionId} and expires_at > now() order by expires_at desc limit 1`;
  const { rows } = await sessionsOf(token).execute(db);
  const [found] = await actorsOf(db, rows);
  return found === undefined || found.dueReason !== null ? null : found.actor;
}

/** The actor of an active user, for work done for them outside a call; null if the user is unknown or inactive. */
export async function findActorOfUser(db: Db, userId: number): Promise<Actor | null> {
  const [row] = await readRights(db, [userId]);
  if (row === undefined) return null;
  return { ...rightsOf(row), sessionId: 0, onBehalfOfUserId: null, expiresAt: new Date(), ip: null };
}

/** @param tokens rows with number, idle_seconds, session_id and expires_at */
function sessionsOf(tokens: RawBuilder<unknown>): RawBuilder<SessionRow> {
  return sql`
    select t.number, s.session_id, u.user_id, u.rights_version, t.expires_at, ${dueReason} as due_reason,
      s.last_seen_at < now() - interval '1 minute'
        or coalesce(s.last_active_at < now() - (t.idle_seconds + 60) * interval '1 second', false) as is_stale
    from (${tokens}) as t
    join user_session s on s.session_id = t.session_id
    join user_account u on u.user_id = s.user_id
    where s.ended_at is null and u.is_active`;
}

async function actorsOf(db: Db, rows: readonly SessionRow[]): Promise<(FoundActor & { number: number })[]> {
  const rights = await findRights(db, rows);
  return rows.flatMap((row) => {
    const own = rights.get(row.user_id);
    if (own === undefined) return [];
    const { number, session_id: sessionId, expires_at: expiresAt } = row;
    const actor = { ...own, sessionId, expiresAt, onBehalfOfUserId: null, ip: null };
    return [{ number, actor, dueReason: row.due_reason, isStale: row.is_stale }];
  });
}

/** The rights of users at these versions or later, by user id. */
async function findRights(
  db: Db,
  users: readonly Pick<SessionRow, 'user_id' | 'rights_version'>[],
): Promise<Map<number, Rights>> {
  const kept = keptRightsOf(db);
  const found = new Map<number, Rights>();
  const changed = new Set<number>();
  for (const { user_id: userId, rights_version: version } of users) {
    const own = kept.get(userId);
    if (own?.version === version) found.set(userId, own.rights);
    else changed.add(userId);
  }
  if (changed.size === 0) return found;
  for (const row of await readRights(db, [...changed])) {
    const rights = rightsOf(row);
    found.set(row.user_id, rights);
    keep(kept, row.user_id, { version: row.rights_version, rights });
  }
  return found;
}

/** Keeps a value; the one kept longest ago goes when there are too many. */
function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= mostKept) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

/** Reads the rights of the active ones of these users. */
async function readRights(db: Db, userIds: readonly number[]): Promise<RightsRow[]> {
  const { rows } = await sql<RightsRow>`
    select u.user_id, u.username, u.first_name, u.last_name, u.rights_version, whom.proxied_ids,
      (select json_agg(permission) from user_permission where user_id = u.user_id) as permissions,
      (select json_agg(json_build_array(uc.client_id, uc.user_id,
          uc.is_coordinator and exists (select from user_permission up where up.user_id = uc.user_id and up.permission = 'ManageWorkQueues'),
          exists (select from user_permission up where up.user_id = uc.user_id and up.permission = 'ViewAllPatients'),
          array(select feature from client_feature cf where cf.client_id = uc.client_id)))
        from user_client uc where uc.user_id = any(u.user_id || whom.proxied_ids)) as places
    from user_account u
    cross join lateral (select array(select p.proxied_user_id from user_proxy p where p.proxy_user_id = u.user_id
      and (select proxied.is_active and proxied.user_type <> 'system_administrator'
        from user_account proxied where proxied.user_id = p.proxied_user_id)) as proxied_ids offset 0) as whom
    where u.user_id = any(${userIds}::bigint[]) and u.is_active`.execute(db);
  return rows;
}

/**
 * Users of whom this process keeps rights that differ from those in the database, though their version is the same. Nobody, or
 * something changes rights without their version: for tests.
 */
export async function findWronglyKept(db: Db): Promise<number[]> {
  const kept = keptRightsOf(db);
  const wrong = (await readRights(db, [...kept.keys()])).filter((row) => {
    const own = kept.get(row.user_id);
    return (
      own?.version === row.rights_version && !isDeepStrictEqual(sortedRights(own.rights), sortedRights(rightsOf(row)))
    );
  });
  return wrong.map((row) => row.user_id);
}

function rightsOf(row: RightsRow): Rights {
  const places = row.places ?? [];
  const own = places.filter(([, userId]) => userId === row.user_id);
  return {
    userId: row.user_id,
    username: row.username,
    fullName: `${row.first_name} ${row.last_name}`,
    permissions: new Set(row.permissions),
    features: new Set(own.flatMap(([, , , , features]) => features)),
    ...sightOf(allocationsOf(places), row.user_id, [row.user_id, ...row.proxied_ids]),
  };
}

/** Without the order of what has none. */
function sortedRights({ permissions, features, allocations, ...rights }: Rights) {
  const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  const { userId, username, fullName, userIds, grantedUserId, clientIds, viewAllClientIds, coordinatorClientIds } =
    rights;
  return {
    userId,
    username,
    fullName,
    grantedUserId,
    permissions: [...permissions].toSorted(),
    features: [...features].toSorted(),
    ids: [userIds, clientIds, viewAllClientIds, coordinatorClientIds].map(sorted),
    allocations: allocations
      .map(({ clientId, memberIds, coordinatorIds, viewerIds }) => ({
        clientId,
        ids: [memberIds, coordinatorIds, viewerIds].map(sorted),
      }))
      .toSorted((one, other) => one.clientId - other.clientId),
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
