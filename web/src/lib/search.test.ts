import { expect, it } from 'vitest';
import { z } from 'zod';
import { integer, parseSearch, stringifySearch, text } from './search.ts';

const search = z.object({
  searchTerm: text,
  page: integer(1),
  direction: integer(1, 3),
  sortBy: z.enum(['name']).optional().catch(undefined),
});

it('keeps a search for digits as text, and parses numbers', () => {
  expect(search.parse(parseSearch('?searchTerm=0123&page=7&direction=2'))).toEqual({
    searchTerm: '0123',
    page: 7,
    direction: 2,
  });
});

it('ignores invalid values', () => {
  expect(search.parse(parseSearch('?sortBy=lost&page=-1&direction=9'))).toEqual({});
  expect(search.parse(parseSearch('?page=two&sortBy=__proto__'))).toEqual({});
});

it('writes readable query strings without empty values', () => {
  expect(stringifySearch({ searchTerm: 'de la Fuente', page: 2, status: undefined, x: '' })).toBe(
    '?searchTerm=de+la+Fuente&page=2',
  );
  expect(stringifySearch({})).toBe('');
});
