import { coordinatorOf, createPopulation } from '../generate/population.ts';
import { openSessions } from './sessions.ts';
import type { OpenSession } from './sessions.ts';
import type { World } from './world.ts';

/** A signed-in provider with the patients on whose care teams they are. */
export interface SignedIn extends OpenSession {
  patientIds: number[];
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
