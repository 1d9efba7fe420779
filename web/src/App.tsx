import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { queryClient } from './api/queryClient.ts';
import { router } from './routes.tsx';
import { SessionEndedDialog } from './session/SessionEndedDialog.tsx';
import { useSessionState } from './session/store.ts';
import { ErrorDialog } from './shell/ErrorDialog.tsx';
import { openSupportRequest } from './shell/support.ts';
import { ConfirmHost } from './ui/confirm.tsx';
import { ErrorHelp } from './ui/errorHelp.tsx';

/** Loads the code of the page that the address names, while somebody still signs in. */
export async function loadAddressedPage(): Promise<void> {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) await router.loadRouteChunk(route);
}

const openSupport = (errorCode: string | undefined) => openSupportRequest({ errorCode });

/** The portal of a signed-in user. */
export function App(): ReactNode {
  const { phase } = useSessionState();
  useLiveData(phase === 'signedIn');
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorHelp value={openSupport}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <ErrorDialog />
        <SessionEndedDialog />
        <Notifications position="bottom-right" limit={4} />
      </ErrorHelp>
    </QueryClientProvider>
  );
}

/** Events while signed in; when the session is taken up again, what is on the screen is read again. */
function useLiveData(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      // After the first screen: it does not wait for events.
      const { startRealtime } = await import('./api/realtimeHub.ts');
      if (!isGone) stop = startRealtime();
    };
    start().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isSignedIn]);
  // Whoever signs in next must not find what this user read.
  useEffect(
    () => () => {
      queryClient.clear();
      notifications.clean();
    },
    [],
  );
}
