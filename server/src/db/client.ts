import { Kysely } from 'kysely';
import { Pool } from 'pg';

import { enterAppRole } from './appRole.ts';
import { createDialect } from './driver.ts';
import { StatementNames } from './statements.ts';
import { valueParsers } from './values.ts';

import type { Transaction } from 'kysely';
import type { PoolClient } from 'pg';
import type { Log } from './log.ts';
import type { DB } from './types.ts';

export type { DB };

/** The whole database: starts transactions and is closed with `destroy()`. */
export type Database = Kysely<DB>;

/** Where queries run: the database itself, or a transaction of it. */
export type Db = Kysely<DB> | Transaction<DB>;

export interface DatabaseOptions {
  url: string;
  /** Connections this process may hold at most. */
  maxConnections: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  log: Log;
  /**
   * For requests, which somebody waits for: getting a connection and all that is done with it, a transaction say, end
   * within this time or fail. Takes the place of `statementTimeoutMs` and `connectionTimeoutMs`.
   */
  answerWithinMs?: number | undefined;
  /** A statement is cancelled after this long; 0 lets it run. */
  statementTimeoutMs?: number;
  /** A transaction whose owner went silent is ended after this long; 0 lets it stay. */
  idleInTransactionTimeoutMs?: number;
  /** How long a caller waits for a free or a new connection. */
  connectionTimeoutMs?: number;
  /** Off for a connection pooler that does not know prepared statements. */
  preparedStatements?: boolean;
}

const pools = new WeakMap<Database, Pool>();

/**
 * Opens the database: one pool, Kysely on it, statements prepared by name, values parsed as
 * values.ts says, as role careloop_app where it exists. Connects on first use; a lost connection is replaced on the next.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options);
  const names = options.preparedStatements === false ? new StatementNames(0) : new StatementNames();
  const database: Database = new Kysely<DB>({ dialect: createDialect(pool, names, options.answerWithinMs) });
  pools.set(database, pool);
  return database;
}

/** Connections now held, idle among them, and callers waiting for one; for the metrics page. */
export function poolStatistics(database: Database): { total: number; idle: number; waiting: number } {
  const pool = pools.get(database);
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

/** Extra time for an answer to arrive after the server's own timeout. */
const answerGraceMs = 5_000;

/** The limits of a pool, in milliseconds; one that is left out does not apply. */
interface Limits {
  connectionTimeoutMillis: number;
  statement_timeout: number;
  lock_timeout?: number;
  /** Ours, for a server that does not cancel the statement: it is stopped, or the way to it is cut. */
  query_timeout: number | undefined;
}

function limitsOf({
  answerWithinMs,
  statementTimeoutMs = 30_000,
  connectionTimeoutMs = 5_000,
}: DatabaseOptions): Limits {
  if (answerWithinMs === undefined) {
    return {
      connectionTimeoutMillis: connectionTimeoutMs,
      statement_timeout: statementTimeoutMs,
      // The kernel gives up a dead connection after a quarter of an hour.
      query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + answerGraceMs,
    };
  }
  // The server gives up first: it then undoes the work, and the connection can be used again.
  return {
    connectionTimeoutMillis: answerWithinMs,
    statement_timeout: Math.floor(answerWithinMs * 0.9),
    lock_timeout: Math.floor(answerWithinMs * 0.7),
    query_timeout: answerWithinMs,
  };
}

function createPool(options: DatabaseOptions): Pool {
  const { log } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    ...limitsOf(options),
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 60_000,
    idleTimeoutMillis: 60_000,
    // Every query is an index range whatever its values are. Left to choose, the server guesses ten elements for each array
    // of ids and plans large statements anew on every call: 3 ms for a queue page that then runs in less than one.
    options: '-c plan_cache_mode=force_generic_plan',
    keepAlive: true,
    pipeline: true,
    types: valueParsers,
    verify: verifyByEnteringRole,
  });
  // Not the error itself: the pool hangs the whole client on it.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'An idle database connection was lost'));
  return pool;
}

/** The `verify` of a `pg` pool: no connection is handed out before it works as role careloop_app. */
export function verifyByEnteringRole(client: PoolClient, done: (error?: Error) => void): void {
  // A connection that is lost while a caller holds it, between two statements, emits its error on the client alone;
  // without a listener that would end the process. The caller's next statement fails with the same news.
  client.on('error', () => {});
  enterAppRole(client).then(
    () => done(),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}
