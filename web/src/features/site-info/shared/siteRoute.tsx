import { allOf } from '@careloop/contracts/access';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazyPage.tsx';
import { guarded } from '../../../shell/guarded.tsx';
import { rootRoute } from '../../../shell/rootRoute.tsx';

export const managingSite = allOf('ManageSite');

const Site = lazyPage(() => import('../SitePage.tsx'), 'SitePage');

/** The page whose tabs manage the site. */
export const siteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/Site',
  component: guarded(managingSite, Site),
});
