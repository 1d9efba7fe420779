import { Anchor, Button } from '@mantine/core';
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
  /** Defaults to "Retry". */
  retryLabel?: string;
  /** Shown next to Retry, such as a link to Home. */
  action?: ReactNode;
  /** `large`, for a page or dialog, has a longer text and shows the error code. `small` fits into a card. */
  size?: 'small' | 'large';
  /** Set to `h1` when the error is the whole page, and to `none` where the title stands above it. */
  heading?: 'p' | 'h1' | 'none';
}

/** Replaces content that failed to load: what failed, the error code, and a retry (docs/domain/screens.md). */
export function ErrorState(props: ErrorStateProps): ReactNode {
  const { error, onRetry, retryLabel = 'Retry', action, size = 'large', heading = 'p' } = props;
  // The session ended: the sign-in dialog says so, and the screen reloads its data afterwards.
  if (error.status === 401) return null;
  const { kind, title, text } = errorWords(error);
  const isLarge = size === 'large';
  const hasRetry = onRetry !== undefined && kind !== 'denied' && kind !== 'timeout' && error.code !== 'not_found';
  const isFailure = kind === 'unexpected' || kind === 'timeout';
  return (
    <div className={classes['state']} data-size={size} role="alert">
      <span className={classes['icon']} data-tone={kind === 'unexpected' ? 'danger' : 'warning'} aria-hidden>
        {icons[kind]}
      </span>
      {heading === 'p' && <p className={classes['title']}>{title}</p>}
      {heading === 'h1' && <h1 className={classes['title']}>{title}</h1>}
      {text !== undefined && (
        <p className={classes['text']}>
          {text} {kind === 'timeout' && <RefreshLink onRefresh={onRetry} />}
        </p>
      )}
      {isLarge && kind === 'unexpected' && <p className={classes['text']}>{errorDisplayTexts.apology}</p>}
      {isFailure && error.reference !== undefined && (
        <p className={classes['reference']}>Error Code: {error.reference}</p>
      )}
      {(hasRetry || action !== undefined) && (
        <div className={classes['action']}>
          {hasRetry && (
            <Button variant="default" size={isLarge ? undefined : 'compact-sm'} onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
      {isFailure && isLarge && <SupportLink errorCode={error.reference} />}
    </div>
  );
}

/** Loads again what took too long: the content itself, or else the page, which shows whether an action was done. */
function RefreshLink({ onRefresh }: { onRefresh: (() => void) | undefined }): ReactNode {
  return (
    <Anchor
      href={window.location.href}
      inherit
      underline="always"
      onClick={(event) => {
        event.preventDefault();
        if (onRefresh === undefined) window.location.reload();
        else onRefresh();
      }}
    >
      Refresh
    </Anchor>
  );
}
