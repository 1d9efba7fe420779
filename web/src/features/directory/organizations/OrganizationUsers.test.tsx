import type { FoundUser } from '@careloop/contracts/directory/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { OrganizationUsers } from './OrganizationUsers.tsx';

afterEach(() => vi.unstubAllGlobals());

const userOf = (userId: number): FoundUser => ({
  userId,
  firstName: 'Nora',
  lastName: `Number ${userId}`,
  fullName: `Number ${userId}, Nora`,
  userType: 'office_user',
  specialtyName: null,
  organizationName: null,
  isActiveOnCareTeam: null,
});
const users = Array.from({ length: 51 }, (_, index) => userOf(index + 1));

test('every user that the heading counts can be reached', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    const search = new URLSearchParams(path.slice(path.indexOf('?')));
    const [page, size] = [Number(search.get('page')), Number(search.get('pageSize'))];
    const items = users.slice((page - 1) * size, page * size);
    return Response.json({ wasSuccessful: true, items, totalItemCount: users.length });
  });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OrganizationUsers healthcareOrganizationId={7} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: /^Users\s?51$/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Number 51, Nora')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});
