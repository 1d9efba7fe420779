import { randomBytes } from 'node:crypto';

import { Random } from '@careloop/demo/random';
import { createDatabase } from '@careloop/server/src/platform/db/client';
import type { Database } from '@careloop/server/src/platform/db/client';
import { connect } from '@careloop/server/src/platform/db/connection';
import { silentLog } from '@careloop/server/src/platform/db/log';
import { migrate } from '@careloop/server/src/platform/db/migrate';
import type { Client } from 'pg';

import { generate } from '../generate/generate.ts';
import type { Scale } from '../scales.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { fillReports } from './reports.ts';
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
  /** The product's own database client, for building the floors. */
  db: Database;
  /** For reading the database. */
  client: Client;
  /** Providers, who see only the patients on whose care team they are. */
  sessions: OpenSession[];
  stop(): Promise<void>;
}

export interface WorldOptions {
  /** URL of the database server, as superuser. */
  serverUrl: string;
  scale: Scale;
  nodeArguments: readonly string[];
  role: string;
  say: (text: string) => void;
}

/** Creates a database, fills it and starts the product on it. */
export async function buildWorld(options: WorldOptions): Promise<World> {
  const { scale, say } = options;
  const databaseUrl = await makeDatabase(options.serverUrl, `bench_${scale.name.toLowerCase()}`);
  await migrate({ url: databaseUrl, log: silentLog });
  const client = await connect({ url: databaseUrl, applicationName: 'careloop-bench' });
  const startedAt = performance.now();
  say(`${scale.name}: filling the database`);
  await generate(client, scale);
  say(
    `${scale.name}: ${scale.patients.toLocaleString('en-US')} patients in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
  await fillReports(databaseUrl, client, (text) => say(`${scale.name}: ${text}`));
  const sessionSecret = randomBytes(32).toString('hex');
  const sessions = await openSessions(client, sessionSecret, chooseUsers(scale));
  const product = await startProduct({ ...options, databaseUrl, sessionSecret });
  const db = createDatabase({ url: databaseUrl, maxConnections: 4, applicationName: 'careloop-bench', log: silentLog });
  return {
    scale,
    databaseUrl,
    sessionSecret,
    product,
    db,
    client,
    sessions,
    async stop() {
      await product.stop();
      await db.destroy();
      await client.end();
    },
  };
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  const server = await connect({ url: serverUrl, applicationName: 'careloop-bench' });
  await server.query(`create database ${name}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Providers have the lowest numbers. */
function chooseUsers({ providers }: Scale): number[] {
  const everybody = Array.from({ length: providers }, (_, index) => index + 1);
  return new Random('users').some(everybody, Math.min(mostUsers, providers));
}
