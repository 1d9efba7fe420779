import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { toneIcons } from '../ui/StatusBadge.tsx';
import type { Tone } from '../ui/tones.ts';
import classes from './toasts.module.css';

type Message = ReactNode | ApiError;

function wordsOf(message: Message): ReactNode {
  if (!(message instanceof ApiError)) return message;
  // What the server refused needs no code; what went wrong does.
  const isFailure = message.status >= 500 || message.status === 0;
  return (
    <>
      {message.message}
      {isFailure && <div className={classes['code']}>Error Code: {message.reference}</div>}
    </>
  );
}

function show(tone: Tone, message: Message, autoClose: number): void {
  const ToneIcon = toneIcons[tone];
  notifications.show({
    message: wordsOf(message),
    icon: <ToneIcon size={18} aria-hidden />,
    autoClose,
    // Errors interrupt a screen reader, the others wait until it has finished.
    role: tone === 'danger' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    'data-tone': tone,
    classNames: {
      root: classes['toast'] ?? '',
      icon: classes['icon'] ?? '',
      description: classes['words'] ?? '',
    },
  });
}

/** Short messages in the corner, read out by screen readers. They wait while the pointer is over them. */
export const toast = {
  success: (message: ReactNode) => show('success', message, 4000),
  /** Stays longer: an error may need to be read twice. */
  error: (message: Message) => show('danger', message, 12_000),
  warning: (message: ReactNode) => show('warning', message, 8000),
};
