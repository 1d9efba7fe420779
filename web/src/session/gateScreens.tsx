import { Button, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconLock,
  IconLogin2,
  IconLogout,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { errorWords } from '../ui/errorWords.ts';
import type { Tone } from '../ui/tones.ts';
import { endSession, retry, retryQuietly } from './actions.ts';
import classes from './Gate.module.css';
import type { Gate, Problem } from './gate.ts';
import { closedWords, endingTexts, gateTexts } from './gateTexts.ts';
import { useIsLogoutPending } from './pendingLogout.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { singleSignOnAddress } from './SingleSignOn.tsx';
import type { TitledText } from './signInErrors.ts';

// Screens shown instead of the portal, one for each gate state that has no form.

const Waiting = () => <Loader size={24} color="currentcolor" />;

/** Delays the loading screen briefly, so that it does not flash. */
const loadingDelay = 600;

/** There is a token, and the server is being asked whose it is. */
export function Loading(): ReactNode {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), loadingDelay);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <GateCallout
      {...gateTexts.loading}
      icon={<Waiting />}
      action={
        <Button className={classes['late']} size="md" fullWidth onClick={() => window.location.reload()}>
          Retry
        </Button>
      }
    />
  );
}

/** A health check is running; the button runs another one. */
export function Reconnecting(): ReactNode {
  return (
    <GateCallout
      {...gateTexts.reconnecting}
      icon={<IconPlugConnected size={24} />}
      action={
        <Button size="md" fullWidth leftSection={<Waiting />} onClick={() => void retry()}>
          Reconnect
        </Button>
      }
    />
  );
}

const retryEvery = 5000;

/** Retries every few seconds, and when the browser reports that the network is back. */
function useQuietRetry(): void {
  useEffect(() => {
    const tryAgain = () => void retryQuietly();
    const timer = setInterval(tryAgain, retryEvery);
    window.addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, []);
}

/** The server did not respond. */
export function Interrupted(): ReactNode {
  useQuietRetry();
  return (
    <GateCallout
      {...gateTexts.interrupted}
      icon={<IconPlugConnectedX size={24} />}
      tone="warning"
      action={
        <Button size="md" fullWidth onClick={() => void retry()}>
          Reconnect
        </Button>
      }
    />
  );
}

/** The server responded with an error. */
export function Failed({ problem }: { problem: Problem }): ReactNode {
  useQuietRetry();
  const { title, text = '' } = errorWords(problem);
  return (
    <GateCallout
      title={title}
      text={text}
      reference={problem.reference}
      icon={<IconAlertTriangle size={24} />}
      tone="danger"
      action={
        <Button size="md" fullWidth onClick={() => void retry()}>
          Retry
        </Button>
      }
    />
  );
}

/** The session has no access to this portal. */
export function Denied(): ReactNode {
  return (
    <GateCallout
      {...gateTexts.denied}
      icon={<IconLock size={24} />}
      tone="danger"
      action={
        <Button size="md" fullWidth onClick={() => endSession('signedOut')}>
          Log in as somebody else
        </Button>
      }
    />
  );
}

/** Shown while redirecting to single sign-on, with a link in case the browser does not follow. */
export function Redirecting(): ReactNode {
  const address = singleSignOnAddress(window.location);
  useEffect(() => window.location.replace(address), [address]);
  return (
    <GateCallout
      {...gateTexts.redirecting}
      icon={<Waiting />}
      action={
        <Button component="a" href={address} size="md" fullWidth>
          Continue
        </Button>
      }
    />
  );
}

/** Offers single sign-on without redirecting: the user just signed out, or sign-on failed. */
export function LogIn({ ending, signInError }: Pick<Gate, 'ending' | 'signInError'>): ReactNode {
  const isLogoutPending = useIsLogoutPending();
  const words = closedWords({ ending: ending ?? 'signedOut', signInError }, isLogoutPending) ?? endingTexts.signedOut;
  return (
    <GateCallout
      {...words}
      icon={iconOf(ending, signInError !== undefined)}
      tone={signInError === undefined ? undefined : 'danger'}
      action={
        <Button
          component="a"
          href={singleSignOnAddress(window.location)}
          size="md"
          fullWidth
          leftSection={<IconLogin2 size={18} />}
        >
          Log in
        </Button>
      }
    />
  );
}

function iconOf(ending: Gate['ending'], isRefused: boolean): ReactNode {
  if (isRefused) return <IconAlertTriangle size={24} />;
  return ending === 'inactivity' ? <IconClockPause size={24} /> : <IconLogout size={24} />;
}

interface GateCalloutProps extends TitledText {
  /** A 24 px Tabler icon. */
  icon: ReactNode;
  tone?: Tone;
  /** Error code for support. */
  reference?: string | undefined;
  /** The next step. */
  action?: ReactNode;
}

/** Shown instead of the portal: why it is not available, and what to do. */
function GateCallout({ icon, tone, title, text, reference, action }: GateCalloutProps): ReactNode {
  return (
    <SignInFrame title={title} isNotice>
      <div className={classes['state']} role={tone === 'danger' ? 'alert' : 'status'}>
        <span className={classes['icon']} data-tone={tone} aria-hidden>
          {icon}
        </span>
        <h1>{title}</h1>
        <p>{text}</p>
        {reference !== undefined && <p className={classes['reference']}>Error Code: {reference}</p>}
      </div>
      {action !== undefined && <div className={classes['actions']}>{action}</div>}
    </SignInFrame>
  );
}
