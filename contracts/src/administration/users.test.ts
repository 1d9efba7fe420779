import { userTypeIds } from '../codes.ts';
import { expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { saveManagedUser } from './users.ts';

const password = 'a long enough password';
const account = {
  userTypeId: userTypeIds.office_user,
  firstName: 'Ada',
  lastName: 'Kowalczyk',
  username: 'akowalczyk',
  email: 'ada.k@example.org',
  clientIds: [1],
  password,
};

it.each([
  [{}, {}],
  [{ confirmPassword: 'another' }, { confirmPassword: 'Password and Confirm Password must match' }],
  [{ password: '' }, { password: 'Password is required' }],
  [{ password: undefined, passwordWasChanged: true }, { password: 'Password is required' }],
  [{ password: 'x'.repeat(76) }, { password: 'Password cannot exceed 75 characters' }],
])('a new user with %j', (fields, errors) => {
  expect(inputErrors(saveManagedUser, { ...account, ...fields })).toEqual(errors);
});
