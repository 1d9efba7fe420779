import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { loadChunk } from '../lib/loadChunk.ts';
import { keep, recall } from '../lib/storage.ts';
import { Logo } from '../ui/Logo.tsx';
import classes from './SignIn.module.css';
import { setSignInNotice } from './signInNotice.ts';
import { SignInGate, type SignInGateProps } from './SignInGate.tsx';
import { useSignInOptions } from './signInOptions.ts';

const ResetPassword = lazy(async () => {
  const { ResetPassword: Page } = await loadChunk(() => import('./steps/ResetPassword.tsx'));
  return { default: Page };
});

const Enrollment = lazy(async () => {
  const { Enrollment: Page } = await loadChunk(() => import('./steps/Enrollment.tsx'));
  return { default: Page };
});

const base = import.meta.env.BASE_URL;
const isAddress = (page: string) =>
  window.location.pathname.toLowerCase().replace(/\/$/, '') === `${base}${page}`.toLowerCase();

/** Page of a link sent by email, if the address is one. */
const linkPageAtStart = () => {
  if (isAddress('ResetPassword')) return 'reset';
  return isAddress('Enrollment') ? 'enrollment' : null;
};

/** Shows the page of an emailed link, even if somebody is signed in; otherwise the portal behind its gate. */
export function Entrance(portal: SignInGateProps): ReactNode {
  const [linkPage, setLinkPage] = useState(linkPageAtStart);
  const goToSignIn = (notice?: string) => {
    setSignInNotice(notice);
    window.history.replaceState(null, '', base);
    setLinkPage(null);
  };
  if (linkPage !== null) {
    const Page = linkPage === 'reset' ? ResetPassword : Enrollment;
    return (
      <Suspense fallback={null}>
        <Page onLeave={goToSignIn} />
      </Suspense>
    );
  }
  return (
    <MobileNotice>
      <SignInGate {...portal} />
    </MobileNotice>
  );
}

/** A phone in any orientation; not a narrow or zoomed desktop window. */
const phoneScreen = '(pointer: coarse) and (max-width: 48em), (pointer: coarse) and (max-height: 30em)';
/** Kept in session storage, until the browser is closed. */
const acceptedKey = 'careloop-mobile-accepted';

/** See docs/domain/session.md. */
const mobileText =
  "We're sorry. Our mobile site is currently under construction. Please login via a desktop device to access the application.";

/** On a phone, first says that the portal is made for desktops, with a way to continue. */
function MobileNotice({ children }: { children: ReactNode }): ReactNode {
  // Checked once: turning the phone must not replace the screen.
  const [isShown, setShown] = useState(
    () => window.matchMedia(phoneScreen).matches && recall('session', acceptedKey) === undefined,
  );
  if (!isShown) return children;
  return (
    <Notice
      onContinue={() => {
        keep('session', acceptedKey, '1');
        setShown(false);
      }}
    />
  );
}

function Notice({ onContinue }: { onContinue: () => void }): ReactNode {
  const { productName } = useSignInOptions();
  useEffect(() => {
    document.title = productName;
  }, [productName]);
  return (
    <main className={classes['wait']}>
      <Logo size={40} />
      <h1>{productName}</h1>
      <p>{mobileText}</p>
      <Button variant="default" onClick={onContinue}>
        Continue anyway
      </Button>
    </main>
  );
}
