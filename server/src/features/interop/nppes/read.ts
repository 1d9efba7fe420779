import { Readable } from 'node:stream';

import { parse } from 'csv-parse';

import { readBytes } from '../files/bytes.ts';
import { readItems } from '../files/read.ts';
import { UnreadableFile } from '../files/unreadable.ts';
import { nppesLimits } from './format.ts';
import { recordOfApi, recordOfFullRow, recordOfTrimmedRow } from './record.ts';

import type { NppesFormat } from './format.ts';
import type { Fields, NppesRecord, Unreadable } from './record.ts';

/** A record with its line number or index, starting at 1. */
export type NppesItem = { number: number } & ({ record: NppesRecord } | Unreadable);

/** Reads the records of a file one at a time, in constant memory. @throws UnreadableFile */
export async function* readNppes(path: string, format: Exclude<NppesFormat, 'taxonomy'>): AsyncGenerator<NppesItem> {
  if (format === 'api') yield* readApi(path);
  else yield* readRows(path, format === 'full' ? recordOfFullRow : recordOfTrimmedRow);
}

const isUnreadable = (made: NppesRecord | Unreadable): made is Unreadable => 'problem' in made;

const itemOf = (number: number, made: NppesRecord | Unreadable): NppesItem =>
  isUnreadable(made) ? { number, ...made } : { number, record: made };

async function* readApi(path: string): AsyncGenerator<NppesItem> {
  for await (const item of readItems(path, nppesLimits)) {
    if ('problem' in item) throw new UnreadableFile(item.problem);
    const results = (item.json as { results?: unknown }).results;
    if (!Array.isArray(results)) throw new UnreadableFile('is an NPPES API response without results');
    for (const [index, result] of results.entries()) yield itemOf(index + 1, recordOfApi(result));
  }
}

async function* readRows(path: string, recordOf: (field: Fields) => NppesRecord | Unreadable) {
  for await (const { line, field } of readCsv(path)) yield itemOf(line, recordOf(field));
}

/** Rows of a CSV file with a header; fields are read by column name. @throws UnreadableFile */
export async function* readCsv(path: string): AsyncGenerator<{ line: number; field: Fields }> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  });
  const bytes = Readable.from(readBytes(path, nppesLimits));
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  let columns: Map<string, number> | undefined;
  try {
    for await (const row of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const { record, info } = row;
      if (columns === undefined) columns = new Map(record.map((name, index) => [name.trim(), index]));
      else yield { line: info.lines, field: fieldsOf(record, columns) };
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`is not a complete CSV file (${(error as Error).message})`);
  } finally {
    bytes.destroy();
  }
}

function fieldsOf(record: readonly string[], columns: ReadonlyMap<string, number>): Fields {
  return (name) => {
    const index = columns.get(name);
    return (index === undefined ? undefined : record[index])?.trim() || null;
  };
}
