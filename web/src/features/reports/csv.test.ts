import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('quotes what needs it and keeps formulas texts', () => {
  expect(
    csvOf([
      ['Bell, "Ann"', 1.5, null],
      ['=1+1', -2, 'plain'],
    ]),
  ).toBe('"Bell, ""Ann""",1.5,\r\n\'=1+1,-2,plain\r\n');
});
