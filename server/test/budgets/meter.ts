import { setTimeout as pause } from 'node:timers/promises';

import type { Client } from 'pg';

import { withClient } from '../../src/platform/db/connection.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';

/** What a call costs the database. None of it depends on the speed of the machine. */
export interface Cost {
  /** Statements sent, BEGIN and COMMIT included. */
  statements: number;
  /** Blocks of tables and indexes touched, in memory or not, triggers included. */
  blocks: number;
  /** Rows read from tables and indexes, including those that a filter removed. */
  rows: number;
  /** Bytes written to the log. */
  wal: number;
}

export interface Metered {
  cost: Cost;
  /** Beginnings of statements that were sent without a name, and so planned anew. */
  unnamed: string[];
  plans: Plan[];
}

const planned = /^\s*(?:select|insert|update|delete|merge|with)\b/i;

type Query = (...given: unknown[]) => unknown;
/** The methods of the database driver's clients. */
interface Driver {
  connect: Query;
  query: Query;
}

/**
 * Measures what is sent to the database between two moments. PostgreSQL itself reports each plan as it ran (auto_explain), as a
 * notice on the connection.
 */
export class Meter {
  readonly #prototype: Driver;
  readonly #original: Driver;
  #statements: string[] = [];
  #unnamed: string[] = [];
  #plans: Plan[] = [];
  #pending = 0;
  /** Changes a statement before it is sent; to test that a more expensive one is noticed. */
  rewrite = (text: string): string => text;

  private constructor(driver: Driver) {
    this.#prototype = driver;
    this.#original = { connect: driver.connect, query: driver.query };
  }

  /** Prepares a database, before the product connects to it. */
  static async prepare(url: string): Promise<Meter> {
    return await withClient({ url, applicationName: 'careloop-budgets' }, async (client) => {
      const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
      const settings = {
        session_preload_libraries: 'auto_explain',
        'auto_explain.log_min_duration': '0',
        'auto_explain.log_analyze': 'on',
        'auto_explain.log_buffers': 'on',
        'auto_explain.log_wal': 'on',
        'auto_explain.log_timing': 'off',
        'auto_explain.log_triggers': 'off',
        'auto_explain.log_nested_statements': 'on',
        'auto_explain.log_format': 'json',
        'auto_explain.log_level': 'notice',
        // A table of a test is small enough to be read whole; in production it is not.
        enable_seqscan: 'off',
        jit: 'off',
        max_parallel_workers_per_gather: '0',
      };
      for (const [key, value] of Object.entries(settings)) {
        await client.query(`alter database ${name} set ${key} = ${client.escapeLiteral(value)}`);
      }
      // New statistics would change plans in the midst of a run.
      await client.query(`do $$ declare t regclass; begin
        for t in select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) loop
          execute format('alter table %s set (autovacuum_enabled = false)', t);
        end loop; end $$`);
      return new Meter(Object.getPrototypeOf(client) as Driver);
    });
  }

  start(): void {
    const { connect, query } = this.#original;
    const begin = (text: string, name: string | undefined) => this.#begin(text, name);
    const rewrite = (text: string) => this.rewrite(text);
    const onNotice = (message: string) => {
      const plan = planOf(message);
      if (plan !== null) this.#plans.push(plan);
    };
    this.#prototype.connect = function connectAndListen(this: Client, ...given) {
      this.on('notice', ({ message }) => onNotice(message ?? ''));
      return connect.apply(this, given);
    };
    this.#prototype.query = function countedQuery(this: Client, ...given) {
      const [first, ...rest] = given;
      const config = typeof first === 'string' ? { text: first } : (first as { text: string; name?: string });
      const text = rewrite(config.text);
      if (text !== config.text) Object.assign(config, { text, name: undefined });
      const done = begin(text, config.name);
      const last = rest.at(-1);
      if (typeof last === 'function') {
        const callback = (...answer: unknown[]) => {
          done();
          return (last as Query)(...answer);
        };
        return query.apply(this, [config, ...rest.slice(0, -1), callback]);
      }
      const answer = query.apply(this, [config, ...rest]);
      void (answer as Promise<unknown>).then(done, done);
      return answer;
    };
  }

  stop(): void {
    Object.assign(this.#prototype, this.#original);
  }

  async measure(work: () => Promise<void>): Promise<Metered> {
    await this.#settle();
    this.#statements = [];
    this.#unnamed = [];
    this.#plans = [];
    await work();
    await this.#settle();
    const plans = this.#plans;
    const sum = (key: 'blocks' | 'rows' | 'wal') => plans.reduce((total, plan) => total + plan[key], 0);
    const cost = { statements: this.#statements.length, blocks: sum('blocks'), rows: sum('rows'), wal: sum('wal') };
    return { cost, plans, unnamed: [...this.#unnamed] };
  }

  #begin(text: string, name: string | undefined): () => void {
    this.#statements.push(text);
    if (name === undefined && planned.test(text))
      this.#unnamed.push(`${text.trim().slice(0, 100)}… (${text.length} characters)`);
    this.#pending += 1;
    return () => {
      this.#pending -= 1;
    };
  }

  /** Waits for statements that are sent after an answer. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const before = this.#statements.length;
      await pause(10);
      quiet = this.#pending === 0 && this.#statements.length === before ? quiet + 1 : 0;
    }
  }
}
