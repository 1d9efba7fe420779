import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openEmptyDatabase } from '../../../test/openEmptyDatabase.ts';
import type { OpenDatabase } from '../../../test/openEmptyDatabase.ts';
import type { Database } from './client.ts';
import { fixedStatement } from './fixedStatement.ts';

let open: OpenDatabase;
let database: Database;
beforeAll(async () => {
  open = await openEmptyDatabase();
  ({ database } = open);
});
afterAll(() => open.close());

interface Range {
  from: number;
  to: number;
  skipped: readonly number[];
}

test('each use gets the rows of its own values, and each variant is composed once', async () => {
  let composed = 0;
  const numbers = fixedStatement<Range, { number: number }, { isDescending: boolean }>((given, { isDescending }) => {
    composed += 1;
    return sql`select number from generate_series(${given.from}::int, ${given.to}::int) as number
      where number <> all(${given.skipped}::int[]) and number <> ${13}
      order by number ${isDescending ? sql`desc` : sql`asc`}`;
  });
  const find = async (range: Range, isDescending: boolean) =>
    (await numbers(database, range, { isDescending })).map(({ number }) => number);

  expect(await find({ from: 1, to: 4, skipped: [2] }, false)).toEqual([1, 3, 4]);
  expect(await find({ from: 12, to: 14, skipped: [] }, false)).toEqual([12, 14]);
  expect(await find({ from: 1, to: 3, skipped: [] }, true)).toEqual([3, 2, 1]);
  expect(await find({ from: 5, to: 6, skipped: [] }, true)).toEqual([6, 5]);
  expect(composed).toBe(2);
});

test('works in a transaction', async () => {
  const doubled = fixedStatement<{ number: number }, { double: number }>(
    (given) => sql`select ${given.number}::int * 2 as double`,
  );
  const rows = await database.transaction().execute((transaction) => doubled(transaction, { number: 21 }));
  expect(rows).toEqual([{ double: 42 }]);
});

test('refuses a composition that copies all values, because it does not know their names', async () => {
  const copied = fixedStatement<{ number: number }, unknown>((given) => sql`select ${{ ...given }.number}`);
  await expect(copied(database, { number: 1 })).rejects.toThrow('are named one by one');
});
