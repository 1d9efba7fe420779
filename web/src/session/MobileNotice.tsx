import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { keep, recall } from '../lib/storage.ts';
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

/** On a phone, first says that the portal is made for desktops, with a way to continue. */
export function MobileNotice({ children }: { children: ReactNode }): ReactNode {
  // Checked once: turning the phone must not replace the screen.
  const [isShown, setShown] = useState(() => window.matchMedia(phone).matches && recall('session', mark) === undefined);
  if (!isShown) return children;
  return (
    <Notice
      onContinue={() => {
        keep('session', mark, '1');
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
