import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createQueryClient } from '../src/api/queryClient.ts';
import { parseSearch, stringifySearch } from '../src/lib/search.ts';
import { renderComponent } from './components.tsx';

interface ScreenRoute {
  /** Id of the route, as `getRouteApi` names it. */
  path: string;
  validateSearch: object;
  component: () => ReactNode;
}

/** Renders a screen at an address, with its toasts. */
export function renderScreen(
  { path, validateSearch, component }: ScreenRoute,
  address: string,
): { user: UserEvent; client: QueryClient; history: ReturnType<typeof createMemoryHistory> } {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const root = createRootRoute();
  const screen = createRoute({ getParentRoute: () => root, path, validateSearch: validateSearch as never, component });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([screen as never]),
    history,
    parseSearch,
    stringifySearch,
  });
  const client = newQueryClient();
  const user = renderComponent(<Shown client={client} content={<RouterProvider router={router as never} />} />);
  return { user, client, history };
}

/** Renders a dialog that needs no address, with its toasts. */
export function renderDialog(dialog: ReactNode): { user: UserEvent; client: QueryClient } {
  const client = newQueryClient();
  return { user: renderComponent(<Shown client={client} content={dialog} />), client };
}

function newQueryClient(): QueryClient {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  return client;
}

function Shown({ client, content }: { client: QueryClient; content: ReactNode }): ReactNode {
  return (
    <QueryClientProvider client={client}>
      {content}
      <Notifications transitionDuration={0} />
    </QueryClientProvider>
  );
}
