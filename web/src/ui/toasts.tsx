import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { SupportLink } from './errorHelp.tsx';
import type { ShownError } from './errorWords.ts';
import { toneIcons } from './StatusBadge.tsx';
import classes from './toasts.module.css';
import type { Tone } from './tones.ts';

/** An error message with its code and a link to support (docs/domain/screens.md). */
function showError(words: ReactNode, errorCode?: string, id?: string): void {
  const message = (
    <>
      {words}
      {errorCode !== undefined && <div className={classes['code']}>Error Code: {errorCode}</div>}
      <SupportLink errorCode={errorCode} />
    </>
  );
  // Stays longer: an error may need to be read twice.
  show('danger', message, 12_000, id);
}

/** What the server refused needs no code; what went wrong does. */
function errorCodeOf({ status = 0, reference }: ShownError): string | undefined {
  return status >= 500 || status === 0 ? reference : undefined;
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
  error: (message: ReactNode) => showError(message),
  /** A call that failed, in the server's words; `prefix` says what was being done. */
  failure: (error: ShownError, prefix?: string) =>
    showError(prefix === undefined ? error.message : `${prefix} ${error.message}`, errorCodeOf(error)),
  /** A call that failed, in the screen's own words. The same words are shown once. */
  failureAs: (words: string, error: ShownError) => showError(words, errorCodeOf(error), words),
  warning: (message: ReactNode) => show('warning', message, 8000),
  /** A warning that stays until it is dismissed; the same one is shown once. */
  lastingWarning: (message: string) => show('warning', message, false, message),
  /** The same for a warning with a link, known by its key. */
  lastingNews: (message: ReactNode, key: string) => show('warning', message, false, key),
  /** Something that goes on: it stays until `hide` is called with its key, or it is dismissed. */
  progress: (message: string, key: string) => show('info', message, false, key),
  hide: (key: string) => void notifications.hide(key),
};
