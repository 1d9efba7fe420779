import type { SignInStep } from '@careloop/contracts/session';
import { lazy, startTransition, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '../lib/loadChunk.ts';
import { completeSignIn } from './actions.ts';
import { SignInForm } from './SignInForm.tsx';
import { useSignInOptions } from './signInOptions.ts';
import { signInProblem } from './signInProblem.ts';
import { SingleSignOn } from './SingleSignOn.tsx';
import type { SignInAnswer, StepProps } from './steps/useStepCall.ts';
import { StepPlace } from './steps/StepFrame.tsx';

type Stage = { kind: 'password'; problem?: string | undefined } | { kind: 'forgotten_password' } | SignInStep;

export const signInTitles: Record<Stage['kind'], string> = {
  password: 'Sign in',
  forgotten_password: 'Forgot your password?',
  second_factor: 'Two-step verification',
  second_factor_setup: 'Set up two-step verification',
  password_change: 'Choose a new password',
};

// Most users need none of these: each step's code is loaded when the server asks for it.
const ForgottenPassword = lazy(async () => {
  const { ForgottenPassword: Step } = await loadChunk(() => import('./steps/ForgottenPassword.tsx'));
  return { default: Step };
});
const steps: Record<SignInStep['kind'], ComponentType<StepProps>> = {
  second_factor: lazy(async () => {
    const { SecondFactor: Step } = await loadChunk(() => import('./steps/SecondFactor.tsx'));
    return { default: Step };
  }),
  second_factor_setup: lazy(async () => {
    const { SecondFactorSetup: Step } = await loadChunk(() => import('./steps/SecondFactorSetup.tsx'));
    return { default: Step };
  }),
  password_change: lazy(async () => {
    const { PasswordChange: Step } = await loadChunk(() => import('./steps/PasswordChange.tsx'));
    return { default: Step };
  }),
};

export interface SignInStepsProps {
  /** Initial username, when a session is continued. */
  username?: string;
  /** Above the fields, in the place of a later error. */
  notice: ReactNode;
  /** Above the form: why the user must sign in now. */
  callout?: ReactNode;
  /** Whether the steps are shown in a dialog over the portal, which has its own title and whose page must stay. */
  isInDialog?: boolean;
  /** Called on the first key press, to preload what comes next. */
  onFirstInput?: (() => void) | undefined;
  /** Receives the title of the current step. */
  onTitle?: (title: string) => void;
}

/** The sign-in steps: the password, then whatever the server asks for. */
export function SignInSteps(props: SignInStepsProps): ReactNode {
  const { notice, callout, isInDialog = false, onFirstInput, onTitle } = props;
  const [stage, setStage] = useState<Stage>({ kind: 'password' });
  const [username, setUsername] = useState(props.username ?? '');
  const { productName, singleSignOnLabel } = useSignInOptions();
  useEffect(() => onTitle?.(signInTitles[stage.kind]), [stage.kind, onTitle]);

  // Keeps the current step until the code of the next one has loaded.
  const show = (next: Stage) => startTransition(() => setStage(next));
  const startOver = (problem?: string) => show({ kind: 'password', problem });
  const goOn = async (answer: SignInAnswer) => {
    if (answer.nextStep === undefined) await completeSignIn();
    else show(answer.nextStep);
  };
  const goOnOrStartOver = async (answer: SignInAnswer) => {
    try {
      await goOn(answer);
    } catch (thrown) {
      // The completed step cannot be repeated.
      startOver(signInProblem(thrown));
    }
  };
  const common = { username, productName, onAnswer: goOnOrStartOver, onStartOver: startOver };
  return (
    <StepPlace value={isInDialog ? 'dialog' : 'page'}>
      <Suspense fallback={null}>{content()}</Suspense>
    </StepPlace>
  );

  function content(): ReactNode {
    if (stage.kind === 'forgotten_password') {
      return <ForgottenPassword username={username} onBack={() => startOver()} />;
    }
    if (stage.kind !== 'password') {
      const Step = steps[stage.kind];
      return <Step key={stage.challenge} challenge={stage.challenge} {...common} />;
    }
    return (
      <>
        {!isInDialog && <h1>{signInTitles.password}</h1>}
        {callout}
        {singleSignOnLabel !== null && <SingleSignOn label={singleSignOnLabel} opensNewTab={isInDialog} />}
        <SignInForm
          username={username}
          notice={notice}
          problem={stage.problem}
          onUsername={setUsername}
          onAnswer={goOn}
          onForgotten={() => show({ kind: 'forgotten_password' })}
          onFirstInput={onFirstInput}
        />
      </>
    );
  }
}
