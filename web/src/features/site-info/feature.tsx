import { IconSpeakerphone } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { documentLinks } from './documentLinks.ts';
import { siteDocumentsSearch } from './search.ts';
import { managingSite, siteRoute } from './shared/siteRoute.tsx';

const routes = [
  siteRoute,
  createRoute({
    getParentRoute: () => siteRoute,
    path: '/',
    staticData: { title: 'Site' },
    component: lazyPage(() => import('./SiteAlertTab.tsx'), 'SiteAlertTab'),
  }),
  createRoute({
    getParentRoute: () => siteRoute,
    path: '/Documents',
    staticData: { title: 'Site documents' },
    validateSearch: siteDocumentsSearch,
    component: lazyPage(() => import('./SiteDocumentsTab.tsx'), 'SiteDocumentsTab'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/ReleaseNotes/$siteDocumentId',
    staticData: { title: 'Release notes' },
    component: lazyPage(() => import('./documentPages.tsx'), 'ReleaseNotesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/PrivacyPolicy/$siteDocumentId',
    staticData: { title: 'Privacy policy' },
    component: lazyPage(() => import('./documentPages.tsx'), 'PrivacyPolicyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/TermsOfUse/$siteDocumentId',
    staticData: { title: 'Terms of use' },
    component: lazyPage(() => import('./documentPages.tsx'), 'TermsOfUsePage'),
  }),
] as const;

export const siteInfo: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Site',
      label: 'Site',
      icon: IconSpeakerphone,
      about: 'The site alert, release notes and policies, and support requests',
      section: 'Administration',
      access: managingSite,
      menu: 'administration',
    },
  ],
  documents: documentLinks,
  Banner: SiteAlertBanner,
};

/** The alert above every screen. Its code is loaded after the first screen, and a failure to load is ignored. */
function SiteAlertBanner(): ReactNode {
  const [Alert, setAlert] = useState<ComponentType>();
  useEffect(() => {
    import('./SiteAlert.tsx').then(
      ({ SiteAlert }) => setAlert(() => SiteAlert),
      () => console.warn('The site alert could not be loaded'),
    );
  }, []);
  return Alert === undefined ? null : <Alert />;
}
