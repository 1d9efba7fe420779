import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadChunk } from '../lib/loadChunk.ts';
import { MobileNotice } from './MobileNotice.tsx';
import { setSignInNotice } from './signInNotice.ts';
import { SignInGate, type SignInGateProps } from './SignInGate.tsx';

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
