import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { SupportLink } from '../ui/errorHelp.tsx';
import { toneIcons } from '../ui/StatusBadge.tsx';
import type { Tone } from '../ui/tones.ts';
import classes from './toasts.module.css';

/** An error in words, what led to it, and the way to support (specification 1, section 8). */
function errorWordsOf(message: ReactNode | ApiError, prefix: string | undefined): ReactNode {
  const error = message instanceof ApiError ? message : undefined;
  // What the server refused needs no code; what went wrong does.
  const isFailure = error !== undefined && (error.status >= 500 || error.status === 0);
  return (
    <>
      {prefix !== undefined && `${prefix} `}
      {error?.message ?? (message as ReactNode)}
      {isFailure && <div className={classes['code']}>Error Code: {error.reference}</div>}
      <SupportLink errorCode={isFailure ? error.reference : undefined} />
    </>
  );
}

function show(tone: Tone, message: ReactNode, autoClose: number | false, id?: string): void {
  const ToneIcon = toneIcons[tone];
  notifications.show({
    ...(id !== undefined && { id }),
    message,
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
  error: (message: ReactNode | ApiError, prefix?: string) => show('danger', errorWordsOf(message, prefix), 12_000),
  warning: (message: ReactNode) => show('warning', message, 8000),
  /** A warning that stays until it is dismissed; the same one is shown once. */
  lastingWarning: (message: string) => show('warning', message, false, message),
};
