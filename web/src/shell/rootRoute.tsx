import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { actFor } from '../api/actingFor.ts';
import { queryClient } from '../api/queryClient.ts';
import { currentSession } from '../session/gateStore.ts';
import { actingForSearch, personActedFor } from './actingFor.ts';
import { AppShell } from './AppShell.tsx';

/** The layout around every screen, with the search parameter that every screen has. */
export const rootRoute = createRootRoute({
  component: AppShell,
  validateSearch: actingForSearch,
  search: { middlewares: [retainSearchParams(['onBehalfOfUserId'])] },
  // Before any query starts, since calls are made on behalf of this person.
  beforeLoad: ({ search, preload }) => {
    // Hovering over a link only preloads its code; it must not change the person acted for.
    if (preload) return;
    const person = personActedFor(currentSession(), search.onBehalfOfUserId);
    if (actFor(person?.proxiedUserId)) void queryClient.resetQueries();
  },
});
