import { describe, expect, test } from 'vitest';

import { StatementNames } from './statements.ts';

function nameAfterTwoUses(names: StatementNames, text: string, hasValues = true): string | undefined {
  names.nameFor(text, hasValues);
  return names.nameFor(text, hasValues);
}

describe('statement names', () => {
  test('a text gets a unique name on its second use and keeps it', () => {
    const names = new StatementNames();
    expect(names.nameFor('select 1', true)).toBeUndefined();
    const name = names.nameFor('select 1', true);
    expect(name).toMatch(/^careloop_/);
    expect(names.nameFor('select 1', true)).toBe(name);
    expect(nameAfterTwoUses(names, 'select 2')).not.toBe(name);
    expect(nameAfterTwoUses(new StatementNames(), 'select 1')).toBe(name);
  });

  test('a long text gets its name on its fifth use', () => {
    const names = new StatementNames();
    const text = `select 1 ${'or $1 '.repeat(1_500)}`;
    const used = Array.from({ length: 5 }, () => names.nameFor(text, true));
    expect(used.map((name) => name !== undefined)).toEqual([false, false, false, false, true]);
  });

  test('names are at most 63 bytes, because PostgreSQL truncates longer ones', () => {
    const name = nameAfterTwoUses(new StatementNames(), 'select 1') ?? '';
    expect(`${name}_99`.length).toBeLessThanOrEqual(63);
  });

  test('the number of named texts is limited, and named texts keep their names', () => {
    const names = new StatementNames(2);
    const [first, second, third] = ['select 1', 'select 2', 'select 3'].map((text) => nameAfterTwoUses(names, text));
    expect([first, second].every((name) => name !== undefined)).toBe(true);
    expect(third).toBeUndefined();
    expect(names.nameFor('select 1', true)).toBe(first);
  });

  test('the total length of named texts is limited', () => {
    const names = new StatementNames(400, 20);
    expect(nameAfterTwoUses(names, 'select 1')).toBeDefined();
    expect(nameAfterTwoUses(names, 'select 1, 2, 3, 4')).toBeUndefined();
    expect(nameAfterTwoUses(names, 'select 2')).toBeDefined();
  });

  test('many texts used once do not permanently keep others from being named', () => {
    const names = new StatementNames();
    for (let number = 0; number < 5_000; number += 1) names.nameFor(`select ${number}`, true);
    expect(nameAfterTwoUses(names, 'select often')).toBeDefined();
  });

  test.each([
    ['a definition', 'create table a (x int)', false],
    ['a transaction', 'begin', false],
    ['a copy', 'copy a from stdin', false],
    ['several statements', 'select 1; select 2', false],
    ['a bulk insert', `insert into a values ${'($1), '.repeat(5_000)}`, true],
  ])('%s has none', (_, text, hasValues) => {
    expect(nameAfterTwoUses(new StatementNames(), text, hasValues)).toBeUndefined();
  });

  test.each([
    '  select 1',
    'with a as (select 1) select * from a',
    'UPDATE a set x = 1',
    'merge into a using b on true',
  ])('%s has one', (text) => expect(nameAfterTwoUses(new StatementNames(), text)).toBeDefined());
});
