import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { findUsers } from './users.ts';

it.each([
  ['an unknown sort order', 'sortBy', 'Age'],
  ['no page', 'page', '0'],
  ['a page longer than 50', 'pageSize', '51'],
  ['a term longer than 100 characters', 'searchTerm', 'a'.repeat(101)],
  ['an invalid number', 'userIds', 'Zabel'],
  ['an unknown permission', 'requiredPermission', 'Anything'],
])('a search for users is refused with %s', (_what, name, value) => {
  const fields = Object.keys(inputErrors(findUsers, { [name]: value }));
  expect(fields.map((field) => field.split('.')[0])).toEqual([name]);
});
