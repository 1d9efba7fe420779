import { busiestCoordinatorOf, busiestUserId, createPopulation } from '../../generate/population.ts';
import { openSessions } from '../../world/sessions.ts';
import type { World } from '../../world/world.ts';
import type { Messenger } from '../messengers.ts';

/** The provider with the most conversations, signed in. They see only the patients of their care teams. */
export function signInBusiest(world: World): Promise<Messenger> {
  return signIn(world, busiestUserId);
}

/** The coordinator with the most conversations, signed in. They see every patient of their client. */
export function signInBusiestCoordinator(world: World): Promise<Messenger> {
  return signIn(world, busiestCoordinatorOf(createPopulation(world.scale, new Date())));
}

async function signIn({ client, sessionSecret }: World, userId: number): Promise<Messenger> {
  const [session] = await openSessions(client, sessionSecret, [userId]);
  if (session === undefined) throw new Error(`User ${userId} could not be signed in`);
  return session;
}

export interface LongConversation {
  conversationId: number;
  key: string;
  patientId: number;
  memberIds: number[];
  lastSequence: number;
}

/** A user's longest conversation. */
export async function findLongest({ client }: World, userId: number): Promise<LongConversation> {
  const { rows } = await client.query<LongConversation>(
    `select c.conversation_id as "conversationId", c.conversation_key as key, c.patient_id as "patientId",
       c.member_ids as "memberIds", c.last_sequence as "lastSequence"
     from conversation c where $1 = any(c.member_ids) order by c.last_sequence desc, c.conversation_id limit 1`,
    [userId],
  );
  if (rows[0] === undefined) throw new Error(`User ${userId} has no conversation`);
  return rows[0];
}
