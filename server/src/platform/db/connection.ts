import { Client } from 'pg';

import { valueParsers } from './values.ts';

export interface ConnectionOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  connectionTimeoutMs?: number;
}

/**
 * Opens a single connection outside the pool, as the login user: for migrations, COPY and benchmarks. The product's queries
 * go through createDatabase().
 */
export async function connect(options: ConnectionOptions): Promise<Client> {
  const client = new Client({
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    keepAlive: true,
    types: valueParsers,
  });
  // The current or next statement fails with the same error; without a listener the process would end.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Connects, does the work and closes the connection, even if the work fails. */
export async function withClient<T>(options: ConnectionOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(options);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
