import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadChunk } from '../lib/loadChunk.ts';
import { MobileNotice } from './MobileNotice.tsx';
import { setSignInNotice } from './signInNotice.ts';
import { SignInGate, type SignInGateProps } from './SignInGate.tsx';

const ResetPassword = lazy(async () => {
  const { ResetPassword: Page } = await loadChunk(() => import('./steps/ResetPassword.tsx'));
  return { default: Page };
});

const base = import.meta.env.BASE_URL;
const isResetAddress = () =>
  window.location.pathname.toLowerCase().replace(/\/$/, '') === `${base}ResetPassword`.toLowerCase();

/** Shows the reset-password page for its address, even if somebody is signed in; otherwise the portal behind its gate. */
export function Entrance(portal: SignInGateProps): ReactNode {
  const [isReset, setReset] = useState(isResetAddress);
  const goToSignIn = (notice?: string) => {
    setSignInNotice(notice);
    window.history.replaceState(null, '', base);
    setReset(false);
  };
  if (isReset) {
    return (
      <Suspense fallback={null}>
        <ResetPassword onLeave={goToSignIn} />
      </Suspense>
    );
  }
  return (
    <MobileNotice>
      <SignInGate {...portal} />
    </MobileNotice>
  );
}
