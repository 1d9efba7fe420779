import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { OrganizationsPage } from './OrganizationsPage.tsx';
import { organizationsSearch } from './search.ts';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

test('a search does not pull back a user who has followed a link', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, items: [], nextCursor: null }));
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/Organizations',
    validateSearch: organizationsSearch,
    component: OrganizationsPage,
  });
  const slow = createRoute({
    getParentRoute: () => root,
    path: '/Slow',
    loader: () => new Promise<void>(() => undefined),
  });
  const history = createMemoryHistory({ initialEntries: ['/Organizations'] });
  const router = createRouter({ routeTree: root.addChildren([page, slow]), history });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await user.type(await screen.findByRole('searchbox', { name: 'Find organization' }), 'Harbor');
  void router.navigate({ to: '/Slow' } as never);
  await waitFor(() => expect(router.state.location.pathname).toBe('/Slow'));
  const navigate = vi.spyOn(router, 'navigate');
  await user.keyboard('{Enter}');
  expect(navigate).not.toHaveBeenCalled();
});
