import type { Client } from 'pg';

import type { Statement } from '../lines/line.ts';
import { connect } from '../world/connect.ts';
import { runRound } from './loop.ts';
import type { RoundOptions } from './loop.ts';
import type { RoundReport } from './messages.ts';

/** Runs the planned statements in turn as prepared statements on bare driver connections. */
export class FloorLoad {
  readonly #databaseUrl: string;
  readonly #statements: readonly { name: string; text: string; values: unknown[] }[];
  #clients: Client[] = [];
  #next = 0;

  constructor(databaseUrl: string, statements: readonly Statement[]) {
    this.#databaseUrl = databaseUrl;
    const texts = [...new Set(statements.map(({ text }) => text))];
    this.#statements = statements.map((one) => ({ name: `floor_${texts.indexOf(one.text)}`, ...one }));
  }

  async run(options: RoundOptions): Promise<RoundReport> {
    while (this.#clients.length < options.connections) this.#clients.push(await this.#connect());
    const created: number[] = [];
    const round = await runRound(options, async (index) => {
      const statement = this.#statements[this.#next++ % this.#statements.length] as Statement;
      const { rows } = await (this.#clients[index] as Client).query<{ created?: number }>(statement);
      if (rows[0]?.created !== undefined) created.push(rows[0].created);
    });
    return { ...round, errors: [], created };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end()));
  }

  /** With the role and the settings of the product's connections. */
  async #connect(): Promise<Client> {
    const client = await connect(this.#databaseUrl);
    await client.query('set role careloop_app');
    await client.query('set plan_cache_mode = force_generic_plan');
    return client;
  }
}
