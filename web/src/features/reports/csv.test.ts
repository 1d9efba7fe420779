import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('quotes cells that need it and escapes formulas', () => {
  expect(
    csvOf([
      ['Bell, "Ann"', 1.5, null],
      ['=1+1', -2, '＝1+1'],
    ]),
  ).toBe('"Bell, ""Ann""",1.5,\r\n\'=1+1,-2,\'＝1+1\r\n');
});
