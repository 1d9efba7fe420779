import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { ApiError, toApiError } from '../api/errors.ts';
import { SupportLink } from '../ui/errorHelp.tsx';
import { toneIcons } from '../ui/StatusBadge.tsx';
import type { Tone } from '../ui/tones.ts';
import classes from './toasts.module.css';

/** An error in words, its code, and the way to support (specification 1, section 8). */
function errorWordsOf(words: ReactNode, error: ApiError | undefined): ReactNode {
  // What the server refused needs no code; what went wrong does.
  const isFailure = error !== undefined && (error.status >= 500 || error.status === 0);
  return (
    <>
      {words}
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
      closeButton: classes['close'] ?? '',
    },
  });
}

/** Short messages in the corner, read out by screen readers. They wait while the pointer is over them. */
export const toast = {
  success: (message: ReactNode) => show('success', message, 4000),
  /** Stays longer: an error may need to be read twice. */
  error: (message: ReactNode | ApiError, prefix?: string) => {
    const error = message instanceof ApiError ? message : undefined;
    const words = (
      <>
        {prefix !== undefined && `${prefix} `}
        {error?.message ?? (message as ReactNode)}
      </>
    );
    show('danger', errorWordsOf(words, error), 12_000);
  },
  /** Words of its own for a call that failed, whose code goes to support. The same one is shown once. */
  failed: (words: string, thrown: unknown) => {
    const error = toApiError(thrown);
    if (!error.isSilent) show('danger', errorWordsOf(words, error), 12_000, words);
  },
  warning: (message: ReactNode) => show('warning', message, 8000),
  /** A warning that stays until it is dismissed; the same one is shown once. */
  lastingWarning: (message: string) => show('warning', message, false, message),
};
