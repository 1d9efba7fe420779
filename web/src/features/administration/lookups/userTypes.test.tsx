import {
  getUserType,
  listUserTypes,
  userTypeTexts,
  type UserTypeEntry,
} from '@careloop/contracts/administration/userTypes';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../../../test/page.tsx';
import { answer, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { LookupsPage } from './LookupsPage.tsx';
import { lookupsSearch } from './search.ts';

const route = { path: '/Lookups', validateSearch: lookupsSearch, component: LookupsPage };
const builtIn: UserTypeEntry = {
  id: 1,
  name: 'Provider',
  userType: 'provider',
  clientId: null,
  clientName: null,
  permissions: ['Messages'],
  userCount: 4,
  isArchived: false,
  version: 1,
  can: { save: userTypeTexts.builtIn, remove: userTypeTexts.builtIn },
};

beforeEach(() => signIn({ permissions: ['ManageSite', 'Messages'] }));

test('a built-in user type is shown without errors, and cannot be edited', async () => {
  serve(answer(listUserTypes, { items: [builtIn], totalItemCount: 1, hasMore: false }), answer(getUserType, builtIn));
  const { user } = renderScreen(route, '/Lookups?tab=userTypes');
  await user.click(await screen.findByRole('link', { name: 'Provider' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Provider' }));
  expect(await dialog.findByText(userTypeTexts.builtIn)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  expect(dialog.getByRole('checkbox', { name: 'Messages' })).toBeDisabled();
  // Its kind is none of those that a client's own type can have.
  expect(dialog.queryByText('Invalid value')).toBeNull();
});
