import { Button } from '@mantine/core';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, toApiError } from '../api/errors.ts';
import { reportError } from '../api/reportError.ts';
import { forgetKeptData } from '../lib/storage.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FatalError } from '../session/FatalError.tsx';
import { PermissionDenied } from './PermissionDenied.tsx';

/** Replaces a page that failed; the rest of the portal stays. */
export function ErrorScreen({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  // Only once: the reference depends on the time and must not change while the user reads it out to support.
  const [shown] = useState(() => toApiError(error));
  useEffect(() => {
    reportError({ error, reference: shown.reference, kind: 'render' });
    // Stored screen data may have caused the error.
    if (!(error instanceof ApiError)) forgetKeptData();
  }, [error, shown]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (shown.status === 403) return <PermissionDenied />;
  // The browser does not retry code that failed to load until the page is reloaded.
  if (!(error instanceof ApiError)) return <FatalError cause={error} reference={shown.reference} />;
  return (
    <ErrorState
      error={shown}
      onRetry={retry}
      action={
        <Button component={Link} to="/">
          Go Home
        </Button>
      }
    />
  );
}
