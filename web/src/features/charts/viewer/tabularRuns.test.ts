import { expect, test } from 'vitest';
import { tabularRuns } from './tabularRuns.ts';

const prose = 'Sodium is low.  Repeat it in a week, and call the office if the patient feels worse.\n';
const table = 'Sodium           131  L   mmol/L   135-145\n----------------------\nPotassium\t4.2\n\n';

test('lines with columns and rules are tabular, sentences are prose', () => {
  expect(tabularRuns(prose + table + prose)).toEqual([
    { at: 0, text: prose, isTabular: false },
    { at: prose.length, text: table, isTabular: true },
    { at: prose.length + table.length, text: prose, isTabular: false },
  ]);
});

test('an indented line is prose', () => {
  expect(tabularRuns('        <name>Chen, Robert</name>')[0]?.isTabular).toBe(false);
});

test('the runs are the whole text, with any line ends', () => {
  const text = `${table.replaceAll('\n', '\r\n')}${prose}Signed`;
  expect(
    tabularRuns(text)
      .map((run) => run.text)
      .join(''),
  ).toBe(text);
});
