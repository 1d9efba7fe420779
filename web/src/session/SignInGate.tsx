import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { SignInPage } from './SignInPage.tsx';
import { openSession, useSessionState } from './store.ts';

const App = lazy(async () => ({ default: (await import('../App.tsx')).App }));

/** Nothing of the portal without a session. A deep link waits in the address until somebody has signed in. */
export function SignInGate(): ReactNode {
  const state = useSessionState();
  useEffect(() => void openSession(), []);
  if (state.phase === 'loading') return null;
  if (state.phase === 'unreachable') return <p role="alert">{state.error.message}</p>;
  if (state.phase === 'signedOut') return <SignInPage />;
  return (
    <Suspense fallback={null}>
      <App />
      {state.phase === 'ended' && <SignInPage />}
    </Suspense>
  );
}
