import { from, to } from 'pg-copy-streams';

import type { Readable, Writable } from 'node:stream';
import type { Client } from 'pg';

/** A query's rows in COPY text format, one line per row. */
export function copyOut(client: Client, query: string): Readable {
  return client.query(to(`copy (${query}) to stdout`));
}

/** Loads COPY text into columns of a table. */
export function copyIn(client: Client, table: string, columns: readonly string[]): Writable {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return client.query(from(`copy ${table} (${list}) from stdin`));
}
