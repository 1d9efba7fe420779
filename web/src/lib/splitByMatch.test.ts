import { expect, test } from 'vitest';

import { splitByMatch } from './splitByMatch.ts';

const found = (text: string, term: string) => splitByMatch(text, term).filter((_part, index) => index % 2 === 1);

test.each([
  ['José and JOSE', 'jose', ['José', 'JOSE']],
  ['Jose\u0301, then', 'josé', ['Jose\u0301']],
  ['Straße, STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['straße', 'STRAßE', ['straße']],
  ['Łukasz', 'luk', ['Łuk']],
  ['İstanbul', 'istanbul', ['İstanbul']],
  ['100% (of) [it]', '(of) [', ['(of) [']],
  ['👩‍👩‍👧 é 👩‍👩‍👧', 'e', ['é']],
  ['ΟΔΟΣ οδός', 'οδος', ['ΟΔΟΣ', 'οδός']],
  ['한국', '한', ['한']],
  ['한국', '하', ['한']],
  ['aaa', 'aa', ['aa']],
  ['nothing', 'x', []],
  ['nothing', '\u0301\u0301', []],
])('in %j %j marks %j', (text, term, marked) => {
  expect(found(text, term)).toEqual(marked);
  expect(splitByMatch(text, term).join('')).toBe(text);
});

test('keeps an accent with its letter', () => {
  expect(splitByMatch('Pe\u0301rez', 'pe')).toEqual(['', 'Pe\u0301', 'rez']);
});
