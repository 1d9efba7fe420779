import { Button } from '@mantine/core';
import { Suspense, useEffect, type ReactNode } from 'react';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { lazyPage } from '../shell/lazyPage.tsx';
import { Logo } from '../ui/Logo.tsx';
import { mayHaveSession, openSession } from './actions.ts';
import classes from './SignIn.module.css';
import { SignInPage } from './SignInPage.tsx';
import { useSessionState } from './store.ts';

const importApp = () => import('../App.tsx');
const App = lazyPage(importApp, 'App');

/** Fetches the portal and the page beforehand. What fails here is tried again, and told, when it is needed. */
async function fetchAhead(): Promise<void> {
  try {
    await App.preload();
    await (await importApp()).loadAddressedPage();
  } catch {
    // See above.
  }
}

// Most often there is a session: the portal comes while the server is asked about it.
if (mayHaveSession()) void fetchAhead();

const notices = {
  none: 'Use your Careloop username and password.',
  loggedOut: 'You have signed out.',
} as const;

/** Nothing of the portal without a session. A deep link waits in the address until somebody has signed in. */
export function SignInGate(): ReactNode {
  const state = useSessionState();
  useEffect(() => void openSession(), []);
  switch (state.phase) {
    case 'loading':
      return <Wait>Loading your session…</Wait>;
    case 'unreachable':
      return <Unreachable message={state.error.message} reference={state.error.reference} />;
    case 'signedOut':
      return <SignInPage notice={notices[state.reason]} onFirstInput={() => void fetchAhead()} />;
    case 'signedIn':
    case 'ended':
      return (
        <ErrorBoundary>
          <Suspense fallback={<Wait>Opening Careloop…</Wait>}>
            <App />
          </Suspense>
        </ErrorBoundary>
      );
  }
}

function Wait({ children }: { children: ReactNode }): ReactNode {
  return (
    <main className={`${classes['wait']} ${classes['late']}`}>
      <Logo size={40} />
      <p role="status">{children}</p>
    </main>
  );
}

const retryEvery = 5000;

function Unreachable({ message, reference }: { message: string; reference: string }): ReactNode {
  useEffect(() => {
    const timer = setInterval(() => void openSession(), retryEvery);
    return () => clearInterval(timer);
  }, []);
  return (
    <main className={classes['wait']}>
      <Logo size={40} />
      <h1>Careloop cannot be reached</h1>
      <p role="alert">{message}</p>
      <p>Trying again every few seconds. Error Code: {reference}</p>
      <Button onClick={() => void openSession()}>Try again</Button>
    </main>
  );
}
