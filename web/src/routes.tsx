import { createRootRoute, createRoute, createRouter, redirect, retainSearchParams } from '@tanstack/react-router';
import { actFor } from './api/actingFor.ts';
import { queryClient } from './api/queryClient.ts';
import { nameRoutesBy } from './api/reportError.ts';
import { auditPage } from './features/administration/audit/pages.ts';
import { clientsPage } from './features/administration/clients/pages.ts';
import { lookupsPage } from './features/administration/lookups/pages.ts';
import { usersPage } from './features/administration/users/pages.ts';
import { invitationsSearch } from './features/care-teams/search.ts';
import { readingRoomSearch } from './features/charts/search.ts';
import { consultationsPage } from './features/consultations/listPage.ts';
import * as directoryPages from './features/directory/pages.ts';
import * as duplicatePages from './features/duplicates/pages.ts';
import { messagesSearch } from './features/messages/search.ts';
import { openPatient } from './features/patients/openPatient.ts';
import { accessRequestsSearch, emergencyAccessSearch } from './features/patient-access/search.ts';
import { addPatientPage, findPatientPage } from './features/patients/listPages.ts';
import { patientSearch, patientsSearch } from './features/patients/search.ts';
import { profileSearch } from './features/profile/search.ts';
import * as referralPages from './features/referrals/pages.ts';
import { reportsPage } from './features/reports/pages.ts';
import { siteDocumentsSearch } from './features/site-info/search.ts';
import { supportRequestsSearch } from './features/support/search.ts';
import { myTasksPage } from './features/tasks/pages.ts';
import { workQueuesPage } from './features/work-queues/pages.ts';
import { parseSearch, stringifySearch } from './lib/search.ts';
import { currentSession } from './session/gateStore.ts';
import { actingForSearch, personActedFor } from './shell/actingFor.ts';
import { AppShell } from './shell/AppShell.tsx';
import { ErrorScreen } from './shell/ErrorScreen.tsx';
import { guarded } from './shell/guarded.tsx';
import { lazyPage } from './lib/lazyPage.tsx';
import { PermissionDenied } from './shell/PermissionDenied.tsx';
import { DetailSkeleton } from './ui/Skeletons.tsx';

const root = createRootRoute({
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

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: 'Home' },
  component: lazyPage(() => import('./features/dashboard/HomePage.tsx'), 'HomePage'),
});

const patients = createRoute({
  getParentRoute: () => root,
  path: '/Patients',
  staticData: { title: 'My Patients' },
  validateSearch: patientsSearch,
  component: lazyPage(() => import('./features/patients/PatientsPage.tsx'), 'PatientsPage'),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/Patients/Invites',
  staticData: { title: 'Invitations' },
  validateSearch: invitationsSearch,
  component: lazyPage(() => import('./features/care-teams/InvitationsPage.tsx'), 'InvitationsPage'),
});

const accessRequests = createRoute({
  getParentRoute: () => root,
  path: '/AccessRequests',
  staticData: { title: 'Access requests' },
  validateSearch: accessRequestsSearch,
  component: lazyPage(() => import('./features/patient-access/lazyPages.ts'), 'AccessRequestsPage'),
});

const EmergencyAccess = lazyPage(() => import('./features/patient-access/lazyPages.ts'), 'EmergencyAccessPage');
const emergencyAccess = createRoute({
  getParentRoute: () => root,
  path: '/EmergencyAccess',
  staticData: { title: 'Emergency access' },
  validateSearch: emergencyAccessSearch,
  component: guarded({ all: ['ViewAuditLog'] }, EmergencyAccess),
});

const findPatient = createRoute({ getParentRoute: () => root, ...findPatientPage });
const addPatient = createRoute({ getParentRoute: () => root, ...addPatientPage });

const patient = createRoute({
  getParentRoute: () => root,
  path: '/Patient/$patientId',
  staticData: { title: 'Patient' },
  validateSearch: patientSearch,
  // Not a loader: if skipped while hovering, it would not run again for the click.
  beforeLoad: ({ params, search, preload }) => {
    // Hovering over a link must not open a record.
    if (!preload) openPatient(queryClient, params.patientId, search.section === undefined);
  },
  component: lazyPage(() => import('./features/patients/PatientPage.tsx'), 'PatientPage'),
});

/** A missing id is no access, like an invalid one. */
const missingPatient = createRoute({
  getParentRoute: () => root,
  path: '/Patient',
  beforeLoad: () => {
    throw redirect({ to: '/Patient/$patientId', params: { patientId: '0' }, replace: true });
  },
});

const readingRoom = createRoute({
  getParentRoute: () => root,
  path: '/Patient/$patientId/charts',
  staticData: { title: 'Charts' },
  validateSearch: readingRoomSearch,
  beforeLoad: ({ params, preload }) => {
    if (!preload) openPatient(queryClient, params.patientId, false);
  },
  component: lazyPage(() => import('./features/charts/ReadingRoomPage.tsx'), 'ReadingRoomPage'),
});

const duplicates = createRoute({ getParentRoute: () => root, ...duplicatePages.duplicatesLayout });
const duplicatePatients = createRoute({ getParentRoute: () => duplicates, ...duplicatePages.duplicatesPage });
const duplicateProviders = createRoute({ getParentRoute: () => duplicates, ...duplicatePages.providerConflictsPage });
const editedValues = createRoute({ getParentRoute: () => duplicates, ...duplicatePages.editedValuesPage });
const editedProviders = createRoute({ getParentRoute: () => duplicates, ...duplicatePages.editedProvidersPage });

const referrals = createRoute({ getParentRoute: () => root, ...referralPages.referralsPage });
const printReferrals = createRoute({ getParentRoute: () => root, ...referralPages.printReferralsPage });
const referralRequests = createRoute({ getParentRoute: () => root, ...referralPages.referralRequestsPage });

const workQueues = createRoute({ getParentRoute: () => root, ...workQueuesPage });
const consultations = createRoute({ getParentRoute: () => root, ...consultationsPage });
const reports = createRoute({ getParentRoute: () => root, ...reportsPage });
const tasks = createRoute({ getParentRoute: () => root, ...myTasksPage });

const Messages = lazyPage(() => import('./features/messages/MessagesPage.tsx'), 'MessagesPage');
const messages = createRoute({
  getParentRoute: () => root,
  path: '/Messages',
  staticData: { title: 'Messages' },
  validateSearch: messagesSearch,
  component: guarded({ all: ['Messages'] }, Messages),
});

const organizations = createRoute({ getParentRoute: () => root, ...directoryPages.organizationsPage });
const organization = createRoute({ getParentRoute: () => root, ...directoryPages.organizationPage });

const profile = createRoute({
  getParentRoute: () => root,
  path: '/Profile',
  staticData: { title: 'Profile' },
  validateSearch: profileSearch,
  component: lazyPage(() => import('./features/profile/ProfilePage.tsx'), 'ProfilePage'),
});

const providers = createRoute({ getParentRoute: () => root, ...directoryPages.findProviderPage });
const printProvider = createRoute({ getParentRoute: () => root, ...directoryPages.printProviderPage });

const users = createRoute({ getParentRoute: () => root, ...usersPage });
const clients = createRoute({ getParentRoute: () => root, ...clientsPage });
const lookups = createRoute({ getParentRoute: () => root, ...lookupsPage });
const audit = createRoute({ getParentRoute: () => root, ...auditPage });

const sitemap = createRoute({
  getParentRoute: () => root,
  path: '/Sitemap',
  staticData: { title: 'Sitemap' },
  component: lazyPage(() => import('./shell/SitemapPage.tsx'), 'SitemapPage'),
});

const documentPages = () => import('./features/site-info/documentPages.tsx');
const releaseNotes = createRoute({
  getParentRoute: () => root,
  path: '/ReleaseNotes/$siteDocumentId',
  staticData: { title: 'Release notes' },
  component: lazyPage(documentPages, 'ReleaseNotesPage'),
});

const privacyPolicy = createRoute({
  getParentRoute: () => root,
  path: '/PrivacyPolicy/$siteDocumentId',
  staticData: { title: 'Privacy policy' },
  component: lazyPage(documentPages, 'PrivacyPolicyPage'),
});

const termsOfUse = createRoute({
  getParentRoute: () => root,
  path: '/TermsOfUse/$siteDocumentId',
  staticData: { title: 'Terms of use' },
  component: lazyPage(documentPages, 'TermsOfUsePage'),
});

const site = createRoute({
  getParentRoute: () => root,
  path: '/Site',
  component: guarded(
    { all: ['ManageSite'] },
    lazyPage(() => import('./features/site-info/SitePage.tsx'), 'SitePage'),
  ),
});

const siteAlert = createRoute({
  getParentRoute: () => site,
  path: '/',
  staticData: { title: 'Site' },
  component: lazyPage(() => import('./features/site-info/SiteAlertTab.tsx'), 'SiteAlertTab'),
});

const siteDocuments = createRoute({
  getParentRoute: () => site,
  path: '/Documents',
  staticData: { title: 'Site documents' },
  validateSearch: siteDocumentsSearch,
  component: lazyPage(() => import('./features/site-info/SiteDocumentsTab.tsx'), 'SiteDocumentsTab'),
});

const supportRequests = createRoute({
  getParentRoute: () => site,
  path: '/SupportRequests',
  staticData: { title: 'Support requests' },
  validateSearch: supportRequestsSearch,
  component: lazyPage(() => import('./features/support/SupportRequestsTab.tsx'), 'SupportRequestsTab'),
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

/** The route tree. Paths are case-insensitive. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    patients,
    invitations,
    accessRequests,
    emergencyAccess,
    findPatient,
    addPatient,
    patient,
    missingPatient,
    readingRoom,
    duplicates.addChildren([duplicatePatients, duplicateProviders, editedValues, editedProviders]),
    referrals,
    consultations,
    printReferrals,
    referralRequests,
    messages,
    workQueues,
    tasks,
    reports,
    organizations,
    organization,
    profile,
    providers,
    printProvider,
    users,
    clients,
    lookups,
    audit,
    sitemap,
    releaseNotes,
    privacyPolicy,
    termsOfUse,
    site.addChildren([siteAlert, siteDocuments, supportRequests]),
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

// Error reports name the screen by its pattern, never by the ids in its address.
nameRoutesBy(() => router.state.matches.at(-1)?.fullPath ?? '/');

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
