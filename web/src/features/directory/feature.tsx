import { signedIn } from '@careloop/contracts/access';
import { IconAddressBook, IconStethoscope } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { useStore } from '../../lib/store.ts';
import type { Feature } from '../../shell/features.ts';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { directorySearch, printProviderSearch } from './search.ts';
import { findingProvider, openedProvider } from './shared/providerDialogs.ts';

const FindProviderDialog = lazyPart(
  async () => (await import('./providers/FindProviderDialog.tsx')).FindProviderDialog,
);
const ProviderDialog = lazyPart(async () => (await import('./providers/ProviderDialog.tsx')).ProviderDialog);

/** Shows the dialogs opened by `openFindProvider()` and `openProviderEditor()`. Render it once, in the shell. */
function ProviderDialogsHost(): ReactNode {
  const finding = useStore(findingProvider);
  const opened = useStore(openedProvider);
  return (
    <>
      {finding !== undefined && (
        <FindProviderDialog patientId={finding.patientId} onClose={() => findingProvider.set(undefined)} />
      )}
      {opened !== undefined && (
        <ProviderDialog
          key={opened.healthcareProviderId}
          healthcareProviderId={opened.healthcareProviderId}
          onClose={() => openedProvider.set(undefined)}
        />
      )}
    </>
  );
}

const FindProvider = lazyPage(() => import('./providers/FindProviderPage.tsx'), 'FindProviderPage');

const Directory = lazyPage(() => import('./browse/DirectoryPage.tsx'), 'DirectoryPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Providers',
    staticData: { title: 'Providers' },
    component: FindProvider,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Directory',
    staticData: { title: 'Directory' },
    validateSearch: directorySearch,
    component: Directory,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Coordinator/PrintProvider/$healthcareProviderId',
    staticData: { title: 'Physician Information', isBare: true },
    validateSearch: printProviderSearch,
    component: lazyPage(() => import('./providers/PrintProviderPage.tsx'), 'PrintProviderPage'),
  }),
] as const;

export const directory: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Providers',
      label: 'Providers',
      icon: IconStethoscope,
      about: 'Find providers of the directory',
      section: 'Work',
      access: signedIn,
      menu: 'main',
    },
    {
      to: '/Directory',
      label: 'Directory',
      icon: IconAddressBook,
      about: 'Browse practitioners and organizations by specialty and town',
      section: 'Work',
      access: signedIn,
      menu: 'none',
    },
  ],
  Dialogs: ProviderDialogsHost,
};
