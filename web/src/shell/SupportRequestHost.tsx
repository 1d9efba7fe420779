import { useSyncExternalStore, type ReactNode } from 'react';
import { lazyPart } from './lazyPart.tsx';
import { closeSupportRequest, currentSupportRequest, subscribeToSupport } from './support.ts';

const Dialog = lazyPart(
  async () => (await import('../features/support/SupportRequestDialog.tsx')).SupportRequestDialog,
);

/** Shows what `openSupportRequest()` asked for. Once, in the shell. */
export function SupportRequestHost(): ReactNode {
  const asked = useSyncExternalStore(subscribeToSupport, currentSupportRequest);
  return asked === undefined ? null : <Dialog errorCode={asked.errorCode} onClose={closeSupportRequest} />;
}
