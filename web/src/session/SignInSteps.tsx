import type { SignInStep } from '@careloop/contracts/session';
import { startTransition, Suspense, useState, type ReactNode } from 'react';
import { toApiError } from '../api/errors.ts';
import { SignInForm } from './SignInForm.tsx';
import { SingleSignOn } from './SingleSignOn.tsx';
import type { SignInAnswer, StepProps } from './steps/step.ts';
import { stepPages, type StageKind } from './steps/stepPages.ts';
import { StepPlace } from './steps/StepFrame.tsx';
import { completeSignIn } from './store.ts';

type Stage = { kind: 'password'; problem?: string | undefined } | { kind: 'forgotten_password' } | SignInStep;

export interface SignInStepsProps {
  /** Who was signed in before, when a session is taken up again. */
  username?: string;
  /** Stands above the fields, where an error will stand. */
  notice: ReactNode;
  /** Over the portal, below a title of its own. */
  isInDialog?: boolean;
  /** The first key pressed: time to load what comes after. */
  onFirstInput?: (() => void) | undefined;
}

/** Signing in, step after step: the password, and what the server asks for after it. */
export function SignInSteps(props: SignInStepsProps): ReactNode {
  const { notice, isInDialog = false, onFirstInput } = props;
  const [stage, setStage] = useState<Stage>({ kind: 'password' });
  const [username, setUsername] = useState(props.username ?? '');
  // What is on the screen stays until the code of the next step is there.
  const show = (next: Stage) => startTransition(() => setStage(next));

  const startOver = (problem?: string) => show({ kind: 'password', problem });
  const goOn = async (answer: SignInAnswer) => {
    if (answer.nextStep !== undefined) show(answer.nextStep);
    else await completeSignIn();
  };
}
