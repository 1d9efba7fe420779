import { useState, type ReactNode } from 'react';
import { SignInFrame } from './SignInFrame.tsx';
import { SignInSteps, signInTitles } from './SignInSteps.tsx';

export interface SignInPageProps {
  notice: ReactNode;
  /** Why somebody has to sign in now, above the form. */
  callout?: ReactNode;
  onFirstInput?: (() => void) | undefined;
}

/** Who are you? */
export function SignInPage(props: SignInPageProps): ReactNode {
  const [title, setTitle] = useState(signInTitles.password);
  return (
    <SignInFrame title={title}>
      <SignInSteps {...props} onTitle={setTitle} />
    </SignInFrame>
  );
}
