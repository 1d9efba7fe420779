import type { ReactNode } from 'react';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { useStore } from '../../lib/store.ts';
import { findingProvider, openedProvider } from './shared/providerDialogs.ts';

const FindProviderDialog = lazyPart(
  async () => (await import('./providers/FindProviderDialog.tsx')).FindProviderDialog,
);
const ProviderDialog = lazyPart(async () => (await import('./providers/ProviderDialog.tsx')).ProviderDialog);

/** Shows the dialogs opened by `openFindProvider()` and `openProviderEditor()`. Render it once, in the shell. */
export function ProviderDialogsHost(): ReactNode {
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
