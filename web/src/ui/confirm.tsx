import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

/** Fetches the dialog beforehand: it must be there when the server is not. */
export const importConfirmDialog = () => import('./ConfirmDialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await importConfirmDialog()).ConfirmDialog }));

export type Question = Pick<ConfirmDialogProps, 'title' | 'message' | 'yes' | 'no' | 'tone'>;

interface Asked {
  question: Question;
  answer: (answer: boolean) => void;
}

let asked: readonly Asked[] = [];
const listeners = new Set<() => void>();

function setAsked(next: readonly Asked[]): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks, and answers whether the user said yes. Needs a `ConfirmHost` on the page. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => setAsked([...asked, { question, answer: resolve }]));
}

/** Whether a question waits for its answer. */
export function isAsking(): boolean {
  return asked.length > 0;
}

/** Shows the questions of `confirm()`, one after the other. Once per application. */
export function ConfirmHost(): ReactNode {
  const first = useSyncExternalStore(subscribe, () => asked[0]);
  // Keeps the words of the last question while its dialog fades out.
  const [last, setLast] = useState(first);
  if (first !== undefined && first !== last) setLast(first);
  if (last === undefined) return null;

  const answer = (isYes: boolean) => {
    if (first === undefined) return;
    setAsked(asked.filter((one) => one !== first));
    first.answer(isYes);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog {...last.question} opened={first !== undefined} onAnswer={answer} />
    </Suspense>
  );
}
