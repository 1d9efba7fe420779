import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { connect } from './connect.ts';
import { startProduct } from './product.ts';

export interface DatabaseServer {
  /** URL of the `postgres` database, as superuser. */
  url: string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that comes with the product, with its usual durability: acknowledged writes are on disk. Its product
 * stays idle beside the measured ones, which get databases of their own on it.
 */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const product = await startProduct({ role: 'web' });
  const [password, port] = await Promise.all(
    ['postgres.password', 'postgres.port'].map((name) => readFile(path.join(product.data, name), 'utf8')),
  );
  const url = `postgres://careloop:${password?.trim()}@127.0.0.1:${port?.trim()}/postgres`;
  const client = await connect(url);
  // The product itself connects by the Unix socket where there is one.
  const { rows } = await client.query<{ unix_socket_directories: string }>('show unix_socket_directories');
  await client.end();
  const folder = rows[0]?.unix_socket_directories ?? '';
  return { url: folder === '' ? url : `${url}?host=${encodeURIComponent(folder)}`, stop: () => product.stop() };
}
