import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { FindOrganizationDialog } from './FindOrganizationDialog.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

test('a search with more matches than are shown says so', async () => {
  const healthcareOrganizations = ['Harbor Health', 'Harbor Heart'].map((name, index) => ({
    healthcareOrganizationId: index + 1,
    name,
    npiNumber: null,
    city: null,
    state: null,
    zipcode: null,
  }));
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, healthcareOrganizations, hasMore: true }));
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <FindOrganizationDialog onClose={() => undefined} /> }),
    history: createMemoryHistory(),
  });
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  fill(await screen.findByRole('textbox', { name: /name/i }), 'Harbor');
  fill(screen.getByRole('textbox', { name: /NPI/ }), '1234567893');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Only the first 2 are shown. Type more of the name.')).toBeVisible();
});
