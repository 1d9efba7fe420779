import { createHmac, randomBytes } from 'node:crypto';

import type { ClientBase } from 'pg';

import { coordinatorOf, createPopulation } from '../generate/population.ts';
import type { World } from './world.ts';

/** A user with a session that outlasts the bench. */
export interface OpenSession {
  userId: number;
  token: string;
}

/** A signed-in provider with the patients on whose care teams they are. */
export interface SignedIn extends OpenSession {
  patientIds: number[];
}

/** Opens a session for each user, as signing in would, without the cost of hashing passwords. */
export async function openSessions(
  client: ClientBase,
  secret: string,
  userIds: readonly number[],
): Promise<OpenSession[]> {
  const { rows } = await client.query<{ session_id: number; user_id: number }>(
    'insert into user_session (user_id) select unnest($1::bigint[]) returning session_id, user_id',
    [userIds],
  );
  const sessions = rows.map((row) => ({ row, token: randomBytes(32).toString('base64url') }));
  await client.query(
    `insert into session_token (token_digest, session_id, expires_at)
     select decode(digest, 'hex'), session_id, now() + interval '12 hours'
     from unnest($1::text[], $2::bigint[]) as t(digest, session_id)`,
    [
      sessions.map(({ token }) => createHmac('sha256', secret).update(token).digest('hex')),
      sessions.map(({ row }) => row.session_id),
    ],
  );
  return sessions.map(({ row, token }) => ({ userId: row.user_id, token }));
}

/** All signed-in providers. */
export async function findSignedIn({ client, sessions }: World): Promise<SignedIn[]> {
  const { rows } = await client.query<{ user_id: number; patient_ids: number[] }>(
    `select user_id, array_agg(patient_id order by patient_id) as patient_ids from care_team_member
     where user_id = any($1) and status = 'accepted' group by user_id`,
    [sessions.map(({ userId }) => userId)],
  );
  const panels = new Map(rows.map((row) => [row.user_id, row.patient_ids]));
  return sessions.map((session) => ({ ...session, patientIds: panels.get(session.userId) ?? [] }));
}

export async function signIn({ client, sessionSecret }: World, userId: number): Promise<OpenSession> {
  const [session] = await openSessions(client, sessionSecret, [userId]);
  if (session === undefined) throw new Error(`User ${userId} could not be signed in`);
  return session;
}

/** A signed-in coordinator of the first client, who sees all its patients and its reports. */
export function signInCoordinator(world: World): Promise<OpenSession> {
  return signIn(world, coordinatorOf(createPopulation(world.scale, new Date()), 1, 1));
}
