import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEmptyDatabase } from '../../../test/database.ts';
import { withClient } from './connection.ts';

import type { TestDatabase } from '../../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

async function valueOf(expression: string): Promise<unknown> {
  return await withClient({ url: database.url, applicationName: 'test' }, async (client) => {
    const result = await client.query<{ value: unknown }>(`select ${expression} as value`);
    return result.rows[0]?.value;
  });
}

describe('values from the database', () => {
  test('int8 is a number, up to the largest exact one', async () => {
    expect(await valueOf('9007199254740991::int8')).toBe(9_007_199_254_740_991);
    expect(await valueOf('array[1, null, -2]::int8[]')).toEqual([1, null, -2]);
  });

  test('an int8 that a number cannot hold fails instead of being rounded', async () => {
    await expect(valueOf('9007199254740992::int8')).rejects.toThrow('9007199254740992');
    await expect(valueOf('array[9007199254740993]::int8[]')).rejects.toThrow(RangeError);
  });

  test('a date stays plain text, whatever the time zone', async () => {
    expect(await valueOf("'1950-02-28'::date")).toBe('1950-02-28');
    expect(await valueOf("array['1950-02-28', null]::date[]")).toEqual(['1950-02-28', null]);
  });

  test('timestamptz is a Date, numeric a number, null stays null', async () => {
    expect(await valueOf("'2026-01-02 03:04:05.678+00'::timestamptz")).toEqual(new Date('2026-01-02T03:04:05.678Z'));
    expect(await valueOf('12.50::numeric')).toBe(12.5);
    expect(await valueOf('null::int8')).toBeNull();
  });
});
