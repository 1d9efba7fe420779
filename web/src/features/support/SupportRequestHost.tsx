import type { ReactNode } from 'react';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { useStore } from '../../lib/store.ts';
import { closeSupportRequest, supportRequest } from './supportRequest.ts';

const Dialog = lazyPart(async () => (await import('./SupportRequestDialog.tsx')).SupportRequestDialog);

/** Shows the dialog opened by `openSupportRequest()`. Render it once, in the shell. */
export function SupportRequestHost(): ReactNode {
  const asked = useStore(supportRequest);
  return asked === undefined ? null : <Dialog errorCode={asked.errorCode} onClose={closeSupportRequest} />;
}
