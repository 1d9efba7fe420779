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
  /** Sent with the step's call: proves that the password was right. */
  challenge: string;
  username: string;
  productName: string;
  /** Receives the server's answer: a session, or one more step. */
  onAnswer: (answer: SignInAnswer) => Promise<void>;
  /** Goes back to the password, with a message if the user did not ask for it. */
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
  /** The server refused the input, and the user can correct it in this step. */
  onProblem: (problem: { fields: Record<string, string>; message: string }) => void;
}

/** Call of a step, one at a time, with errors passed to the right handler. Busy until the step is left. */
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
