import { expect, test } from 'vitest';
import { codeInWords, formatPartialDay, typedPartialDay } from './words.ts';

test('a day is shown as exactly as it was stated', () => {
  expect(['2026-03-14', '2026-03', '2026', null].map(formatPartialDay)).toEqual(['3/14/26', '3/2026', '2026', null]);
  expect(['2026-03-14', '2026-03', '2026', null].map(typedPartialDay)).toEqual(['3/14/2026', '3/2026', '2026', '']);
});

test('a code names its system if people know it', () => {
  expect(codeInWords({ code: '860975', codeSystem: 'http://www.nlm.nih.gov/research/umls/rxnorm' })).toBe(
    'RxNorm 860975',
  );
  expect(codeInWords({ code: 'L1', codeSystem: 'urn:local' })).toBe('L1');
  expect(codeInWords({ code: null, codeSystem: null })).toBeNull();
});
