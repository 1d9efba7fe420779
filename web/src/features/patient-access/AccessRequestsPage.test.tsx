import { countAccessRequests } from '@careloop/contracts/patient-access';
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
import { renderComponent } from '../../../test/components.tsx';
import { dispatch } from '../../session/gateStore.ts';
import { sessionOf, type Context } from '../../session/session.ts';
import { AccessRequestsPage } from './AccessRequestsPage.tsx';
import { accessRequestsSearch } from './search.ts';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the page for a member without further permissions. `server` is what the server finds. */
function open(server: { openCount: number; answered: object[] }): QueryClient {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith(`/api${countAccessRequests.path}`)) {
      return Response.json({ wasSuccessful: true, openCount: server.openCount });
    }
    const items = url.includes('includeAnswered=true') ? server.answered : [];
    return Response.json({ wasSuccessful: true, items, nextCursor: null });
  });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/AccessRequests',
    validateSearch: accessRequestsSearch,
    component: AccessRequestsPage,
  });
  const history = createMemoryHistory({ initialEntries: ['/AccessRequests'] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderComponent(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return client;
}

test('a member keeps the choice of lists once the last request is answered', async () => {
  const server = { openCount: 1, answered: [] };
  const client = open(server);
  expect(await screen.findByRole('radio', { name: 'To answer' })).toBeChecked();
  server.openCount = 0;
  await client.invalidateQueries();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.getByRole('radio', { name: 'To answer' })).toBeChecked();
});

test('a member who has answered requests finds them', async () => {
  open({ openCount: 0, answered: [{ accessRequestId: 1 }] });
  expect(await screen.findByRole('radio', { name: 'To answer' })).toBeChecked();
});

test('others only see their own requests', async () => {
  open({ openCount: 0, answered: [] });
  expect(await screen.findByText('No requests')).toBeVisible();
  expect(screen.queryByRole('radio', { name: 'To answer' })).toBeNull();
});
