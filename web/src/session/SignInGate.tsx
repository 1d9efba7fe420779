import { AuthErrorKind, AuthFailure } from '@careloop/contracts/session/authStates';
import { IconClockPause } from '@tabler/icons-react';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';
import { openSession } from './actions.ts';
import { HiddenPage } from './HiddenPage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import classes from './Gate.module.css';
import { isOpen, type Gate } from './gate.ts';
import { Denied, Failed, Interrupted, Loading, LogIn, Reconnecting, Redirecting } from './gateScreens.tsx';
import { closedWords } from './gateTexts.ts';
import { useIsLogoutPending } from './pendingLogout.ts';
import formClasses from './SignIn.module.css';
import { useGate } from './gateStore.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { signInNotice, setSignInNotice } from './signInNotice.ts';
import { useSignInOptions } from './signInOptions.ts';
import { SignInSteps, signInTitles } from './SignInSteps.tsx';
import { watchSession } from './watchSession.ts';

export interface SignInGateProps {
  /** The portal, rendered once the user is signed in. */
  App: ComponentType;
  /** Preloads the code of the portal and of the requested page. */
  preload: () => Promise<void>;
}

/** Renders nothing of the portal without a session. A deep link stays in the address until the user has signed in. */
export function SignInGate({ App, preload }: SignInGateProps): ReactNode {
  const gate = useGate();
  useEffect(() => {
    void openSession();
    return watchSession();
  }, []);
  return gate.session === undefined ? (
    <Closed gate={gate} preload={preload} />
  ) : (
    <Portal App={App} isHidden={!isOpen(gate)} />
  );
}

/** Stays mounted when the session ends: typed text is kept, hidden below the dialog. */
function Portal({ App, isHidden }: Pick<SignInGateProps, 'App'> & { isHidden: boolean }): ReactNode {
  return (
    <ErrorBoundary>
      {isHidden && <HiddenPage />}
      <Suspense fallback={<Loading />}>
        <App />
      </Suspense>
    </ErrorBoundary>
  );
}

function Closed({ gate, preload }: Pick<SignInGateProps, 'preload'> & { gate: Gate }): ReactNode {
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
      return gate.isSso ? <LogIn {...gate} /> : <SignIn gate={gate} preload={preload} />;
  }
}

function Erroneous({ gate: { error, problem } }: { gate: Gate }): ReactNode {
  if (error === AuthErrorKind.denied) return <Denied />;
  return problem === undefined || problem.code === 'network' ? <Interrupted /> : <Failed problem={problem} />;
}

/** The sign-in form, below the reason why the user must sign in again. */
function SignIn({ gate, preload }: Pick<SignInGateProps, 'preload'> & { gate: Gate }): ReactNode {
  const { ending, signInError } = gate;
  const isLogoutPending = useIsLogoutPending();
  const words = closedWords({ ending, signInError }, isLogoutPending);
  const callout = words && (
    <div className={classes['callout']}>
      <Callout
        tone={signInError === undefined ? toneOf(ending, isLogoutPending) : 'danger'}
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
        notice={words === undefined ? 'Use your username and password.' : ''}
        callout={callout}
        onFirstInput={() => void preload()}
      />
    </div>
  );
}

function toneOf(ending: Gate['ending'], isLogoutPending: boolean): 'info' | 'warning' {
  if (isLogoutPending) return 'warning';
  return ending === 'signedOut' || ending === 'signedOutElsewhere' ? 'info' : 'warning';
}

interface SignInPageProps {
  notice: ReactNode;
  /** Above the form: why the user must sign in now. */
  callout?: ReactNode;
  onFirstInput?: (() => void) | undefined;
}

/** Sign-in form and single sign-on. */
function SignInPage(props: SignInPageProps): ReactNode {
  const [title, setTitle] = useState(signInTitles.password);
  const { singleSignOnLabel } = useSignInOptions();
  const [happened] = useState(signInNotice);
  // With single sign-on, the divider says what the form is for.
  const notice = happened ?? (singleSignOnLabel === null ? props.notice : '');
  useEffect(() => () => setSignInNotice(undefined), []);
  return (
    <SignInFrame title={title}>
      <SignInSteps
        {...props}
        notice={notice}
        // After other news, the end of the session is not worth mentioning.
        callout={happened === undefined ? props.callout : undefined}
        onTitle={setTitle}
      />
    </SignInFrame>
  );
}
