import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import type { signInAnswer } from '@careloop/contracts/session';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { toApiError } from '../../api/errors.ts';
import { signInCall } from '../pendingLogout.ts';
import { stepProblem } from './stepProblem.ts';

export type SignInAnswer = z.output<typeof signInAnswer>;

/** Props of every step after the password. */
export interface StepProps {
  /** Goes along with the step's call: whose password was right. */
  challenge: string;
  username: string;
  productName: string;
  /** With what the server answered: a session, or one more step. */
  onAnswer: (answer: SignInAnswer) => Promise<void>;
  /** Back to the password, with a sentence when that was not the user's wish. */
  onStartOver: (problem?: string) => void;
}

export interface StepCall<E extends Endpoint> {
  isBusy: boolean;
  run: (input: CallOf<E>) => Promise<void>;
}

export interface StepCallOptions<E extends Endpoint> {
  onDone: (output: OutputOf<E>) => unknown;
  /** The challenge has expired: sign-in starts over. */
  onOver: (message: string) => void;
  /** Refused for something the user can correct in this step. */
  onProblem: (problem: { fields: Record<string, string>; message: string }) => void;
}

/** The call of a step: one at a time, and what goes wrong told where it belongs. Busy until the step is left. */
export function useStepCall<E extends Endpoint>(endpoint: E, options: StepCallOptions<E>): StepCall<E> {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (input: CallOf<E>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await options.onDone(await signInCall(() => call(endpoint, input)));
    } catch (thrown) {
      setBusy(false);
      const problem = stepProblem(toApiError(thrown));
      if (problem.isOver) options.onOver(problem.message);
      else options.onProblem(problem);
    } finally {
      isRunning.current = false;
    }
  };
  return { isBusy, run };
}
