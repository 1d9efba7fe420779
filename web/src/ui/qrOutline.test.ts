import { expect, test } from 'vitest';
import { outlineOf } from './qrOutline.ts';

test('draws each run of dark squares in a row as one bar', () => {
  const [dark, light] = [true, false];
  expect(
    outlineOf([
      [dark, dark, light, dark],
      [light, light, light, light],
      [light, dark, dark, dark],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z');
});
