import { expect, it } from 'vitest';
import { parseSearch, referralsSearch, stringifySearch, workQueuesSearch } from './search.ts';

it('keeps a search for digits a text, and numbers numbers', () => {
  const search = referralsSearch.parse(parseSearch('?searchTerm=0123&referralId=7&direction=2'));
  expect(search).toMatchObject({ searchTerm: '0123', referralId: 7, direction: 2 });
});

it('takes what is no good for left out', () => {
  expect(referralsSearch.parse(parseSearch('?status=lost&referralId=-1&direction=9'))).toEqual({});
  expect(workQueuesSearch.parse(parseSearch('?page=two&sortBy=__proto__'))).toEqual({});
});

it('writes readable addresses without empty parts', () => {
  expect(stringifySearch({ searchTerm: 'de la Fuente', page: 2, status: undefined, x: '' })).toBe(
    '?searchTerm=de+la+Fuente&page=2',
  );
  expect(stringifySearch({})).toBe('');
});
