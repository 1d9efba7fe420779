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

/** The connection pool of a database: begins transactions; close it with `destroy()`. */
export type Database = Kysely<DB>;

/** Where queries run: the database itself, or a transaction. */
export type Db = Kysely<DB> | Transaction<DB>;

export interface DatabaseOptions {
  url: string;
  /** Maximum number of connections of this process. */
  maxConnections: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  log: Log;
  /**
   * For interactive requests: getting a connection and all work on it, such as a transaction, must finish within this many
   * milliseconds or fails. Replaces `statementTimeoutMs` and `connectionTimeoutMs`.
   */
  answerWithinMs?: number | undefined;
  /** A statement is canceled after this long; 0 for no limit. */
  statementTimeoutMs?: number;
  /** An idle transaction is ended after this long; 0 for no limit. */
  idleInTransactionTimeoutMs?: number;
  /** How long a caller waits for a free or new connection. */
  connectionTimeoutMs?: number;
  /** Set to false behind a connection pooler that does not support prepared statements. */
  preparedStatements?: boolean;
}

const pools = new WeakMap<Database, Pool>();

/**
 * Creates a connection pool with Kysely on top. Statements are prepared by name, values are parsed as defined in values.ts,
 * and queries run as role careloop_app if it exists. Connects on first use; a lost connection is replaced on the next use.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options);
  const names = options.preparedStatements === false ? new StatementNames(0) : new StatementNames();
  const database: Database = new Kysely<DB>({ dialect: createDialect(pool, names, options.answerWithinMs) });
  pools.set(database, pool);
  return database;
}

/** Open connections, how many of them are idle, and callers waiting for one. */
export function poolStatistics(database: Database): { total: number; idle: number; waiting: number } {
  const pool = pools.get(database);
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

/** Extra time for a result to arrive after the server's own timeout. */
const answerGraceMs = 5_000;

/** Time limits of a pool in milliseconds; an absent one does not apply. */
interface Limits {
  connectionTimeoutMillis: number;
  statement_timeout: number;
  lock_timeout?: number;
  /** Client-side limit, in case the server does not cancel the statement or the network is down. */
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
      // Needed because the kernel takes about 15 minutes to give up a dead connection.
      query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + answerGraceMs,
    };
  }
  // The server's limits are shorter, so that it cancels first: the work is rolled back and the connection stays usable.
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
    // Every query is an index range, whatever its values. By default the server assumes ten elements per id array and plans
    // large statements again on every call: 3 ms for a queue page that then runs in less than 1 ms.
    options: '-c plan_cache_mode=force_generic_plan',
    keepAlive: true,
    pipeline: true,
    types: valueParsers,
    verify: verifyByEnteringRole,
  });
  // Log the message only: the pool attaches the whole client to the error.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'An idle database connection was lost'));
  return pool;
}

/** `verify` option of a `pg` pool: switches each new connection to role careloop_app before it is handed out. */
export function verifyByEnteringRole(client: PoolClient, done: (error?: Error) => void): void {
  // A connection lost between two statements of a caller emits its error only on the client, and without a listener it
  // would end the process. The caller's next statement fails with the same error.
  client.on('error', () => {});
  enterAppRole(client).then(
    () => done(),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}
