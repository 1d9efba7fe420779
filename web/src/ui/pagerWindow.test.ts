import { expect, it } from 'vitest';
import { pagerWindow } from './pagerWindow.ts';

it.each([
  [1, 2, { pages: [1, 2], hasBefore: false, hasAfter: false }],
  [1, 9, { pages: [1, 2, 3, 4, 5], hasBefore: false, hasAfter: true }],
  [3, 9, { pages: [1, 2, 3, 4, 5], hasBefore: false, hasAfter: true }],
  [5, 9, { pages: [3, 4, 5, 6, 7], hasBefore: true, hasAfter: true }],
  [9, 9, { pages: [5, 6, 7, 8, 9], hasBefore: true, hasAfter: false }],
  [40, 9, { pages: [5, 6, 7, 8, 9], hasBefore: true, hasAfter: false }],
  [0, 9, { pages: [1, 2, 3, 4, 5], hasBefore: false, hasAfter: true }],
])('page %d of %d shows five links around it', (page, pageCount, shown) => {
  expect(pagerWindow(page, pageCount)).toEqual(shown);
});
