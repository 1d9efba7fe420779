import { AuthErrorKind, AuthFailure } from '@careloop/contracts/session/authStates';
import { IconClockPause } from '@tabler/icons-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { lazyPage } from '../lib/lazyPage.tsx';
import { Callout } from '../ui/Callout.tsx';
import { mayHaveSession, openSession } from './actions.ts';
import { Concealed } from './Concealed.tsx';
import classes from './Gate.module.css';
import { isOpen, type Gate } from './gate.ts';
import { Denied, Failed, Interrupted, Loading, LogIn, Reconnecting, Redirecting } from './gateScreens.tsx';
import { closedWords } from './gateTexts.ts';
import { useUntoldLogout } from './pendingLogout.ts';
import formClasses from './SignIn.module.css';
import { SignInPage } from './SignInPage.tsx';
import { useGate } from './store.ts';
import { watchSession } from './watch.ts';

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

/** Nothing of the portal without a session. A deep link waits in the address until somebody has signed in. */
export function SignInGate(): ReactNode {
  const gate = useGate();
  useEffect(() => {
    void openSession();
    return watchSession();
  }, []);
  return gate.session === undefined ? <Closed gate={gate} /> : <Portal isConcealed={!isOpen(gate)} />;
}

/** Also when the session ended: what was typed stays, unseen, below the dialog that says so. */
function Portal({ isConcealed }: { isConcealed: boolean }): ReactNode {
  return (
    <ErrorBoundary>
      {isConcealed && <Concealed />}
      <Suspense fallback={<Loading />}>
        <App />
      </Suspense>
    </ErrorBoundary>
  );
}

function Closed({ gate }: { gate: Gate }): ReactNode {
  switch (gate.state) {
    case AuthFailure.none:
    case AuthFailure.loggingIn:
    case AuthFailure.authenticatedWithContext:
      return <Loading />;
    case AuthFailure.reconnecting:
      return <Reconnecting />;
    case AuthFailure.redirectToSso:
      return <Redirecting />;
    case AuthFailure.authenticationError:
      return <Erroneous gate={gate} />;
    case AuthFailure.unauthenticatedOrSessionExpired:
    case AuthFailure.sessionInactive:
      return gate.isSso ? <LogIn {...gate} /> : <SignIn {...gate} />;
  }
}

function Erroneous({ gate: { error, problem } }: { gate: Gate }): ReactNode {
  if (error === AuthErrorKind.denied) return <Denied />;
  return problem === undefined || problem.code === 'network' ? <Interrupted /> : <Failed problem={problem} />;
}

/** The form, below the reason why it is there again. */
function SignIn({ ending, signInError }: Pick<Gate, 'ending' | 'signInError'>): ReactNode {
  const isUntold = useUntoldLogout();
  const words = closedWords({ ending, signInError }, isUntold);
  const callout = words && (
    <div className={classes['callout']}>
      <Callout
        tone={signInError === undefined ? toneOf(ending, isUntold) : 'danger'}
        icon={ending === 'inactivity' ? <IconClockPause size={18} aria-hidden /> : undefined}
        title={words.title}
      >
        {words.text}
      </Callout>
    </div>
  );
  return (
    <div className={words && formClasses['again']}>
      <SignInPage
        notice={words === undefined ? 'Use your Careloop username and password.' : ''}
        callout={callout}
        onFirstInput={() => void fetchAhead()}
      />
    </div>
  );
}

function toneOf(ending: Gate['ending'], isUntold: boolean): 'info' | 'warning' {
  if (isUntold) return 'warning';
  return ending === 'signedOut' || ending === 'signedOutElsewhere' ? 'info' : 'warning';
}
