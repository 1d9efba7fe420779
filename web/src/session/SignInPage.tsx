import { useEffect, useState, type ReactNode } from 'react';
import { signInNotice, setSignInNotice } from './signInNotice.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { useSignInOptions } from './signInOptions.ts';
import { SignInSteps, signInTitles } from './SignInSteps.tsx';

export interface SignInPageProps {
  notice: ReactNode;
  /** Above the form: why the user must sign in now. */
  callout?: ReactNode;
  onFirstInput?: (() => void) | undefined;
}

/** Sign-in form and single sign-on. */
export function SignInPage(props: SignInPageProps): ReactNode {
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
