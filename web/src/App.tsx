import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { queryClient } from './api/queryClient.ts';
import { router } from './routes.tsx';
import { useCountdown } from './session/countdownState.ts';
import { isOpen } from './session/gate.ts';
import { currentSession, useGate } from './session/gateStore.ts';
import { lazyPart } from './lib/lazyPart.tsx';
import { loadChunk } from './lib/loadChunk.ts';
import { usePresented } from './api/presentError.ts';
import { features } from './features/index.ts';
import { ScreenHelp } from './features/help/shared/ScreenHelp.tsx';
import { openSupportRequest } from './features/support/supportRequest.ts';
import { OutdatedNotice } from './components/OutdatedNotice.tsx';
import { Features } from './shell/features.ts';
import toasts from './shell/Toasts.module.css';
import { ConfirmHost, importConfirmDialog } from './ui/confirm.tsx';
import { DialogNotice } from './ui/dialogNotice.ts';
import { ErrorHelp } from './ui/errorHelp.tsx';
import { keepFocus } from './ui/keptFocus.ts';
import { ScreenHelpLink } from './ui/screenHelp.ts';

/** Loads the code of the requested page while the user signs in. */
export async function loadAddressedPage(): Promise<void> {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of routes) await router.loadRouteChunk(route);
}

const openSupport = (errorCode: string | undefined) => openSupportRequest({ errorCode });

const importDialogs = () => import('./session/SessionDialogs.tsx');
const SessionDialogs = lazyPart(async () => (await importDialogs()).SessionDialogs);
const importErrorDialog = () => import('./shell/ErrorDialog.tsx');
const ErrorDialog = lazyPart(async () => (await importErrorDialog()).ErrorDialog);

const screenHelp = <ScreenHelp />;
const noticeOf = (openedAt: number) => <OutdatedNotice openedAt={openedAt} />;

/** The portal of a signed-in user. */
export function App(): ReactNode {
  const isSignedIn = isOpen(useGate());
  const isEnding = useCountdown() !== undefined;
  const presented = usePresented();
  useLiveData(isSignedIn);
  useEffect(keepFocus, []);
  return (
    <QueryClientProvider client={queryClient}>
      <DialogNotice value={noticeOf}>
        <ErrorHelp value={openSupport}>
          <Features value={features}>
            <ScreenHelpLink value={screenHelp}>
              <RouterProvider router={router} />
            </ScreenHelpLink>
          </Features>
          <ConfirmHost />
          {presented !== undefined && <ErrorDialog presented={presented} />}
          {(!isSignedIn || isEnding) && <SessionDialogs />}
          <Notifications
            position="bottom-right"
            limit={4}
            containerWidth={328}
            classNames={{ root: toasts['toasts'] ?? '' }}
          />
        </ErrorHelp>
      </DialogNotice>
    </QueryClientProvider>
  );
}

/** Loads the code that keeps the session and the screens up to date, after the first screen, which does not wait for it. */
async function loadLive(): Promise<(readSince: number) => () => void> {
  const [{ startSessionTimers }, { startRealtime }, watches] = await Promise.all([
    import('./session/sessionTimers.ts'),
    import('./api/realtimeHub.ts'),
    Promise.all(features.flatMap((feature) => feature.live?.() ?? [])),
    // Preloaded, because they cannot be fetched when they are needed: while the server is unreachable.
    importDialogs(),
    importErrorDialog(),
    importConfirmDialog(),
  ]);
  return (readSince) => {
    const stops = [
      startSessionTimers(),
      ...watches.map((watch) => watch(queryClient)),
      startRealtime(queryClient, readSince, currentSession()?.config.realtimeReconnectsOnRefresh === true),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

/** Receives events while signed in. When the session continues after an interruption, everything on screen is refetched. */
function useLiveData(isSignedIn: boolean): void {
  const wasSignedIn = useRef(isSignedIn);
  // Before the effects of the screens, which start their queries.
  const [firstReadAt] = useState(() => performance.now());
  useEffect(() => {
    if (!isSignedIn) return;
    const readSince = wasSignedIn.current ? firstReadAt : performance.now();
    if (!wasSignedIn.current) void queryClient.invalidateQueries();
    wasSignedIn.current = true;
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      const startLive = await loadChunk(loadLive);
      if (!isGone) stop = startLive(readSince);
    };
    start().catch(() => undefined);
    return () => {
      wasSignedIn.current = false;
      isGone = true;
      stop?.();
    };
  }, [isSignedIn, firstReadAt]);
  // The next user must not see this user's cached data.
  useEffect(
    () => () => {
      queryClient.clear();
      notifications.clean();
    },
    [],
  );
}
