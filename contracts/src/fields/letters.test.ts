import { expect, test } from 'vitest';

import { plainLetters } from './letters.ts';

test.each([
  ['Łukasz', 'lukasz'],
  ['Sørensen', 'sorensen'],
  ['GROẞ', 'gross'],
  ['Müller-Lüdenscheidt', 'muller-ludenscheidt'],
  ['Đặng', 'dang'],
  ['Æsa Þórðardóttir', 'aesa thordardottir'],
  ['Işık', 'isik'],
  ['İpek', 'ipek'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['김', '김'.normalize('NFD')],
])('%s is compared as %s', (text, plain) => {
  expect(plainLetters(text)).toBe(plain);
});
