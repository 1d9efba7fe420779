import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

/** Preloads the dialog, so that it can be shown even when the server is unreachable. */
export const importConfirmDialog = () => import('./ConfirmDialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await importConfirmDialog()).ConfirmDialog }));

export type Question = Pick<ConfirmDialogProps, 'title' | 'message' | 'yes' | 'no' | 'tone'>;

interface OpenQuestion {
  question: Question;
  answer: (answer: boolean) => void;
}

const openQuestions = createStore<readonly OpenQuestion[]>([]);

/** Asks a yes/no question and resolves to true if the user said yes. Needs a `ConfirmHost` on the page. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => openQuestions.set([...openQuestions.get(), { question, answer: resolve }]));
}

/** True while a question is open. */
export function isAsking(): boolean {
  return openQuestions.get().length > 0;
}

/** Answers all open questions with no, as nobody can answer them any more. */
function cancelAll(): void {
  const cancelled = openQuestions.get();
  openQuestions.set([]);
  for (const { answer } of cancelled) answer(false);
}

/** Shows the questions of `confirm()` one after the other. Render it once per application. */
export function ConfirmHost(): ReactNode {
  useEffect(() => cancelAll, []);
  const first = useStore(openQuestions, ([question]) => question);
  // Keeps the last question's texts while its dialog fades out.
  const [last, setLast] = useState(first);
  if (first !== undefined && first !== last) setLast(first);
  if (last === undefined) return null;

  const answer = (isYes: boolean) => {
    if (first === undefined) return;
    openQuestions.set(openQuestions.get().filter((one) => one !== first));
    first.answer(isYes);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog {...last.question} opened={first !== undefined} onAnswer={answer} />
    </Suspense>
  );
}
