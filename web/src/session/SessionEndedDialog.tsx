import { Button, UnstyledButton } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';
import { visibleWhenEnded } from './HiddenPage.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { abandonSession } from './actions.ts';
import type { Gate } from './gate.ts';
import { endingTexts, pendingLogoutText } from './gateTexts.ts';
import { useIsLogoutPending } from './pendingLogout.ts';
import classes from './SignIn.module.css';
import { SignInSteps } from './SignInSteps.tsx';
import { singleSignOnAddress } from './SingleSignOn.tsx';

/** Shown over the portal when the session ends during work. Signing in again continues where the user was. */
export function SessionEndedDialog({ gate }: { gate: Gate }): ReactNode {
  const { ending = 'expired', session, isSso } = gate;
  const isLogoutPending = useIsLogoutPending();
  useTitle('Sign in again');
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Sign in again"
      size={400}
      zIndex={1000}
      isOpaque
      // In its own portal element: all other dialogs are hidden with the page.
      portalProps={{ reuseTargetNode: false, id: visibleWhenEnded }}
    >
      <Callout
        tone="warning"
        icon={ending === 'inactivity' ? <IconClockPause size={18} aria-hidden /> : undefined}
        title={endingTexts[ending].title}
      >
        {ending === 'endedElsewhere' && `${endingTexts[ending].text} `}
        What you were working on is kept behind this dialog.{isLogoutPending && ` ${pendingLogoutText}`}
      </Callout>
      <div className={classes['again']}>
        {isSso ? <LogInInNewTab /> : <SignInSteps username={session?.user.username} notice="" isInDialog />}
      </div>
      <UnstyledButton className={classes['leave']} onClick={abandonSession}>
        Leave and start over
      </UnstyledButton>
    </Dialog>
  );
}

/** The tab's title may name a patient, so it is replaced while nobody is signed in. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${before.split(' | ')[0] ?? ''} | ${title}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** Opens single sign-on in a new tab, so that this page stays. This page reopens once the other tab has signed in. */
function LogInInNewTab(): ReactNode {
  return (
    <Button
      component="a"
      href={singleSignOnAddress({ pathname: import.meta.env.BASE_URL, search: '' })}
      target="_blank"
      size="md"
      fullWidth
      mt="md"
      data-autofocus
    >
      Log in
    </Button>
  );
}
