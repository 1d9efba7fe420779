import { expect, test } from 'vitest';

import { withoutHandlers } from './withoutHandlers.ts';

test.each([
  ['<p onclick="a()">x</p>', '<p x-onclick="a()">x</p>'],
  ['<img src=x ONERROR=a() alt="onset = 3">', '<img src=x x-ONERROR=a() alt="onset = 3">'],
  ["<svg/onload='a()'><b/on=1>", "<svg/x-onload='a()'><b/x-on=1>"],
  ['<p title=">" onclick>', '<p title=">" x-onclick>'],
  ['<p\nid\n=\n"1"onclick=a>', '<p\nid\n=\n"1"x-onclick=a>'],
  ['<br><p =onclick=1 a=/ onclick=1 />', '<br><p =onclick=1 a=/ x-onclick=1 />'],
])('%s', (given, wanted) => {
  expect(withoutHandlers(given)).toBe(wanted);
});

test.each([
  'onset = 3 days, 2 < 3 and onclick="a()"',
  '<!-- <p title=" --> onset="1" <b>on=1</b>',
  '<p>on="1"</p onclick>',
  '<p title="onclick=a()',
  '<',
  '',
])('%s stays as it is', (text) => {
  expect(withoutHandlers(text)).toBe(text);
});

test('is done at once with markup that never ends', () => {
  const endless = '<a "'.repeat(200_000);
  expect(withoutHandlers(endless)).toBe(endless);
});
