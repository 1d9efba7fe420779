import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { nameRoutesBy } from './api/reportError.ts';
import { features } from './features/index.ts';
import { lazyPage } from './lib/lazyPage.tsx';
import { parseSearch, stringifySearch } from './lib/search.ts';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { PermissionDenied } from './shell/PermissionDenied.tsx';
import { rootRoute } from './shell/rootRoute.tsx';
import { DetailSkeleton } from './ui/Skeletons.tsx';

/** Screens that belong to no feature. */
const ownRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Sitemap',
    staticData: { title: 'Sitemap' },
    component: lazyPage(() => import('./shell/SitemapPage.tsx'), 'SitemapPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Unauthorized',
    staticData: { title: 'Unauthorized' },
    component: PermissionDenied,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true });
    },
  }),
] as const;

type FeatureRoute = NonNullable<(typeof features)[number]['routes']>[number];
const routes = [...features.flatMap((feature): readonly FeatureRoute[] => feature.routes ?? []), ...ownRoutes];

// The router takes its types from this flat list: each route knows its full path from its parent.
const routeTree = rootRoute.addChildren(routes);
for (const parent of new Set(routes.map(({ options }) => options.getParentRoute()))) {
  parent.addChildren(routes.filter(({ options }) => options.getParentRoute() === parent));
}

/** Paths are case-insensitive. */
export const router = createRouter({
  routeTree,
  basepath: '/provider',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: DetailSkeleton,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
});

// Error reports name the screen by its pattern, never by the ids in its address.
nameRoutesBy(() => router.state.matches.at(-1)?.fullPath ?? '/');

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
