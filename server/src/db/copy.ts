import { from, to } from 'pg-copy-streams';

import type { Readable, Writable } from 'node:stream';
import type { Client } from 'pg';

/** What a query answers, as COPY's text: a line for each row. */
export function copyOut(client: Client, query: string): Readable {
  return client.query(to(`copy (${query}) to stdout`));
}

/** Takes COPY's text into columns of a table. */
export function copyIn(client: Client, table: string, columns: readonly string[]): Writable {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return client.query(from(`copy ${table} (${list}) from stdin`));
}
