import { createHash } from 'node:crypto';

import type { Endpoint } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../identity/actor.ts';
import type { Database, Db } from '../db/client.ts';
import { batchedInsert } from '../db/batchedInsert.ts';
import { holdChanges } from '../db/driver.ts';
import { beforeCommit, inTransaction } from '../db/transaction.ts';
import { AppError, invalidInput } from '../errors.ts';

/** A request with its `Idempotency-Key` header, if any. */
export interface KeyedRequest {
  actor: Actor;
  header: string | string[] | undefined;
  /** The whole parsed input; its digest detects a key reused for another request. */
  request: object;
}

/**
 * Runs a create once per `Idempotency-Key`, in a transaction; a repeated request gets the stored response of the first. The key
 * is locked until the transaction ends, so a concurrent repeat waits for it, and stored with the response by its last statement.
 * The work begins while the key is looked up, since reading is harmless, but changes nothing until it is known to be new: this
 * saves a round trip. Without the header the work simply runs.
 * @throws AppError `idempotency_conflict` if the key was already used for a different request
 */
export async function answerOnce<Data extends object>(
  database: Database,
  endpoint: Endpoint,
  { actor, header: key, request }: KeyedRequest,
  work: (db: Db) => Promise<Data>,
): Promise<Data> {
  if (!endpoint.idempotent || key === undefined) return inTransaction(database, work);
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) {
    throw invalidInput({ '': 'The Idempotency-Key must have 8 to 200 characters.' });
  }
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const named = { user_id: actor.userId, endpoint: endpoint.path, key };
  const once = async (db: Db) => {
    const claimed = claim(db, named);
    await holdChanges(db, claimed);
    const [known, worked] = await Promise.allSettled([claimed, work(db)]);
    if (known.status === 'rejected') throw known.reason;
    if (worked.status === 'rejected') throw worked.reason;
    await beforeCommit(db, answers, [{ ...named, request_digest: digest, answer: JSON.stringify(worked.value) }]);
    return worked.value;
  };
  try {
    return await inTransaction(database, once);
  } catch (error) {
    // Stored by us, so its shape is known.
    if (error instanceof AnsweredBefore) return answerOf(error.stored, digest) as Data;
    throw error;
  }
}

/** Ends the transaction of a request that was answered before. */
class AnsweredBefore extends Error {
  readonly stored: Stored;

  constructor(stored: Stored) {
    super('The request was answered before');
    this.stored = stored;
  }
}

/** @throws AnsweredBefore if there is an answer for the key */
async function claim(db: Db, { user_id, endpoint, key }: NamedKey): Promise<void> {
  const { rows } = await sql<Stored>`select * from claim_idempotency_key(${user_id}, ${endpoint}, ${key})`.execute(db);
  if (rows[0] !== undefined) throw new AnsweredBefore(rows[0]);
}

/** A key belongs to a user and an endpoint. */
interface NamedKey {
  user_id: number;
  endpoint: string;
  key: string;
}

/** A request that was answered, and its answer. */
interface Stored {
  request_digest: string;
  answer: object;
}

const answers = batchedInsert('answered', 'idempotency_key', {
  user_id: 'bigint',
  endpoint: 'text',
  key: 'text',
  request_digest: 'text',
  answer: 'jsonb',
});

function answerOf({ request_digest, answer }: Stored, digest: string): object {
  if (request_digest === digest) return answer;
  throw new AppError('idempotency_conflict', {
    message: 'This request was already sent with other content. Please check whether it went through.',
  });
}
