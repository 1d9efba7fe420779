import { createHash } from 'node:crypto';

import type { Endpoint } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../identity/actor.ts';
import type { Db } from '../db/client.ts';
import { column } from '../db/column.ts';
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
 * Runs a create once per `Idempotency-Key`; a repeated request gets the stored response of the first. The key is locked until
 * the create's transaction ends, so a concurrent repeat waits for it, and stored with the response by its last statement.
 * Without the header the work simply runs.
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
  const { rows } = await sql<Stored>`
    select * from claim_idempotency_key(${actor.userId}, ${endpoint.path}, ${key})`.execute(db);
  const [stored] = rows;
  // Stored by us, so its shape is known.
  if (stored !== undefined) return answerOf(stored, digest) as Data;
  const answer = await work();
  const row = { userId: actor.userId, endpoint: endpoint.path, key, digest, answer: JSON.stringify(answer) };
  await beforeCommit(db, answers, [row]);
  return answer;
}

/** A request that was answered, and its answer. */
interface Stored {
  request_digest: string;
  answer: object;
}

interface Answered {
  userId: number;
  endpoint: string;
  key: string;
  digest: string;
  answer: string;
}

const answers: BatchedWrite<Answered> = {
  name: 'answered',
  write: (items) => sql`insert into idempotency_key (user_id, endpoint, key, request_digest, answer)
      select * from unnest(${column(items, 'userId')}::bigint[], ${column(items, 'endpoint')}::text[], ${column(items, 'key')}::text[],
        ${column(items, 'digest')}::text[], ${column(items, 'answer')}::jsonb[]) returning 1`,
};

function answerOf({ request_digest, answer }: Stored, digest: string): object {
  if (request_digest === digest) return answer;
  throw new AppError('idempotency_conflict', {
    message: 'This request was already sent with other content. Please check whether it went through.',
  });
}
