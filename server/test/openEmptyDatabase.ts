import { createDatabase } from '../src/platform/db/client.ts';
import type { Database } from '../src/platform/db/client.ts';
import { silentLog } from '../src/platform/db/log.ts';
import { createEmptyDatabase } from './database.ts';

export interface OpenDatabase {
  url: string;
  database: Database;
  close(): Promise<void>;
}

/** Creates a database without tables, and the product's client for it, which connects at its first use. */
export async function openEmptyDatabase({
  maxConnections = 1,
  applicationName = 'careloop-test',
} = {}): Promise<OpenDatabase> {
  const empty = await createEmptyDatabase();
  const { url } = empty;
  const database = createDatabase({ url, maxConnections, applicationName, log: silentLog });
  return {
    url,
    database,
    async close() {
      await database.destroy();
      await empty.drop();
    },
  };
}
