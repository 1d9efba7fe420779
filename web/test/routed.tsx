import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { parseSearch, stringifySearch } from '../src/lib/search.ts';

/** A component below a router in which every address shows it. Returns it to be rendered, and the addresses. */
export function routed(
  Page: () => ReactNode,
  address = '/',
): { page: ReactNode; history: ReturnType<typeof createMemoryHistory> } {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const history = createMemoryHistory({ initialEntries: [address] });
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  return { page: <RouterProvider router={router as never} />, history };
}
