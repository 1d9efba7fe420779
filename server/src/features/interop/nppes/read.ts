import { readCsv } from '../../../platform/files/csv.ts';
import { readItems } from '../reading/read.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';
import { nppesLimits } from './format.ts';
import { recordOfApi, recordOfFullRow, recordOfTrimmedRow } from './record.ts';

import type { Fields } from '../../../platform/files/csv.ts';
import type { NppesFormat } from './format.ts';
import type { NppesRecord, Unreadable } from './record.ts';

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
  for await (const { line, field } of readCsv(path, nppesLimits)) yield itemOf(line, recordOf(field));
}
