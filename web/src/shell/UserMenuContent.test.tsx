import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { routed } from '../../test/routed.tsx';
import { dispatch } from '../session/gateStore.ts';
import { sessionOf, type Context } from '../session/session.ts';
import { UserMenuContent } from './UserMenuContent.tsx';

/** Opens the menu of a user who may act for people named "Doctor 1" and so on. */
async function open(count: number, address?: string) {
  const usersToImpersonate = Array.from({ length: count }, (_, index) => {
    return { proxiedUserId: index + 2, firstName: 'Doctor', lastName: String(index + 1) };
  });
  const user = { userId: 1, firstName: 'Nora', lastName: 'Reyes', userType: 'office_user', usersToImpersonate };
  const context = { user, permissions: [], features: [], healthcareOrganization: null, clientOrganization: null };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const menu = { opened: true, onChange: () => undefined };
  const { page, history } = routed(() => <UserMenuContent target={<button>Nora</button>} menu={menu} />, address);
  const keys = renderComponent(page);
  return { menu: within(await screen.findByRole('menu')), keys, history };
}

test('more than eight people to work as can be searched', async () => {
  const { menu, keys, history } = await open(12);
  expect(menu.getAllByRole('menuitemradio', { name: /^Doctor/ })).toHaveLength(12);
  await keys.type(menu.getByRole('searchbox', { name: 'Find a person to work as' }), 'doctor 11');
  expect(menu.getAllByRole('menuitemradio', { name: /^Doctor/ })).toHaveLength(1);
  await keys.click(menu.getByRole('menuitemradio', { name: 'Doctor 11' }));
  await expect.poll(() => history.location.href).toBe('/?onBehalfOfUserId=12');
});

test('eight people are only listed', async () => {
  const { menu } = await open(8);
  expect(menu.getAllByRole('menuitemradio', { name: /^Doctor/ })).toHaveLength(8);
  expect(menu.queryByRole('searchbox')).toBeNull();
});

test('changing the person keeps the tab and simple filters, and drops everything with an id', async () => {
  const address = '/Profile?tab=2&includeArchived=true&status=3&patientId=5&conversationKey=one&searchTerm=Okafor';
  const { menu, keys, history } = await open(1, address);
  await keys.click(menu.getByRole('menuitemradio', { name: 'Doctor 1' }));
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(history.location.search)))
    .toEqual({ tab: '2', includeArchived: 'true', status: '3', onBehalfOfUserId: '2' });
});
