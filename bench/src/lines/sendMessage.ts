import type { CallOf } from '@careloop/contracts/endpoint';
import { sendMessage as endpoint } from '@careloop/contracts/messages/sending';
import { Random } from '@careloop/demo/random';

import type { OpenSession } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import { plannedCount } from './line.ts';
import type { Line, PlannedRequest, Statement, Verify } from './line.ts';

/** A message from one member to all others in a conversation. */
export interface SendCall {
  person: OpenSession;
  conversationId: number;
  body: CallOf<typeof endpoint>;
}

/** A provider writes to colleagues about a patient, in their existing conversation about that patient. */
export const sendMessage: Line = {
  title: 'send a message (recipients, unread, audit, event)',
  goal: '≥ 800 req/s at 16',
  isGrowthSeen: false,
  async plan(world) {
    const calls = await planSends(world, plannedCount(world, 1_000));
    return { requests: calls.map(requestOfSend), floor: calls.map(floorOfSend) };
  },
  watch: watchSends,
};

/** Sends by signed-in users. */
export async function planSends(world: World, count: number): Promise<SendCall[]> {
  const people = new Map(world.sessions.map((person) => [person.userId, person]));
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
    token: person.token,
    body,
    isCreate: true,
    facts: { 'addedToCareTeam.length': 0 },
  };
}

const sendSql = `
  with numbered as (
    update conversation set last_sequence = last_sequence + 1, last_message_at = now() where conversation_id = $1
    returning *),
  sent as (
    insert into message (conversation_id, sequence, message, from_user_id, from_identity_user_id, date_sent)
    select conversation_id, last_sequence, $3, $2, $2, now() from numbered),
  received as (
    insert into user_message (conversation_id, user_id, sequence, read_at)
    select conversation_id, member, last_sequence, case when member = $2 then now() end
    from numbered, unnest(member_ids) as member),
  listed as (
    update conversation_member m set last_message_at = now(), is_archived = false,
      sent_count = sent_count + (m.user_id = $2)::int
    from numbered n where m.conversation_id = n.conversation_id),
  audited as (
    insert into audit_event (kind, action, outcome, user_id, patient_id, subject_type, subject_id)
    select 'change', 'bench.sent', 'ok', $2, patient_id, 'conversation', conversation_id from numbered)
  select last_sequence as created, pg_notify('bench_floor', conversation_key::text) from numbered`;

/** The rows of a message in a statement of its own. */
export function floorOfSend({ person, conversationId, body }: SendCall): Statement {
  return { text: sendSql, values: [conversationId, person.userId, body.message] };
}

/** Checks the messages before and after the rounds. */
export async function watchSends(world: World): Promise<Verify> {
  const before = await countMessages(world);
  return async (acknowledged) => {
    const expected = before + acknowledged.byProduct.length + acknowledged.byFloor;
    const found = await countMessages(world);
    const losses = await findLosses(world, acknowledged.byProduct);
    return found === expected ? losses : [...losses, `There are ${found} messages instead of ${expected}`];
  };
}

async function countMessages({ client }: World): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*) from message');
  return rows[0]?.count ?? Number.NaN;
}

/** Every acknowledged message must exist exactly once, in a conversation without gaps, unread for the other members. */
async function findLosses({ client }: World, acknowledged: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `with acknowledged as (select unnest($1::bigint[]) as id),
       sent as (select conversation_id, sequence from user_message where user_message_id in (table acknowledged))
     select (select count(distinct id) from acknowledged) as "different ids",
       (select count(*) from message join sent using (conversation_id, sequence)) as messages,
       (select count(*) from sent where exists (select from user_message o where o.conversation_id = sent.conversation_id
         and o.sequence = sent.sequence and o.read_at is null)) as "unread rows",
       (select count(*) from sent join audit_event a on a.action = 'message.sent' and a.subject_id = sent.conversation_id
         and (a.details ->> 'sequence')::int = sent.sequence) as "audit rows"`,
    [acknowledged],
  );
  const { rows: gaps } = await client.query<{ count: number }>(
    `select count(*) from conversation c where last_sequence <>
       (select count(*) from message m where m.conversation_id = c.conversation_id)`,
  );
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== acknowledged.length);
  return [
    ...wrong.map(([what, count]) => `${acknowledged.length} messages were acknowledged, but ${what}: ${count}`),
    ...(gaps[0]?.count === 0 ? [] : [`${gaps[0]?.count} conversations have gaps`]),
  ];
}
