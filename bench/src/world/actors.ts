import type { Actor } from '@careloop/server/src/platform/identity/actor';
import { findActor } from '@careloop/server/src/platform/identity/findActor';
import { tokenDigest } from '@careloop/server/src/platform/identity/tokens';

import { coordinatorOf, createPopulation } from '../generate/population.ts';
import { openSessions } from './sessions.ts';
import type { OpenSession } from './sessions.ts';
import type { World } from './world.ts';

/** A signed-in user as an actor of the product, with the patients on whose care teams they are. */
export interface SignedIn {
  session: OpenSession;
  actor: Actor;
  patientIds: number[];
}

/** All signed-in users. */
export async function findSignedIn(world: World): Promise<SignedIn[]> {
  const { rows } = await world.client.query<{ user_id: number; patient_ids: number[] }>(
    `select user_id, array_agg(patient_id order by patient_id) as patient_ids from care_team_member
     where user_id = any($1) and status = 'accepted' group by user_id`,
    [world.sessions.map(({ userId }) => userId)],
  );
  const panels = new Map(rows.map((row) => [row.user_id, row.patient_ids]));
  const found: SignedIn[] = [];
  for (const session of world.sessions) {
    found.push({ session, actor: await actorOf(world, session), patientIds: panels.get(session.userId) ?? [] });
  }
  return found;
}

/** The actor that the product finds for a session. */
export async function actorOf(world: World, { userId, token }: OpenSession): Promise<Actor> {
  const row = await findActor(world.db, tokenDigest(world.sessionSecret, token));
  if (row === null) throw new Error(`The session of user ${userId} does not work`);
  return row.actor;
}

/** A signed-in coordinator of the first client, who sees all its patients and its reports. */
export async function signInCoordinator(world: World) {
  const userId = coordinatorOf(createPopulation(world.scale, new Date()), 1, 1);
  const [session] = await openSessions(world.client, world.sessionSecret, [userId]);
  if (session === undefined) throw new Error(`User ${userId} could not be signed in`);
  return { token: session.token, actor: await actorOf(world, session) };
}
