import { setTimeout as sleep } from 'node:timers/promises';

import {
  AbortedTransactionError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely';
import { DatabaseError } from 'pg';

import { nestRows } from './nestedRows.ts';
import { PipeliningConnection } from './pipeliningConnection.ts';
import { PipelinedReads } from './pipelinedReads.ts';

import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
  RawBuilder,
  TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg';
import type { Statement } from './pipeliningConnection.ts';
import type { StatementNames } from './statements.ts';
import type { DB } from './types.ts';

const closeTimeoutMs = 2_000;

/**
 * PostgreSQL dialect for Kysely on a `pg` pool. Unlike Kysely's own, it sends repeated statements by their prepared name, BEGIN
 * and COMMIT in one packet with the adjacent statements, and the reads of concurrent requests together.
 * @param answerWithinMs for requests: time from asking for a connection to releasing it. If absent, each statement has its
 *   own limit, and none shares a connection with others
 */
export function createDialect(pool: Pool, names: StatementNames, answerWithinMs?: number): Dialect {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipeliningDriver(dialect, pool, names, answerWithinMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return dialect;
}

/**
 * The same transaction, except that it does not wait for the result of a statement before it sends the next, as Kysely does:
 * statements that do not wait for each other share a round trip. They are executed in the order in which they are sent.
 */
export async function pipelined(transaction: Transaction<DB>): Promise<Transaction<DB>> {
  const executor = transaction.getExecutor();
  return await executor.provideConnection(async (connection) => {
    const { driver } = own(connection);
    const { dialect } = driver;
    const provider = {
      provideConnection: <T>(consumer: (one: DatabaseConnection) => Promise<T>) => consumer(connection),
    };
    return new Transaction<DB>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider(provider),
    });
  });
}

/**
 * Sends the last statement of a transaction with COMMIT in the same packet. No further statement may follow; a failed
 * COMMIT is reported when Kysely commits the transaction.
 */
export async function commitWith(transaction: Kysely<DB>, statement: RawBuilder<unknown>): Promise<void> {
  const query = statement.compile(transaction);
  await transaction.getExecutor().provideConnection((connection) => own(connection).commitWith(query));
}

/**
 * Sends the following reads and locks of a transaction at once, but its changes only when `until` is resolved. If it is
 * rejected, so are they.
 */
export async function holdChanges(transaction: Kysely<DB>, until: Promise<unknown>): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => own(connection).holdChanges(until));
}

class PipeliningDriver implements Driver {
  readonly dialect: Dialect;
  readonly names: StatementNames;
  readonly reads: PipelinedReads | undefined;
  readonly #pool: Pool;
  readonly #answerWithinMs: number | undefined;
  readonly #connections = new WeakMap<PoolClient, PipeliningConnection>();
  readonly #open = new Set<PoolClient>();
  readonly #allClosed = Promise.withResolvers<void>();

  constructor(dialect: Dialect, pool: Pool, names: StatementNames, answerWithinMs: number | undefined) {
    this.dialect = dialect;
    this.names = names;
    this.reads = answerWithinMs === undefined ? undefined : new PipelinedReads(() => this.connect());
    this.#pool = pool;
    this.#answerWithinMs = answerWithinMs;
    pool.on('connect', (client) => this.#open.add(client));
    pool.on('remove', (client) => {
      this.#open.delete(client);
      if (pool.ended && this.#open.size === 0) this.#allClosed.resolve();
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new LentConnection(this);
  }

  /** Takes a connection from the pool. */
  async connect(): Promise<PipeliningConnection> {
    const askedAt = performance.now();
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) ?? new PipeliningConnection(client);
    this.#connections.set(client, connection);
    connection.deadline = this.#answerWithinMs === undefined ? undefined : askedAt + this.#answerWithinMs;
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (Object.values(settings).some(Boolean)) throw new Error('Transactions have the default settings only');
    await own(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const result = await own(connection).end('commit');
    // PostgreSQL responds with ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).end('rollback');
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    own(connection).release();
  }

  /** Resolves when every connection is closed, for which the pool itself does not wait, or after a timeout. */
  async destroy(): Promise<void> {
    await this.#pool.end();
    if (this.#open.size === 0) return;
    await Promise.race([this.#allClosed.promise, sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
}

/**
 * A connection as Kysely asks for it: for one statement, or for a transaction. Only a transaction takes one from the pool for
 * itself; how a single statement travels is decided when it is known.
 */
class LentConnection implements DatabaseConnection {
  readonly driver: PipeliningDriver;
  #own: PipeliningConnection | undefined;
  #isUsed = false;
  #isOver = false;

  constructor(driver: PipeliningDriver) {
    this.driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows, fields } = await this.#described(this.#send(this.#statement(query)));
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    // Several statements in one text return an array of results, which has no `rows`.
    const answer = { rows: nestRows((rows ?? []) as unknown[], fields ?? []) as R[] };
    return isChange ? { ...answer, numAffectedRows: BigInt(rowCount ?? 0) } : answer;
  }

  // oxlint-disable-next-line require-yield -- required by the interface
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Cursors are not used; page with a keyset instead');
  }

  async begin(): Promise<void> {
    this.#own = await this.driver.connect();
    this.#own.begin();
  }

  async commitWith(query: CompiledQuery): Promise<void> {
    await this.#described(this.#transaction().commitWith(this.#statement(query)));
  }

  holdChanges(until: Promise<unknown>): void {
    this.#transaction().holdChanges(until);
  }

  async end(how: 'commit' | 'rollback'): Promise<PgResult | undefined> {
    this.#isOver = true;
    return await this.#described(this.#transaction().end(how));
  }

  release(): void {
    this.#own?.release();
    this.#own = undefined;
  }

  async #send(statement: Statement): Promise<PgResult> {
    // Work that goes on after another part of it has failed: on its own, the statement would be kept.
    if (this.#isOver) throw new Error('The transaction is over');
    if (this.#own !== undefined) return await this.#own.send(statement);
    // The next one may travel on another connection.
    if (this.#isUsed) throw new Error('Only a transaction keeps its connection for several statements');
    this.#isUsed = true;
    if (this.driver.reads !== undefined) return await this.driver.reads.send(statement);
    const connection = await this.driver.connect();
    return await connection.send(statement).finally(() => connection.release());
  }

  #transaction(): PipeliningConnection {
    if (this.#own === undefined) throw new Error('There is no transaction');
    return this.#own;
  }

  #statement({ sql: text, parameters: values }: CompiledQuery): Statement {
    return { name: this.driver.names.nameFor(text, values.length > 0), text, values };
  }

  async #described<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw describe(error);
    }
  }
}

function own(connection: DatabaseConnection): LentConnection {
  if (connection instanceof LentConnection) return connection;
  throw new TypeError('This is not a connection of createDatabase()');
}

/**
 * Adds the stack of the code that sent the statement, and removes the server's details: they quote values of the row, which
 * must not reach a log. Code, message and constraint stay.
 */
function describe(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error('from here').stack?.split('\n').slice(1).join('\n')}`;
  if (error instanceof DatabaseError) {
    error.detail = undefined;
    error.where = undefined;
    error.internalQuery = undefined;
  }
  return error;
}
