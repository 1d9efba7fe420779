import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openEmptyDatabase } from '../../../test/openEmptyDatabase.ts';
import type { OpenDatabase } from '../../../test/openEmptyDatabase.ts';
import type { Database } from './client.ts';
import { withClient } from './connection.ts';
import { sharedStatement } from './sharedStatement.ts';

let open: OpenDatabase;
let database: Database;
beforeAll(async () => {
  open = await openEmptyDatabase({ maxConnections: 2 });
  ({ database } = open);
  await withClient({ url: open.url, applicationName: 'shared-statement-test' }, (client) =>
    client.query('create table divisor (value int); grant select, insert on divisor to public'),
  );
});
afterAll(() => open.close());

interface Asked {
  dividend: number;
  divisor: number;
  allowed: readonly number[];
}

interface Quotient {
  quotient: number;
  /** Its transaction: the same for all rows of an execution. */
  execution: string;
}

/** The multiples of a quotient that are allowed, largest first; fails for a divisor of zero. */
const divide = sharedStatement<Asked, Quotient>(
  { dividend: 'bigint', divisor: 'bigint', allowed: 'bigint[]' },
  (given) => sql`select q as quotient, pg_current_xact_id()::text as execution
    from (select (${given.dividend}::int / ${given.divisor}::int) * factor as q from generate_series(1, 3) as factor offset 0) as divided
    where q = any(${given.allowed}::bigint[]) order by q desc`,
);

const asked = (dividend: number, divisor: number, ...allowed: number[]): Asked => ({ dividend, divisor, allowed });

test('calls of one moment share an execution, and each gets the rows of its own values in their order', async () => {
  const found = await Promise.all([
    divide(database, asked(8, 2, 1, 4, 8, 12)),
    divide(database, asked(9, 3, 4)),
    divide(database, asked(9, 3, 3)),
    divide(database, asked(5, 5)),
    divide(database, asked(-7, 7, -3, -2, -1)),
  ]);
  expect(found.map((rows) => rows.map(({ quotient }) => quotient))).toEqual([[12, 8, 4], [], [3], [], [-1, -2, -3]]);
  expect(new Set(found.flat().map(({ execution }) => execution)).size).toBe(1);
});

test('a row has only its own columns, alone and with others', async () => {
  const alone = await divide(database, asked(8, 2, 4));
  const together = await Promise.all([divide(database, asked(8, 2, 4)), divide(database, asked(6, 2, 3))]);
  for (const row of [...alone, ...together.flat()]) expect(Object.keys(row)).toEqual(['quotient', 'execution']);
});

test('more calls than fit in an execution are all answered', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
  const found = await Promise.all(numbers.map((number) => divide(database, asked(number * 3, 3, number))));
  expect(found.map((rows) => rows.map(({ quotient }) => quotient))).toEqual(numbers.map((number) => [number]));
  expect(new Set(found.flat().map(({ execution }) => execution)).size).toBe(4);
});

test('one call that fails leaves the others their rows', async () => {
  const settled = await Promise.allSettled([
    divide(database, asked(8, 2, 4)),
    divide(database, asked(1, 0, 1)),
    divide(database, asked(9, 3, 3)),
  ]);
  expect(settled).toMatchObject([
    { status: 'fulfilled', value: [{ quotient: 4 }] },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: [{ quotient: 3 }] },
  ]);
});

test('calls of different variants, or without a value, do not mix', async () => {
  const named = sharedStatement<{ name: string | null }, { name: string | null }, { isLoud: boolean }>(
    { name: 'text' },
    (given, { isLoud }) => sql`select ${isLoud ? sql`upper(${given.name}::text)` : sql`${given.name}::text`} as name`,
  );
  const quiet = { isLoud: false };
  const found = await Promise.all([
    named(database, { name: 'a, {b}' }, quiet),
    named(database, { name: 'a' }, { isLoud: true }),
    named(database, { name: null }, quiet),
    named(database, { name: '"' }, quiet),
  ]);
  expect(found.map(([row]) => row?.name)).toEqual(['a, {b}', 'A', null, '"']);
});

test('in a transaction a call sees its changes, and shares with nobody', async () => {
  const ofTable = sharedStatement<{ dividend: number }, { quotient: number }>(
    { dividend: 'bigint' },
    (given) => sql`select ${given.dividend}::int / value as quotient from divisor`,
  );
  const found = await database.transaction().execute(async (transaction) => {
    await sql`insert into divisor values (2)`.execute(transaction);
    return await Promise.all([ofTable(transaction, { dividend: 8 }), ofTable(database, { dividend: 8 })]);
  });
  expect(found).toEqual([[{ quotient: 4 }], []]);
});
