import { useEffect, type ReactNode } from 'react';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export interface SignInPageProps {
  notice: ReactNode;
  /** Why somebody has to sign in now, above the form. */
  callout?: ReactNode;
  onFirstInput?: () => void;
}

/** Who are you? */
export function SignInPage({ notice, callout, onFirstInput }: SignInPageProps): ReactNode {
  useEffect(() => {
    document.title = 'Careloop | Sign in';
  }, []);
  return (
    <SignInFrame>
      <h1>Sign in</h1>
      {callout}
      <SignInForm notice={notice} onFirstInput={onFirstInput} />
    </SignInFrame>
  );
}
