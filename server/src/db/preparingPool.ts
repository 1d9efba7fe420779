import { codeOf } from './errors.ts';

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { StatementNames } from './statements.ts';

// "cached plan must not change result type" after a migration, and "prepared statement does not exist" behind a pooler.
const stalePlanStates = new Set(['0A000', '26000']);

/** A `pg` pool as Kysely wants it, whose connections send every repeated statement by its prepared name. */
export class PreparingPool implements PostgresPool {
  readonly options: object;
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #connections = new WeakMap<PoolClient, PreparingConnection>();

  constructor(pool: Pool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
    this.options = pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new PreparingConnection(client, this.#names);
    this.#connections.set(client, connection);
    return connection;
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

class PreparingConnection implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #generation = 0;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(): never;
  async query<R>(text?: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    if (text === undefined) throw new Error('Cursors are not used; page with a keyset instead');
    const name = this.#names.nameFor(text, values.length > 0);
    try {
      const result = await this.#client.query(this.#statement(name, text, values));
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      if (name !== undefined && stalePlanStates.has(codeOf(error) ?? '')) this.#generation += 1;
      throw error;
    }
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
