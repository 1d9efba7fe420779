import { setTimeout as sleep } from 'node:timers/promises';

import { AbortedTransactionError, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { DatabaseError } from 'pg';

import { codeOf, isConnectionError } from './errors.ts';

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
import type { Pool, PoolClient, QueryConfig, QueryResult as PgResult } from 'pg';
import type { StatementNames } from './statements.ts';
import type { DB } from './types.ts';

const closeTimeoutMs = 2_000;

// "cached plan must not change result type" after a migration, and "prepared statement does not exist" behind a pooler.
const stalePlanStates = new Set(['0A000', '26000']);

/**
 * PostgreSQL for Kysely, over a `pg` pool. Unlike Kysely's own dialect it sends every repeated statement by its prepared
 * name, and BEGIN and COMMIT in one packet with the statements next to them: a round trip wakes two processes, which costs
 * more than most statements do.
 * @param answerWithinMs from asking for a connection until it is given back; without it, each statement has its own limit
 */
export function createDialect(pool: Pool, names: StatementNames, answerWithinMs?: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipeliningDriver(pool, names, answerWithinMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Sends the last statement of a transaction with COMMIT in the same packet. Nothing more can be sent in the transaction;
 * whether it was kept shows when Kysely commits it.
 */
export async function commitWith(transaction: Kysely<DB>, statement: RawBuilder<unknown>): Promise<void> {
  const query = statement.compile(transaction);
  await transaction.getExecutor().provideConnection((connection) => own(connection).commitWith(query));
}

/** The driver knows a limit for a single statement; its types do not. */
type TimedQuery = QueryConfig & { query_timeout?: number };

class PipeliningDriver implements Driver {
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #answerWithinMs: number | undefined;
  readonly #connections = new WeakMap<PoolClient, PipeliningConnection>();
  readonly #open = new Set<PoolClient>();
  readonly #allClosed = Promise.withResolvers<void>();

  constructor(pool: Pool, names: StatementNames, answerWithinMs: number | undefined) {
    this.#pool = pool;
    this.#names = names;
    this.#answerWithinMs = answerWithinMs;
    pool.on('connect', (client) => this.#open.add(client));
    pool.on('remove', (client) => {
      this.#open.delete(client);
      if (pool.ended && this.#open.size === 0) this.#allClosed.resolve();
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const askedAt = performance.now();
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) ?? new PipeliningConnection(client, this.#names);
    this.#connections.set(client, connection);
    connection.deadline = this.#answerWithinMs === undefined ? undefined : askedAt + this.#answerWithinMs;
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (Object.values(settings).some(Boolean)) throw new Error('Transactions have the default settings only');
    own(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const result = await own(connection).end('commit');
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).end('rollback');
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    own(connection).release();
  }

  /** Resolves when every connection is closed, which the pool itself does not wait for, or the server did not answer. */
  async destroy(): Promise<void> {
    await this.#pool.end();
    if (this.#open.size === 0) return;
    await Promise.race([this.#allClosed.promise, sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
}

class PipeliningConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  /** Part of the names of prepared statements: the next one makes this connection prepare them again. */
  #generation = 0;
  #isInTransaction = false;
  /** BEGIN goes out with the transaction's first statement. */
  #mustBegin = false;
  /** The result of the COMMIT that went out with the last statement. */
  #committing: Promise<PgResult> | undefined;
  #isBroken = false;
  /** When everything must have been answered, on the clock of performance.now(). */
  deadline: number | undefined;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters, false);
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    // Several statements in one text answer an array of results, which has no rows.
    const answer = { rows: (rows ?? []) as R[] };
    return isChange ? { ...answer, numAffectedRows: BigInt(rowCount ?? 0) } : answer;
  }

  // oxlint-disable-next-line require-yield -- the interface asks for it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Cursors are not used; page with a keyset instead');
  }

  begin(): void {
    this.#isInTransaction = true;
    this.#mustBegin = true;
  }

  async commitWith({ sql, parameters }: CompiledQuery): Promise<void> {
    await this.#send(sql, parameters, true);
  }

  /** @returns the result of the COMMIT or ROLLBACK; none where no statement was sent */
  async end(how: 'commit' | 'rollback'): Promise<PgResult | undefined> {
    const committing = this.#committing;
    this.#committing = undefined;
    this.#isInTransaction = false;
    if (this.#mustBegin) {
      this.#mustBegin = false;
      return undefined;
    }
    // A connection that was given up is closed, which ends its transaction; waiting for its ROLLBACK would double the wait.
    if (this.#isBroken) return undefined;
    try {
      // A statement that failed together with its COMMIT was rolled back by it.
      return await (committing ?? this.#client.query(this.#inTime({ text: how })));
    } catch (error) {
      // It may still be in a transaction, which nobody else must get.
      this.#isBroken ||= how === 'rollback' || isConnectionError(error);
      throw describe(error);
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  async #send(text: string, values: readonly unknown[], isLast: boolean): Promise<PgResult> {
    if (this.#committing !== undefined) throw new Error('The transaction is committed already');
    const name = this.#names.nameFor(text, values.length > 0);
    try {
      return await this.#pipeline(this.#statement(name, text, values), isLast).catch((error: unknown) => {
        if (name === undefined || !stalePlanStates.has(codeOf(error) ?? '')) throw error;
        this.#generation += 1;
        // Nothing was executed. A transaction, however, is over with its first error.
        if (this.#isInTransaction) throw error;
        return this.#pipeline(this.#statement(name, text, values), isLast);
      });
    } catch (error) {
      this.#isBroken ||= isConnectionError(error);
      throw describe(error);
    }
  }

  /** In one packet with BEGIN and COMMIT, where these are due. The database executes one after the other. */
  #pipeline(statement: QueryConfig, isLast: boolean): Promise<PgResult> {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      const begun = this.#mustBegin ? this.#client.query(this.#inTime({ text: 'begin' })) : undefined;
      this.#mustBegin = false;
      const { result, hasFailed } = this.#queue(statement);
      // The driver now takes the statement for prepared, though it never reached the server.
      if (hasFailed) this.#generation += 1;
      else if (isLast) this.#committing = this.#client.query(this.#inTime({ text: 'commit' }));
      // end() reports it.
      this.#committing?.catch(() => {});
      // BEGIN alone may be canceled: outside of a transaction nothing more is to be done.
      return begun === undefined ? result : Promise.all([result, begun]).then(([answer]) => answer);
    } finally {
      stream.uncork();
    }
  }

  /** The statement with what is left of the time; its connection is cut when that has passed without an answer. */
  #inTime(statement: QueryConfig): TimedQuery {
    if (this.deadline === undefined) return statement;
    return { ...statement, query_timeout: Math.max(1, Math.ceil(this.deadline - performance.now())) };
  }

  /** @returns `hasFailed` when a value cannot be serialised: nothing is sent then */
  #queue(statement: QueryConfig): { result: Promise<PgResult>; hasFailed: boolean } {
    const { promise: result, resolve, reject } = Promise.withResolvers<PgResult>();
    let hasFailed = false;
    this.#client.query(this.#inTime(statement), (error: Error | null, answer) => {
      hasFailed = error !== null;
      if (error === null) resolve(answer);
      else reject(error);
    });
    return { result, hasFailed };
  }

  #statement(name: string | undefined, text: string, values: readonly unknown[]): QueryConfig {
    if (name === undefined) return { text, values: [...values] };
    return { name: `${name}_${this.#generation}`, text, values: [...values] };
  }
}

function own(connection: DatabaseConnection): PipeliningConnection {
  if (connection instanceof PipeliningConnection) return connection;
  throw new TypeError('This is not a connection of createDatabase()');
}

/**
 * The error with the stack of whoever sent the statement, and without the server's details: they quote values of the row,
 * which must not reach a log. Code, message and constraint stay.
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
