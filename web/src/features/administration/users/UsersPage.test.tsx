import { userTypeIds } from '@careloop/contracts/codes';
import { listUserTypes } from '@careloop/contracts/administration/userTypes';
import { typesPage } from '../../../../test/userTypes.ts';
import { getManagedUser, listManagedUsers, type ManagedUserRow } from '@careloop/contracts/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { managedUser, ownClients } from '../../../../test/managedUser.ts';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { usersSearch } from './search.ts';
import { UsersPage } from './UsersPage.tsx';

const route = { path: '/Users', validateSearch: usersSearch, component: UsersPage };
const row: ManagedUserRow = {
  userId: 4,
  fullName: 'Sorensen, Ingrid',
  username: 'isorensen',
  userTypeId: userTypeIds.office_user,
  userTypeName: 'Office User',
  email: 'ingrid@example.org',
  clients: ['North Clinic'],
  state: 'locked',
  lastSignInAt: null,
};

beforeEach(() => signIn({ user: { clients: [...ownClients] }, permissions: ['ManageUsers'] }));

test('filters and search are in the address and decide who is listed', async () => {
  const calls = serve(
    answer(listUserTypes, typesPage()),
    answer(listManagedUsers, ({ userTypeId }) => {
      const items = userTypeId === String(userTypeIds.provider) ? [] : [row];
      return { items, totalItemCount: items.length, hasMore: false };
    }),
  );
  const { user, history } = renderScreen(route, '/Users');
  const cells = within(await screen.findByRole('row', { name: /Sorensen, Ingrid/ }));
  for (const text of ['isorensen', 'Office User', 'Locked (inactivity)', 'Never']) {
    expect(cells.getByText(text)).toBeVisible();
  }
  expect(screen.getByText('1 user')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Account' }));
  await user.click(await screen.findByRole('option', { name: 'Locked (inactivity)' }));
  await waitFor(() => expect(history.location.search).toBe('?state=locked'));
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Provider' }));
  expect(await screen.findByText('No user matches these filters')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Enrollment' }));
  await user.click(await screen.findByRole('option', { name: 'Request Sent' }));
  await user.type(screen.getByRole('searchbox', { name: 'Find user' }), 'soren{Enter}');
  await waitFor(() =>
    expect(history.location.search).toBe('?state=locked&userTypeId=1&enrollmentStatus=1&searchTerm=soren'),
  );
  await waitFor(() =>
    expect(inputsOf(calls, listManagedUsers).at(-1)).toEqual({
      searchTerm: 'soren',
      userTypeId: '1',
      state: 'locked',
      enrollmentStatus: '1',
      page: '1',
    }),
  );
});

test('a name opens the account, which is in the address', async () => {
  serve(
    answer(listUserTypes, typesPage()),
    answer(listManagedUsers, { items: [row], totalItemCount: 1, hasMore: false }),
    answer(getManagedUser, managedUser),
  );
  const { user, history } = renderScreen(route, '/Users?state=locked');
  await user.click(await screen.findByRole('link', { name: 'Sorensen, Ingrid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sorensen, Ingrid' }));
  expect(history.location.search).toBe('?state=locked&userId=4');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(history.location.search).toBe('?state=locked'));
});
