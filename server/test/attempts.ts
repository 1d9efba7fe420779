import { createHook } from 'node:async_hooks';

import type { Endpoint } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { vi } from 'vitest';

import type { Database, Db } from '../src/platform/db/client.ts';
import type { TestApp } from './harness.ts';

let addresses = 0;

/** Headers of a call from an address, as set by the proxy. */
export function from(ip: string): Record<string, string> {
  return { 'x-forwarded-for': ip };
}

/** Headers of a call from a new address. */
export function fromElsewhere(): Record<string, string> {
  addresses += 1;
  return from(`198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`);
}

/** The complete response to a call, except its date. */
export async function answerTo(app: TestApp, endpoint: Endpoint, payload: object, headers: Record<string, string>) {
  const response = await app.app.http.inject({ method: 'POST', url: `/api${endpoint.path}`, payload, headers });
  const { date: _date, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, body: response.body };
}

/**
 * Counts argon2 hashings while `work` runs, by async_hooks: more reliable than measuring the response time, which they
 * determine.
 */
export async function countHashing<T>(work: () => Promise<T>): Promise<{ result: T; hashings: number }> {
  let hashings = 0;
  const hook = createHook({
    init(_id, type) {
      // argon2 is the only native module here whose async work has no type name.
      if (type === 'undefined') hashings += 1;
    },
  }).enable();
  try {
    return { result: await work(), hashings };
  } finally {
    hook.disable();
  }
}

/** Moves all counted attempts and issued tokens into the past by an interval. */
export async function age(db: Db, interval: string): Promise<void> {
  const span = sql`${interval}::interval`;
  await sql`update attempt_count set last_at = last_at - ${span}`.execute(db);
  await sql`update sign_in_challenge set expires_at = expires_at - ${span}`.execute(db);
  await sql`update password_reset set expires_at = expires_at - ${span}`.execute(db);
}

/** Audit rows about a user's credentials and sessions, in order. */
export async function securityOf(db: Db, userId: number | null) {
  const rows = await db
    .selectFrom('audit_event')
    .select(['kind', 'action', 'outcome', 'details'])
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('kind', '<>', 'access')
    .orderBy('audit_event_id')
    .execute();
  return rows.map(({ action, outcome, details }) => ({ action, outcome, ...(details !== null && { details }) }));
}

/** Waits until `count` statements on this database are waiting for a row lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(distinct l.pid)::integer as waiting
      from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`.execute(
      db,
    );
    if (rows[0]?.waiting !== count) throw new Error(`${rows[0]?.waiting} statements wait, not ${count}`);
  });
}

/**
 * Makes two calls wait for a lock, the first one in front, then releases it.
 * @param lock statement that locks the row
 */
export async function inTurn<A, B>(
  db: Database,
  lock: RawBuilder<unknown>,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const { both } = await db.transaction().execute(async (own) => {
    await lock.execute(own);
    const one = first();
    await untilWaiting(db, 1);
    const other = second();
    await untilWaiting(db, 2);
    return { both: Promise.all([one, other]) };
  });
  return both;
}
