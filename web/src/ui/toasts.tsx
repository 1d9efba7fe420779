import { Button } from '@mantine/core';
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
  // Shown longer, because an error may need a second reading.
  show('danger', message, 12_000, id);
}

/** A refused request needs no error code; a failure does. */
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
    // Errors interrupt a screen reader, other messages wait until it has finished.
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

let actionCount = 0;

interface ToastAction {
  label: string;
  onAct: () => void;
}

/** Shown longer, because it takes a decision. */
function showWithActions(words: string, actions: readonly ToastAction[], milliseconds = 8000): void {
  actionCount += 1;
  const key = `action ${actionCount}`;
  let isUsed = false;
  const message = (
    <>
      {words}{' '}
      {actions.map(({ label, onAct }) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            // While it fades away it can be clicked again.
            if (isUsed) return;
            isUsed = true;
            notifications.hide(key);
            onAct();
          }}
        >
          {label}
        </Button>
      ))}
    </>
  );
  show('success', message, milliseconds, key);
}

const showWithAction = (words: string, label: string, onAct: () => void) => showWithActions(words, [{ label, onAct }]);

/** Toast messages, read out by screen readers. The timer pauses while the pointer is over them. */
export const toast = {
  success: (message: ReactNode) => show('success', message, 4000),
  /** A success with a button for what users may want next. */
  withAction: showWithAction,
  /** The same with several, for as long as they can be used. */
  withActions: showWithActions,
  /** A success that one click undoes. */
  undoable: (words: string, onUndo: () => void) => showWithAction(words, 'Undo', onUndo),
  error: (message: ReactNode) => showError(message),
  /** A failed call, with the server's message; `prefix` says what was attempted. */
  failure: (error: ShownError, prefix?: string) =>
    showError(prefix === undefined ? error.message : `${prefix} ${error.message}`, errorCodeOf(error)),
  /** A failed call, with the screen's own message. Repeating the same message does not add another toast. */
  failureAs: (words: string, error: ShownError) => showError(words, errorCodeOf(error), words),
  warning: (message: ReactNode) => show('warning', message, 8000),
  /** A warning that stays until dismissed; shown once per message. */
  lastingWarning: (message: string) => show('warning', message, false, message),
  /** The same with a link; shown once per key. */
  lastingNews: (message: ReactNode, key: string) => show('warning', message, false, key),
  /** Progress of something ongoing; stays until `hide` is called with its key, or it is dismissed. */
  progress: (message: string, key: string) => show('info', message, false, key),
  hide: (key: string) => void notifications.hide(key),
};
