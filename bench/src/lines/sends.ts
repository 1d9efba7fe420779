import type { CallOf } from '@careloop/contracts/endpoint';
import { sendMessage } from '@careloop/contracts/messages/sending';
import type { Actor } from '@careloop/server/src/platform/identity/actor';
import { authorize } from '@careloop/server/src/core/access/authorize';
import type { Db, DB } from '@careloop/server/src/platform/db/client';
import { runInTransaction } from '@careloop/server/src/platform/db/transaction';
import { valueParsers } from '@careloop/server/src/platform/db/values';
import { newMessagePolicy } from '@careloop/server/src/features/messages/shared/policy';
import { findAddressees } from '@careloop/server/src/features/messages/recipients';
import { sendMessage as send } from '@careloop/server/src/features/messages/sendMessage';
import { answerOnce } from '@careloop/server/src/platform/http/idempotency';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

import { createNotebook } from '../capture.ts';
import type { CapturedStatement } from '../capture.ts';
import { keyPlaceholder, sequencePlaceholder } from '../load/placeholders.ts';
import type { World } from '../world/world.ts';
import type { Verify } from './line.ts';

/** A send made by the product's own code, with the placeholder key. */
export interface CapturedSend {
  conversationId: number;
  run: (transaction: Db) => Promise<unknown>;
}

/** The send of a message by a user into its conversation. */
export function sendToCapture(actor: Actor, conversationId: number, body: CallOf<typeof sendMessage>): CapturedSend {
  const keyed = { actor, header: keyPlaceholder, request: { ...body } };
  const input = sendMessage.input.parse(body);
  const run = (db: Db) =>
    answerOnce(db, sendMessage, keyed, async () => {
      const found = await findAddressees(db, actor.userId, input.recipientUserIds, input.patientId ?? null);
      return send(db, actor, authorize(actor, newMessagePolicy, 'send', found), input);
    });
  return { conversationId, run };
}

/**
 * The write statements of sends, recorded while the product's own code runs and then rolled back. Placeholders mark
 * where each execution inserts its own sequence number and key.
 */
export async function captureSends(world: World, sends: readonly CapturedSend[]): Promise<CapturedStatement[][]> {
  const notebook = createNotebook();
  const pool = new Pool({ connectionString: world.databaseUrl, max: 1, types: valueParsers });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: notebook.note });
  const works: CapturedStatement[][] = [];
  for (const { conversationId, run } of sends) {
    const transaction = await db.startTransaction().execute();
    await transaction
      .updateTable('conversation')
      .set({ last_sequence: sequencePlaceholder - 1 })
      .where('conversation_id', '=', conversationId)
      .execute();
    notebook.take();
    await runInTransaction(transaction, run);
    await transaction.rollback().execute();
    works.push(notebook.take().filter(({ text }) => isWriting(text)));
  }
  await db.destroy();
  return works;
}

function isWriting(text: string): boolean {
  return /^\s*(?:insert|update|delete|with numbered|with "|select pg_notify)/i.test(text);
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
