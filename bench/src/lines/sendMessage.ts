import type { CallOf } from '@careloop/contracts/endpoint';
import { sendMessage as endpoint } from '@careloop/contracts/messages-sending';
import { Random } from '@careloop/demo/random';
import type { DB } from '@careloop/server/src/db/client';
import { valueParsers } from '@careloop/server/src/db/values';
import { sendMessage as send } from '@careloop/server/src/features/messages/sendMessage';
import { answerOnce } from '@careloop/server/src/http/idempotency';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

import { createNotebook, FloorPlanBuilder } from '../capture.ts';
import type { CapturedStatement } from '../capture.ts';
import { keyStand, sequenceStand } from '../load/stands.ts';
import { findSignedIn } from '../world/actors.ts';
import type { SignedIn } from '../world/actors.ts';
import type { World } from '../world/world.ts';
import type { Line } from './line.ts';

const requestCount = 1_000;
/** Different transactions of the floor. */
const floorCount = 200;

interface Call {
  person: SignedIn;
  conversationId: number;
  body: CallOf<typeof endpoint>;
}

/** A provider writes to colleagues about a patient, in the conversation that they have about them. */
export const sendMessage: Line = {
  title: 'send a message (recipients, unread, audit, event)',
  goal: '≥ 800 req/s at 16',
  isList: false,

  async plan(world) {
    const calls = await planCalls(world);
    const floor = new FloorPlanBuilder();
    for (const work of await captureSends(world, calls.slice(0, floorCount))) floor.add(work);
    const requests = calls.map(({ person, body }) => ({
      method: 'POST' as const,
      path: `/api${endpoint.path}`,
      token: person.session.token,
      body,
      isCreate: true,
      facts: { 'addedToCareTeam.length': 0 },
    }));
    return { requests, floor: floor.build() };
  },

  async watch(world) {
    const before = await countMessages(world);
    return async (acknowledged) => {
      const expected = before + acknowledged.byProduct.length + acknowledged.byFloor;
      const found = await countMessages(world);
      const losses = await findLosses(world, acknowledged.byProduct);
      return found === expected ? losses : [...losses, `There are ${found} messages instead of ${expected}`];
    };
  },
};

async function planCalls(world: World): Promise<Call[]> {
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
  return Array.from({ length: requestCount }, () => {
    const { user_id: userId, id, patient_id: patientId, others } = random.pick(rows);
    const person = people.get(userId);
    if (person === undefined) throw new Error(`User ${userId} is not signed in`);
    const message =
      'Seen today. Blood pressure is at goal; next visit in three months, earlier if the swelling is back.';
    return { person, conversationId: id, body: { message, recipientUserIds: others, patientId } };
  });
}

/**
 * The writing statements of sends, taken down while the product's own code runs and then undone. Stand-ins mark where each
 * execution puts its own place in the conversation and key.
 */
async function captureSends(world: World, calls: readonly Call[]): Promise<CapturedStatement[][]> {
  const notebook = createNotebook();
  const pool = new Pool({ connectionString: world.databaseUrl, max: 1, types: valueParsers });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: notebook.note });
  const works: CapturedStatement[][] = [];
  for (const { person, conversationId, body } of calls) {
    const transaction = await db.startTransaction().execute();
    await transaction
      .updateTable('conversation')
      .set({ last_sequence: sequenceStand - 1 })
      .where('conversation_id', '=', conversationId)
      .execute();
    notebook.take();
    const keyed = { actor: person.actor, header: keyStand, request: { ...body } };
    await answerOnce(transaction, endpoint, keyed, () => send(transaction, person.actor, endpoint.input.parse(body)));
    await transaction.rollback().execute();
    works.push(notebook.take().filter(({ text }) => isWriting(text)));
  }
  await db.destroy();
  return works;
}

function isWriting(text: string): boolean {
  return /^\s*(?:insert|update|delete|with numbered|select pg_notify)/i.test(text);
}

async function countMessages({ client }: World): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*) from message');
  return rows[0]?.count ?? Number.NaN;
}

/** Every acknowledged message must be there, once, in a conversation without gaps, unread with the others. */
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
