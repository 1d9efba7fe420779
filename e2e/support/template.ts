import { randomBytes } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';

import { startThrowawayPostgres } from '@careloop/server/src/platform/db/throwaway';
import { cloneDatabase, createTemplate } from '@careloop/server/test/cloneDatabase';

import { makeDataDir, startProduct } from './product.ts';
import type { Product, ProductOptions, StartProduct } from './product.ts';

// The demo organization is created once per run. Each journey file has its own product on a copy of the database and
// documents, so that files can run in any order and in any number of workers.

const templateName = 'journeys_template';
const variables = { postgresUrl: 'JOURNEYS_POSTGRES_URL', dataDir: 'JOURNEYS_DATA_DIR' };
const sessionSecret = 'the secret of the demo organization of the journeys';

export interface CopiedProduct extends Product {
  databaseUrl: string;
}

/** Creates the demo organization of this run and tells the workers where it is. Returns a function that removes it. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres();
  const dataDir = await makeDataDir();
  const remove = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(server.url, templateName, async (url) => {
      const product = await startProduct(dataDir, { env: { DATABASE_URL: url, SESSION_SECRET: sessionSecret } });
      await product.stop();
    });
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[variables.postgresUrl] = server.url;
  process.env[variables.dataDir] = dataDir;
  return remove;
}

/** Starts the product on a copy of the demo organization; stopping it removes the copy. */
export async function startProductOnCopy(
  options: ProductOptions = {},
  start: StartProduct = startProduct,
): Promise<CopiedProduct> {
  const name = `journeys_${randomBytes(6).toString('hex')}`;
  const database = await cloneDatabase(valueOf(variables.postgresUrl), templateName, name);
  const dataDir = await makeDataDir();
  await cp(valueOf(variables.dataDir), dataDir, { recursive: true });
  const env = { DATABASE_URL: database.url, SESSION_SECRET: sessionSecret, ...options.env };
  const product = await start(dataDir, { ...options, env });
  return {
    ...product,
    databaseUrl: database.url,
    async stop() {
      const log = await product.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      return log;
    },
  };
}

function valueOf(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run the journeys by Playwright`);
  return value;
}
