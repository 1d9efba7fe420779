import { randomUUID } from 'node:crypto';

import { enterAppRole } from '@careloop/server/src/platform/db/appRole';
import { connect } from '@careloop/server/src/platform/db/connection';
import type { Client } from 'pg';

import type { FloorPlan, PlannedStatement } from '../lines/line.ts';
import { runRound } from './loop.ts';
import type { RoundOptions } from './loop.ts';
import type { RoundReport } from './messages.ts';
import { fillPlaceholders } from './placeholders.ts';

/** Runs the planned statements in turn as prepared statements on bare driver connections. */
export class FloorLoad {
  readonly #databaseUrl: string;
  readonly #floor: FloorPlan;
  #clients: Client[] = [];
  #next = 0;

  constructor(databaseUrl: string, floor: FloorPlan) {
    this.#databaseUrl = databaseUrl;
    this.#floor = floor;
  }

  async run(options: RoundOptions): Promise<RoundReport> {
    while (this.#clients.length < options.connections) this.#clients.push(await this.#connect());
    const created: number[] = [];
    const round = await runRound(options, async (index) => {
      const work = this.#floor.works[this.#next++ % this.#floor.works.length] as PlannedStatement[];
      const client = this.#clients[index] as Client;
      const [only, ...others] = work;
      if (only !== undefined && others.length === 0) await this.#query(client, only, only.values);
      else created.push(await this.#transact(client, work));
    });
    return { ...round, errors: [], created };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end()));
  }

  async #connect(): Promise<Client> {
    const client = await connect({ url: this.#databaseUrl, applicationName: 'careloop-bench-floor' });
    await enterAppRole(client);
    // Same settings as the product's connections.
    await client.query('set plan_cache_mode = force_generic_plan');
    return client;
  }

  /** @returns the id of the inserted referral, or the sequence number of the inserted message */
  async #transact(client: Client, work: readonly PlannedStatement[]): Promise<number> {
    const key = randomUUID();
    let newId = 0;
    await client.query('begin');
    for (const statement of work) {
      const values = statement.values.map((value) => fillPlaceholders(value, newId, key));
      const { rows } = await this.#query(client, statement, values);
      newId = rows[0]?.referral_id ?? rows[0]?.sequence ?? newId;
    }
    await client.query('commit');
    return newId;
  }

  #query(client: Client, { text }: PlannedStatement, values: unknown[]) {
    const statement = { name: `floor_${text}`, text: this.#floor.texts[text] ?? '', values };
    return client.query<{ referral_id?: number; sequence?: number }>(statement);
  }
}
