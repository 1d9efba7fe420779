import { createHash } from 'node:crypto';

import type { Endpoint } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../identity/actor.ts';
import type { Db } from '../db/client.ts';
import { beforeCommit } from '../db/transaction.ts';
import type { BatchedWrite } from '../db/transaction.ts';
import { AppError, invalidInput } from '../errors.ts';

/** A request with its `Idempotency-Key` header, if any. */
export interface KeyedRequest {
  actor: Actor;
  header: string | string[] | undefined;
  /** The whole parsed input; its digest detects a key reused for another request. */
  request: object;
}

/**
 * Runs a create once per `Idempotency-Key`; a repeated request gets the stored response of the first. The key and the
 * response are stored in the create's own transaction, so a concurrent repeat waits for the first to commit. Without
 * the header the work simply runs.
 * @throws AppError `idempotency_conflict` if the key was already used for a different request
 */
export async function answerOnce<Data extends object>(
  db: Db,
  endpoint: Endpoint,
  { actor, header: key, request }: KeyedRequest,
  work: () => Promise<Data>,
): Promise<Data> {
  if (!endpoint.idempotent || key === undefined) return work();
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) {
    throw invalidInput({ '': 'The Idempotency-Key must have 8 to 200 characters.' });
  }
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const row = { user_id: actor.userId, endpoint: endpoint.path, key };
  const taken = await db
    .insertInto('idempotency_key')
    .values({ ...row, request_digest: digest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken === undefined) return storedAnswer<Data>(db, row, digest);
  const answer = await work();
  await beforeCommit(db, answers, [{ ...row, answer: JSON.stringify(answer) }]);
  return answer;
}

const answers: BatchedWrite<{ user_id: number; endpoint: string; key: string; answer: string }> = {
  name: 'answered',
  write: (items) => sql`update idempotency_key k set answer = a.answer
    from unnest(${items.map((item) => item.user_id)}::bigint[], ${items.map((item) => item.endpoint)}::text[],
      ${items.map((item) => item.key)}::text[], ${items.map((item) => item.answer)}::jsonb[]) as a(user_id, endpoint, key, answer)
    where k.user_id = a.user_id and k.endpoint = a.endpoint and k.key = a.key returning 1`,
};

async function storedAnswer<Data>(
  db: Db,
  row: { user_id: number; endpoint: string; key: string },
  digest: string,
): Promise<Data> {
  const stored = await db
    .selectFrom('idempotency_key')
    .select(['request_digest', 'answer'])
    .where('user_id', '=', row.user_id)
    .where('endpoint', '=', row.endpoint)
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow();
  if (stored.request_digest !== digest) {
    throw new AppError('idempotency_conflict', {
      message: 'This request was already sent with other content. Please check whether it went through.',
    });
  }
  // Stored by us, so its shape is known.
  return stored.answer as Data;
}
