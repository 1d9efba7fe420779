import { setTimeout as sleep } from 'node:timers/promises';

import { DatabaseError } from 'pg';

import { codeOf } from './errors.ts';

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { StatementNames } from './statements.ts';

const GOODBYE_MS = 2_000;

const nothingToSend = { command: 'COMMIT' as const, rowCount: 0, rows: [] };

// "cached plan must not change result type" after a migration, and "prepared statement does not exist" behind a pooler.
const stalePlanStates = new Set(['0A000', '26000']);

/** Stands behind a transaction's last statement, with which the commit then travels. */
export const lastWords = ' /* and commit */';

/**
 * A `pg` pool as Kysely wants it, whose connections send every repeated statement by its prepared name, and the frame of a
 * transaction together with what stands in it: a round trip wakes two processes, which costs more than most statements do.
 */
export class PreparingPool implements PostgresPool {
  readonly options: object;
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #connections = new WeakMap<PoolClient, PreparingConnection>();
  readonly #open = new Set<PoolClient>();
  readonly #allClosed = Promise.withResolvers<void>();

  constructor(pool: Pool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
    this.options = pool.options;
    pool.on('connect', (client) => this.#open.add(client));
    pool.on('remove', (client) => {
      this.#open.delete(client);
      if (pool.ended && this.#open.size === 0) this.#allClosed.resolve();
    });
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new PreparingConnection(client, this.#names);
    this.#connections.set(client, connection);
    return connection;
  }

  /** Resolves when every connection is closed, which the pool itself does not wait for, or the server did not answer. */
  async end(): Promise<void> {
    await this.#pool.end();
    if (this.#open.size === 0) return;
    await Promise.race([this.#allClosed.promise, sleep(GOODBYE_MS, undefined, { ref: false })]);
  }
}

class PreparingConnection implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #generation = 0;
  #mustBegin = false;
  /** The commit that travelled with the last statement. */
  #ended: Promise<QueryResult> | undefined;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(): never;
  async query<R>(text?: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    if (text === undefined) throw new Error('Cursors are not used; page with a keyset instead');
    if (text === 'begin') return this.#begin();
    if (text === 'commit' || text === 'rollback') return await this.#end(text);
    const name = this.#names.nameFor(text, values.length > 0);
    try {
      const result = await this.#send(this.#statement(name, text, values), text.endsWith(lastWords));
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      if (name !== undefined && stalePlanStates.has(codeOf(error) ?? '')) this.#generation += 1;
      throw withoutValues(error);
    }
  }

  /** A transaction begins with its first statement. */
  #begin<R>(): PostgresQueryResult<R> {
    this.#mustBegin = true;
    return nothingToSend;
  }

  async #end<R>(how: 'commit' | 'rollback'): Promise<PostgresQueryResult<R>> {
    const ended = this.#ended;
    this.#ended = undefined;
    if (this.#mustBegin) {
      this.#mustBegin = false;
      return nothingToSend;
    }
    try {
      // What failed together with its commit was rolled back by it.
      return (await (ended ?? this.#client.query(how))) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      throw withoutValues(error);
    }
  }

  /** In one packet with what frames it. The database does one after the other; the fate of a commit is told by the commit. */
  #send(statement: QueryConfig, isLast: boolean): Promise<QueryResult> {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      const begun = this.#mustBegin ? this.#client.query('begin') : undefined;
      this.#mustBegin = false;
      const { result, hasFailed } = this.#sendOne(statement);
      // The driver then takes for prepared what it has not: its next use would fail.
      if (hasFailed) this.#generation += 1;
      else if (isLast) this.#ended = this.#client.query('commit');
      this.#ended?.catch(() => {});
      // Somebody may cancel just the first of the two: outside of a transaction nothing more is to be done.
      return begun === undefined ? result : Promise.all([result, begun]).then(([answer]) => answer);
    } finally {
      stream.uncork();
    }
  }

  /** What cannot be put on the wire fails at once, and the database never hears of it. */
  #sendOne(statement: QueryConfig) {
    const { promise: result, resolve, reject } = Promise.withResolvers<QueryResult>();
    let hasFailed = false;
    this.#client.query(statement, (error: Error | null, answer) => {
      hasFailed = error !== null;
      if (error === null) resolve(answer);
      else reject(error);
    });
    return { result, hasFailed };
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  /** The generation makes this connection prepare anew after its plans turned out stale. */
  #statement(name: string | undefined, text: string, values: readonly unknown[]) {
    if (name === undefined) return { text, values: [...values] };
    return { name: `${name}_${this.#generation}`, text, values: [...values] };
  }
}

/** The server's details quote values of the row, which must not reach a log; code, message and constraint stay. */
function withoutValues(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    error.detail = undefined;
    error.where = undefined;
    error.internalQuery = undefined;
  }
  return error;
}
