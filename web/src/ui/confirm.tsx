import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, useSyncExternalStore, type ReactNode } from 'react';

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message?: ReactNode;
  /** Label of the button that goes on. "Yes" when left out. */
  yes?: string;
  /** Label of the button that stays. "No" when left out. */
  no?: string;
  /** `danger` for what cannot be taken back. */
  tone?: 'neutral' | 'danger';
  onAnswer: (answer: boolean) => void;
}

/** A question that must be answered first. Escape and the close button answer no. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { opened, title, message, yes = 'Yes', no = 'No', tone = 'neutral', onAnswer } = props;
  return (
    <Modal opened={opened} onClose={() => onAnswer(false)} title={title} size="sm" role="alertdialog">
      {message !== undefined && <Text component="div">{message}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {no}
        </Button>
        <Button color={tone === 'danger' ? 'red' : undefined} onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </Group>
    </Modal>
  );
}

export type Question = Omit<ConfirmDialogProps, 'opened' | 'onAnswer'>;

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

/** Shows the questions of `confirm()`, one after the other. Once per application. */
export function ConfirmHost(): ReactNode {
  const first = useSyncExternalStore(subscribe, () => asked[0]);
  // Keeps the words of the last question while its dialog fades out.
  const [last, setLast] = useState(first);
  if (first !== undefined && first !== last) setLast(first);
  if (last === undefined) return null;

  const answer = (yes: boolean) => {
    if (first === undefined) return;
    setAsked(asked.filter((one) => one !== first));
    first.answer(yes);
  };
  return <ConfirmDialog {...last.question} opened={first !== undefined} onAnswer={answer} />;
}
