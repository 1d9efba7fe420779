import { allOf, type Access } from '@careloop/contracts/access';
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
  type RouteComponent,
} from '@tanstack/react-router';
import { actFor } from './api/actingFor.ts';
import {
  everySearch,
  parseSearch,
  patientSearch,
  patientsSearch,
  profileSearch,
  referralsSearch,
  stringifySearch,
  workQueuesSearch,
} from './search.ts';
import { currentSession } from './session/store.ts';
import { useSession } from './session/useSession.ts';
import { personActedFor } from './shell/actingFor.ts';
import { AppShell } from './shell/AppShell.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { lazyPage } from './shell/lazyPage.tsx';
import { PermissionDenied } from './shell/PermissionDenied.tsx';
import { DetailSkeleton } from './ui/Skeletons.tsx';

/** A page only for users who pass; everybody else reads why not. */
function guarded(access: Access, Page: RouteComponent): RouteComponent {
  function Guarded() {
    return useSession().can(access) ? <Page /> : <PermissionDenied />;
  }
  Guarded.preload = Page.preload;
  return Guarded;
}

const root = createRootRoute({
  component: AppShell,
  validateSearch: everySearch,
  search: { middlewares: [retainSearchParams(['onBehalfOfUserId'])] },
  // Before anything is read: every call below is made in this person's name.
  beforeLoad: ({ search }) => actFor(personActedFor(currentSession(), search.onBehalfOfUserId)?.proxiedUserId),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: 'Home' },
  component: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage'),
});

const patients = createRoute({
  getParentRoute: () => root,
  path: '/Patients',
  staticData: { title: 'My Patients' },
  validateSearch: patientsSearch,
  component: lazyPage(() => import('./features/patients/PatientsPage.tsx'), 'PatientsPage'),
});

const patient = createRoute({
  getParentRoute: () => root,
  path: '/Patient/$patientId',
  staticData: { title: 'Patient' },
  validateSearch: patientSearch,
  component: lazyPage(() => import('./features/patients/PatientPage.tsx'), 'PatientPage'),
});

const referrals = createRoute({
  getParentRoute: () => root,
  path: '/Referrals',
  staticData: { title: 'Referrals' },
  validateSearch: referralsSearch,
  component: lazyPage(() => import('./features/referrals/ReferralsPage.tsx'), 'ReferralsPage'),
});

const WorkQueues = lazyPage(() => import('./features/work-queues/WorkQueuesPage.tsx'), 'WorkQueuesPage');
const workQueues = createRoute({
  getParentRoute: () => root,
  path: '/WorkQueues',
  staticData: { title: 'Work Queues' },
  validateSearch: workQueuesSearch,
  component: guarded(allOf('ManageWorkQueues'), WorkQueues),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/Profile',
  staticData: { title: 'Profile' },
  validateSearch: profileSearch,
  component: lazyPage(() => import('./features/profile/ProfilePage.tsx'), 'ProfilePage'),
});

const sitemap = createRoute({
  getParentRoute: () => root,
  path: '/Sitemap',
  staticData: { title: 'Sitemap' },
  component: lazyPage(() => import('./features/sitemap/SitemapPage.tsx'), 'SitemapPage'),
});

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: '/Unauthorized',
  staticData: { title: 'Unauthorized' },
  component: PermissionDenied,
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

/** The whole route tree. Paths match in any case. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    patients,
    patient,
    referrals,
    workQueues,
    profile,
    sitemap,
    unauthorized,
    anythingElse,
  ]),
  basepath: '/provider',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: DetailSkeleton,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Stands in the browser's tab, after the product's name. */
    title?: string;
  }
}
