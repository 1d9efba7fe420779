import { Button } from '@mantine/core';
import { IconClockExclamation, IconLock, IconMoodSad, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SupportLink } from './errorHelp.tsx';
import { errorDisplayTexts, errorWords, type ErrorKind, type ShownError } from './errorWords.ts';
import classes from './States.module.css';

const icons: Record<ErrorKind, ReactNode> = {
  timeout: <IconClockExclamation size={24} />,
  offline: <IconPlugConnectedX size={24} />,
  denied: <IconLock size={24} />,
  refused: <IconSearchOff size={24} />,
  unexpected: <IconMoodSad size={24} />,
};

export interface ErrorStateProps {
  error: ShownError;
  onRetry?: () => void;
  /** Shown next to Retry, such as a link to Home. */
  action?: ReactNode;
  /** `large`, for a page or dialog, has a longer text and shows the error code. `small` fits into a card. */
  size?: 'small' | 'large';
  /** Set to `h1` when the error is the whole page. */
  heading?: 'p' | 'h1';
}

/** Replaces content that failed to load: what failed, the error code, and a retry (docs/domain/screens.md). */
export function ErrorState({
  error,
  onRetry,
  action,
  size = 'large',
  heading: Heading = 'p',
}: ErrorStateProps): ReactNode {
  // The session ended: the sign-in dialog says so, and the screen reloads its data afterwards.
  if (error.status === 401) return null;
  const { kind, title, text } = errorWords(error);
  const isLarge = size === 'large';
  const isFailure = kind === 'unexpected' || kind === 'timeout';
  return (
    <div className={classes['state']} data-size={size} role="alert">
      <span className={classes['icon']} data-tone={kind === 'unexpected' ? 'danger' : 'warning'} aria-hidden>
        {icons[kind]}
      </span>
      <Heading className={classes['title']}>{title}</Heading>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {isLarge && kind === 'unexpected' && <p className={classes['text']}>{errorDisplayTexts.apology}</p>}
      {isFailure && error.reference !== undefined && (
        <p className={classes['reference']}>Error Code: {error.reference}</p>
      )}
      {(onRetry !== undefined || action !== undefined) && (
        <div className={classes['action']}>
          {onRetry !== undefined && kind !== 'denied' && (
            <Button variant="default" size={isLarge ? undefined : 'compact-sm'} onClick={onRetry}>
              {kind === 'timeout' ? 'Refresh' : 'Retry'}
            </Button>
          )}
          {action}
        </div>
      )}
      {isFailure && isLarge && <SupportLink errorCode={error.reference} />}
    </div>
  );
}
