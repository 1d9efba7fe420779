import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { from } from 'pg-copy-streams';
import type { ClientBase } from 'pg';

import type { Row, Value } from './table.ts';

const chunkLength = 128 * 1024;

/**
 * Writes rows with COPY FREEZE. The table must have been truncated in the same transaction: the rows are then written
 * as a vacuum would leave them, and no vacuum runs later during a measurement.
 * @returns the columns, in the order of the first row
 */
export async function copyRows(client: ClientBase, table: string, rows: Iterable<Row>): Promise<string[]> {
  const [first] = rows;
  const columns = Object.keys(first ?? {});
  if (columns.length === 0) return columns;
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = client.query(from(`copy ${client.escapeIdentifier(table)} (${list}) from stdin with (freeze)`));
  await pipeline(Readable.from(textOf(rows, columns), { objectMode: true, highWaterMark: 4 }), copy);
  return columns;
}

/** The rows in COPY's text format, in chunks large enough to be efficient. */
function* textOf(rows: Iterable<Row>, columns: readonly string[]): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${columns.map((column) => cellOf(row[column])).join('\t')}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function cellOf(value: Value | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (character) => `\\${character}`);
  return value instanceof Date ? value.toISOString() : String(value);
}
