import { readCsv } from '../../../platform/files/csv.ts';
import { readItems } from '../reading/read.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';
import { nppesLimits } from './format.ts';
import { recordOfApi, recordOfFullRow, recordOfTrimmedRow, unreadOfApi } from './record.ts';

import type { Fields } from '../../../platform/files/csv.ts';
import type { NppesFormat } from './format.ts';
import type { NppesRecord, Unreadable } from './record.ts';

/** A record with its line number or index, starting at 1. */
export type NppesItem = { number: number } & ({ record: NppesRecord } | Unreadable);

/** Called with the number of values of one kind that are not kept. */
type Leave = (kind: string, howMany: number) => void;

const named = (part: string): string => `NPPES: ${part}`;

/** Reads the records of a file one at a time, in constant memory. @throws UnreadableFile */
export async function* readNppes(
  path: string,
  format: Exclude<NppesFormat, 'taxonomy'>,
  leave: Leave,
): AsyncGenerator<NppesItem> {
  const items =
    format === 'api'
      ? readApi(path, leave)
      : readRows(path, format === 'full' ? recordOfFullRow : recordOfTrimmedRow, leave);
  for await (const item of items) {
    const others = 'record' in item && item.record.kind !== 'deactivated' ? item.record.otherTaxonomies : 0;
    if (others > 0) leave(named('taxonomy beside the primary one'), others);
    yield item;
  }
}

const isUnreadable = (made: NppesRecord | Unreadable): made is Unreadable => 'problem' in made;

const itemOf = (number: number, made: NppesRecord | Unreadable): NppesItem =>
  isUnreadable(made) ? { number, ...made } : { number, record: made };

async function* readApi(path: string, leave: Leave): AsyncGenerator<NppesItem> {
  for await (const item of readItems(path, nppesLimits)) {
    if ('problem' in item) throw new UnreadableFile(item.problem);
    const results = (item.json as { results?: unknown }).results;
    if (!Array.isArray(results)) throw new UnreadableFile('is an NPPES API response without results');
    for (const [index, result] of results.entries()) {
      for (const [name, howMany] of unreadOfApi(result)) if (howMany > 0) leave(named(name), howMany);
      yield itemOf(index + 1, recordOfApi(result));
    }
  }
}

/** The columns that no row asks for are those that the first row does not ask for: every row is read alike. */
async function* readRows(path: string, recordOf: (field: Fields) => NppesRecord | Unreadable, leave: Leave) {
  let unread: [position: number, name: string][] | undefined;
  for await (const { line, field, cells, columns } of readCsv(path, nppesLimits)) {
    const asked = new Set<string>();
    const made = recordOf(
      unread !== undefined
        ? field
        : (name) => {
            asked.add(name);
            return field(name);
          },
    );
    // Columns of one kind, such as Other Provider Identifier_1 to _50, have one name.
    unread ??= [...columns]
      .filter(([name]) => name !== '' && !asked.has(name))
      .map(([name, position]) => [position, named(name.replace(/_\d+$/, ''))]);
    for (const [position, name] of unread) if ((cells[position] ?? '') !== '') leave(name, 1);
    yield itemOf(line, made);
  }
}
