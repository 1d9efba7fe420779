import { createHmac } from 'node:crypto';

import type { Endpoint } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../identity/actor.ts';
import type { Db } from '../db/client.ts';
import { batchedInsert } from '../db/batchedInsert.ts';
import { holdChanges } from '../db/driver.ts';
import { beforeCommit, inTransaction } from '../db/transaction.ts';
import { AppError, invalidInput } from '../errors.ts';
import type { HttpDeps } from './httpApp.ts';

type KeyDeps = Pick<HttpDeps, 'db' | 'sessionSecret'>;

/** A request with its `Idempotency-Key` header, if any. */
export interface KeyedRequest {
  actor: Actor;
  header: string | string[] | undefined;
  /** The whole parsed input; its digest detects a key reused for another request. */
  request: object;
}

/**
 * Runs a change once per `Idempotency-Key`, in a transaction; a repeated request gets the stored response of the first. The key
 * is locked until the transaction ends, so a concurrent repeat waits for it, and stored with the response by its last statement.
 * The work begins while the key is looked up, since reading is harmless, but changes nothing until it is known to be new: this
 * saves a round trip. Without the header the work simply runs.
 * @throws AppError `idempotency_conflict` if the key was already used for a different request
 */
export async function answerOnce<Data extends object>(
  deps: KeyDeps,
  endpoint: Endpoint,
  keyed: KeyedRequest,
  work: (db: Db) => Promise<Data>,
): Promise<Data> {
  const named = namedKey(endpoint, keyed);
  if (named === undefined) return inTransaction(deps.db, work);
  const digest = digestOf(deps, keyed);
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
    return await inTransaction(deps.db, once);
  } catch (error) {
    // Stored by us, so its shape is known.
    if (error instanceof AnsweredBefore) return answerOf(error.stored, digest) as Data;
    throw error;
  }
}

/**
 * The stored response of a repeated request, for one whose work begins with what may succeed only the first time, such as checking
 * the current password.
 * @throws AppError `idempotency_conflict` if the key was already used for a different request
 */
export async function findAnswer(deps: KeyDeps, endpoint: Endpoint, keyed: KeyedRequest): Promise<object | undefined> {
  const named = namedKey(endpoint, keyed);
  if (named === undefined) return undefined;
  const { rows } = await sql<Stored>`select k.request_digest, k.answer from idempotency_key k
    where k.user_id = ${named.user_id} and k.endpoint = ${named.endpoint} and k.key = ${named.key}`.execute(deps.db);
  return rows[0] === undefined ? undefined : answerOf(rows[0], digestOf(deps, keyed));
}

/** The key of a request; undefined if it has none, or takes none. */
function namedKey({ idempotent, path }: Endpoint, { actor, header: key }: KeyedRequest): NamedKey | undefined {
  if (!idempotent || key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) {
    throw invalidInput({ '': 'The Idempotency-Key must have 8 to 200 characters.' });
  }
  return { user_id: actor.userId, endpoint: path, key };
}

/** Of the person acted for and the input. Keyed, because an input may contain a password. */
function digestOf({ sessionSecret }: KeyDeps, { actor, request }: KeyedRequest): string {
  const text = JSON.stringify([actor.onBehalfOfUserId, request]);
  return createHmac('sha256', sessionSecret).update('idempotent request').update(text).digest('base64url');
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
