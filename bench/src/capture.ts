import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { LogEvent } from 'kysely';
import type { Db, DB } from '@careloop/server/src/platform/db/client';
import { valueParsers } from '@careloop/server/src/platform/db/values';
import { Pool } from 'pg';

import type { FloorPlan, PlannedStatement } from './lines/line.ts';

/** Collects the statements of a floor, storing each text once. */
export class FloorPlanBuilder {
  readonly #texts = new Map<string, number>();
  readonly #works: PlannedStatement[][] = [];

  add(statements: readonly CapturedStatement[]): void {
    this.#works.push(statements.map(({ text, values }) => ({ text: this.#indexOf(text), values: [...values] })));
  }

  build(): FloorPlan {
    return { texts: [...this.#texts.keys()], works: this.#works };
  }

  #indexOf(text: string): number {
    const index = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, index);
    return index;
  }
}

export interface CapturedStatement {
  text: string;
  values: readonly unknown[];
}

/** Records the statements a Kysely instance sends; pass `note` as its `log`. */
export function createNotebook() {
  const statements: CapturedStatement[] = [];
  return {
    note: ({ query }: LogEvent) => {
      statements.push({ text: query.sql, values: query.parameters });
    },
    take: () => statements.splice(0),
  };
}

/**
 * Records the statements that the product's own query functions would send, without a database: every query returns no
 * rows. So the floor always runs the product's current statements.
 */
export function createCapture() {
  const notebook = createNotebook();
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: notebook.note,
  });
  return async (work: (db: Db) => Promise<unknown>): Promise<CapturedStatement[]> => {
    await work(db);
    return notebook.take();
  };
}

/** The same against a real database, for functions whose later statements depend on earlier results. */
export function createLiveCapture(databaseUrl: string) {
  const notebook = createNotebook();
  const pool = new Pool({ connectionString: databaseUrl, max: 1, types: valueParsers });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: notebook.note });
  return {
    capture: async (work: (own: Db) => Promise<unknown>): Promise<CapturedStatement[]> => {
      await work(db);
      return notebook.take();
    },
    close: () => db.destroy(),
  };
}
