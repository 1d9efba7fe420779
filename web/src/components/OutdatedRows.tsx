import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';
import { formatDateTime } from '../ui/dates.ts';
import { inWords, type ShownError } from '../ui/errorWords.ts';

interface OutdatedRowsProps {
  error: ShownError | null | undefined;
  /** When the shown rows were loaded, in milliseconds since 1970. */
  loadedAt: number | undefined;
  isRetrying: boolean;
  onRetry: (() => void) | undefined;
}

/** Above the rows of a list that could not be loaded again: that they are old, and since when; nothing without an error. */
export function OutdatedRows({ error, loadedAt, isRetrying, onRetry }: OutdatedRowsProps): ReactNode {
  // 401: the session ended, and the sign-in dialog says so.
  if (!error || error.status === 401) return null;
  const since = loadedAt ? ` They were loaded ${formatDateTime(new Date(loadedAt))}.` : '';
  return (
    <Callout
      tone="warning"
      title="This list could not be updated"
      action={
        onRetry && (
          <Button size="compact-sm" variant="default" loading={isRetrying} onClick={onRetry}>
            {tryAgain}
          </Button>
        )
      }
    >
      The rows shown are old.{since}
    </Callout>
  );
}

export const tryAgain = 'Try again';

/** Below the rows whose next ones could not be loaded. */
export const moreFailed = 'More rows could not be loaded.';

/**
 * The error of a list that has no rows: "Referrals could not be loaded", with what to do about a lost connection. A refusal says
 * by itself why there are none.
 */
export function listFailure(label: string, error: ShownError): ShownError {
  if (error.status === undefined || (error.status >= 200 && error.status < 500)) return error;
  const heading = `${label} could not be loaded`;
  if (error.code === 'network') return { ...error, message: `${heading}. ${error.message}` };
  return inWords(heading, error);
}
