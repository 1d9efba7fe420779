import { setTimeout as sleep } from 'node:timers/promises';

import { AbortedTransactionError, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { DatabaseError } from 'pg';

import { codeOf, isConnectionError } from './errors.ts';
import { NamedStatement } from './namedStatement.ts';

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

// 0A000: "cached plan must not change result type" after a migration. 26000: "prepared statement does not exist" behind a
// pooler.
const stalePlanStates = new Set(['0A000', '26000']);

/**
 * PostgreSQL dialect for Kysely on a `pg` pool. Unlike Kysely's own, it sends repeated statements by their prepared name, and
 * BEGIN and COMMIT in one packet with the adjacent statements: a round trip wakes two processes, which costs more than most
 * statements.
 * @param answerWithinMs time from requesting a connection to releasing it; if absent, each statement has its own limit
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
 * Sends the last statement of a transaction with COMMIT in the same packet. No further statement may follow; a failed
 * COMMIT is reported when Kysely commits the transaction.
 */
export async function commitWith(transaction: Kysely<DB>, statement: RawBuilder<unknown>): Promise<void> {
  const query = statement.compile(transaction);
  await transaction.getExecutor().provideConnection((connection) => own(connection).commitWith(query));
}

/** The driver supports a timeout per statement, but its types do not declare it. */
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

class PipeliningConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  /** Part of the names of prepared statements; incrementing it makes this connection prepare them again. */
  #generation = 0;
  #isInTransaction = false;
  /** BEGIN is sent with the transaction's first statement. */
  #mustBegin = false;
  /** Result of the COMMIT that was sent with the last statement. */
  #committing: Promise<PgResult> | undefined;
  #isBroken = false;
  /** When all work on this connection must be finished, in performance.now() time. */
  deadline: number | undefined;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters, false);
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    // Several statements in one text return an array of results, which has no `rows`.
    const answer = { rows: (rows ?? []) as R[] };
    return isChange ? { ...answer, numAffectedRows: BigInt(rowCount ?? 0) } : answer;
  }

  // oxlint-disable-next-line require-yield -- required by the interface
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

  /** @returns the result of the COMMIT or ROLLBACK; undefined if no statement was sent */
  async end(how: 'commit' | 'rollback'): Promise<PgResult | undefined> {
    const committing = this.#committing;
    this.#committing = undefined;
    this.#isInTransaction = false;
    if (this.#mustBegin) {
      this.#mustBegin = false;
      return undefined;
    }
    // A broken connection is closed, which ends its transaction; waiting for a ROLLBACK would double the wait.
    if (this.#isBroken) return undefined;
    try {
      // If the last statement failed, the COMMIT sent with it has already rolled back.
      return await (committing ?? this.#client.query(this.#inTime({ text: how })));
    } catch (error) {
      // It may still be in a transaction, so it must not be reused.
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
        // Nothing was executed, so it can be retried; but a transaction is aborted by any error.
        if (this.#isInTransaction) throw error;
        return this.#pipeline(this.#statement(name, text, values), isLast);
      });
    } catch (error) {
      this.#isBroken ||= isConnectionError(error);
      throw describe(error);
    }
  }

  /** Sends the statement in one packet with BEGIN and COMMIT, if due. The server executes them in order. */
  #pipeline(statement: QueryConfig, isLast: boolean): Promise<PgResult> {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      const begun = this.#mustBegin ? this.#client.query(this.#inTime({ text: 'begin' })) : undefined;
      this.#mustBegin = false;
      const { result, hasFailed } = this.#queue(statement);
      // The driver now assumes that the statement is prepared, though it never reached the server.
      if (hasFailed) this.#generation += 1;
      else if (isLast) this.#committing = this.#client.query(this.#inTime({ text: 'commit' }));
      // A failure is reported by end().
      this.#committing?.catch(() => {});
      // Wait for BEGIN too: it may be canceled on its own, and then there is no transaction.
      return begun === undefined ? result : Promise.all([result, begun]).then(([answer]) => answer);
    } finally {
      stream.uncork();
    }
  }

  /** Adds the remaining time as the statement's timeout; the connection is cut if it passes without a result. */
  #inTime(statement: QueryConfig): TimedQuery {
    if (this.deadline === undefined) return statement;
    return { ...statement, query_timeout: Math.max(1, Math.ceil(this.deadline - performance.now())) };
  }

  /** @returns `hasFailed` if a value cannot be serialized; nothing is sent then */
  #queue(statement: QueryConfig): { result: Promise<PgResult>; hasFailed: boolean } {
    const { promise: result, resolve, reject } = Promise.withResolvers<PgResult>();
    let hasFailed = false;
    const { query_timeout, ...config } = this.#inTime(statement);
    const query = Object.assign(new NamedStatement(config), { query_timeout });
    this.#client.query(query as never, (error: Error | null, answer: PgResult) => {
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
