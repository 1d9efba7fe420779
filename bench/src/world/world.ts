import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Random } from '@careloop/demo/random';
import type { Client } from 'pg';

import { generate } from '../generate/generate.ts';
import type { Scale } from '../scales.ts';
import { connect, makeDatabase } from './connect.ts';
import { startProduct } from './product.ts';
import type { Product, ProductOptions } from './product.ts';
import { openSessions } from './sessions.ts';
import type { OpenSession } from './sessions.ts';

/** Maximum number of users who send requests. */
const mostUsers = 400;

/** A database at a scale, with the product running on it and users signed in. */
export interface World {
  scale: Scale;
  databaseUrl: string;
  sessionSecret: string;
  product: Product;
  /** For reading the database. */
  client: Client;
  /** Providers, who see only the patients on whose care team they are. */
  sessions: OpenSession[];
  stop(): Promise<void>;
}

export interface WorldOptions extends Pick<ProductOptions, 'nodeArguments' | 'role'> {
  /** URL of the database server, as superuser. */
  serverUrl: string;
  scale: Scale;
  /** A database with the product's tables to copy; left out, a first start of the product creates them. */
  template?: string;
  say: (text: string) => void;
}

/** Creates a database, fills it and starts the product on it. */
export async function buildWorld({
  serverUrl,
  scale,
  template,
  nodeArguments,
  role,
  say,
}: WorldOptions): Promise<World> {
  const tell = (text: string) => say(`${scale.name}: ${text}`);
  const databaseUrl = await makeDatabase(serverUrl, `bench_${scale.name.toLowerCase()}`, template);
  const sessionSecret = randomBytes(32).toString('hex');
  const options = { databaseUrl, sessionSecret };
  if (template === undefined) await (await startProduct({ ...options, role: 'web' })).stop();
  const client = await connect(databaseUrl);
  tell('filling the database');
  const ms = await timeOf(() => generate(client, scale));
  tell(`${scale.patients.toLocaleString('en-US')} patients in ${Math.round(ms / 1_000)} s`);
  const product = await startProduct({ ...options, nodeArguments, role });
  if (role === 'all') await fillReports(client, tell);
  return {
    scale,
    databaseUrl,
    sessionSecret,
    product,
    client,
    sessions: await openSessions(client, sessionSecret, chooseUsers(scale)),
    async stop() {
      await product.stop();
      await client.end();
    },
  };
}

/**
 * Lets the product's job fill the report tables before anything is measured. Otherwise it would do so during the
 * measurements, for minutes if the database holds years of data.
 */
async function fillReports(client: Client, tell: (text: string) => void): Promise<void> {
  for (const [what, job] of [
    ['reports refreshed', 'refresh-reports'],
    ['reports refreshed again', 'refresh-reports'],
    ['figures of providers computed', 'compute-referral-figures'],
  ]) {
    const ms = await timeOf(async () => {
      const { rows } = await client.query<{ id: string }>(
        `insert into pgboss.job (name, data) values ($1, '{}') returning id`,
        [job],
      );
      while (!(await isDone(client, rows[0]?.id ?? ''))) await sleep(100);
    });
    tell(`${what} in ${Math.round(ms)} ms`);
  }
  await client.query(
    'vacuum (analyze) report_referral, report_consultation, report_queue_item, report_work, referral_figures',
  );
}

async function isDone(client: Client, jobId: string): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>('select state::text from pgboss.job where id = $1', [jobId]);
  const state = rows[0]?.state ?? 'gone';
  if (state === 'failed') throw new Error('The report tables could not be filled');
  return state === 'completed';
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Providers have the lowest numbers. */
function chooseUsers({ providers }: Scale): number[] {
  const everybody = Array.from({ length: providers }, (_, index) => index + 1);
  return new Random('users').some(everybody, Math.min(mostUsers, providers));
}
