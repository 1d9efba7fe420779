import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Logo } from '../ui/Logo.tsx';
import classes from './SignIn.module.css';
import { useSignInOptions } from './signInOptions.ts';

/** A phone in any orientation; not a narrow or zoomed desktop window. */
const phone = '(pointer: coarse) and (max-width: 48em), (pointer: coarse) and (max-height: 30em)';
/** Kept in session storage, until the browser is closed. */
const mark = 'careloop-mobile-accepted';

/** See docs/domain/session.md. */
const text =
  "We're sorry. Our mobile site is currently under construction. Please login via a desktop device to access the application.";

function isAccepted(): boolean {
  try {
    return sessionStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}

function accept(): void {
  try {
    sessionStorage.setItem(mark, '1');
  } catch {
    // Storage may be disabled; the notice then shows again after a reload.
  }
}

/** On a phone, first says that the portal is made for desktops, with a way to continue. */
export function MobileNotice({ children }: { children: ReactNode }): ReactNode {
  // Checked once: turning the phone must not replace the screen.
  const [isShown, setShown] = useState(() => window.matchMedia(phone).matches && !isAccepted());
  if (!isShown) return children;
  return (
    <Notice
      onContinue={() => {
        accept();
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
      <p>{text}</p>
      <Button variant="default" onClick={onContinue}>
        Continue anyway
      </Button>
    </main>
  );
}
