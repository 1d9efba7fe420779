import type { CallOf } from '@careloop/contracts/endpoint';
import { sendMessage as endpoint } from '@careloop/contracts/messages/sending';
import { Random } from '@careloop/demo/random';

import { FloorPlanBuilder } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import type { SignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest } from './line.ts';
import { captureSends, sendToCapture, watchSends } from './sends.ts';

const requestCount = 1_000;
/** Number of different transactions in the floor. */
const floorCount = 200;

/** A message from one member to all others in a conversation. */
export interface SendCall {
  person: SignedIn;
  conversationId: number;
  body: CallOf<typeof endpoint>;
}

/** A provider writes to colleagues about a patient, in their existing conversation about that patient. */
export const sendMessage: Line = {
  title: 'send a message (recipients, unread, audit, event)',
  goal: '≥ 800 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const calls = await planSends(world, plannedCount(world, requestCount));
    const floor = new FloorPlanBuilder();
    const captured = calls
      .slice(0, floorCount)
      .map(({ person, conversationId, body }) => sendToCapture(person.actor, conversationId, body));
    for (const work of await captureSends(world, captured)) floor.add(work);
    return { requests: calls.map(requestOfSend), floor: floor.build() };
  },

  watch: watchSends,
};

/** Sends by signed-in users. */
export async function planSends(world: World, count: number): Promise<SendCall[]> {
  const people = new Map((await findSignedIn(world)).map((person) => [person.actor.userId, person]));
  const { rows } = await world.client.query<{ user_id: number; id: number; patient_id: number; others: number[] }>(
    `select m.user_id, c.conversation_id as id, c.patient_id, array_remove(c.member_ids, m.user_id) as others
     from conversation_member m join conversation c using (conversation_id)
     where m.user_id = any($1) and not exists (select from unnest(c.member_ids) as u(id)
       where not exists (select from care_team_member t
         where t.patient_id = c.patient_id and t.user_id = u.id and t.status = 'accepted'))
     order by 1, 2`,
    [[...people.keys()]],
  );
  const random = new Random('send message');
  return Array.from({ length: count }, () => {
    const { user_id: userId, id, patient_id: patientId, others } = random.pick(rows);
    const person = people.get(userId);
    if (person === undefined) throw new Error(`User ${userId} is not signed in`);
    const message =
      'Seen today. Blood pressure is at goal; next visit in three months, earlier if the swelling is back.';
    return { person, conversationId: id, body: { message, recipientUserIds: others, patientId } };
  });
}

export function requestOfSend({ person, body }: SendCall): PlannedRequest {
  return {
    method: 'POST',
    path: `/api${endpoint.path}`,
    token: person.session.token,
    body,
    isCreate: true,
    facts: { 'addedToCareTeam.length': 0 },
  };
}
