import { Button } from '@mantine/core';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, toApiError } from '../api/errors.ts';
import { reportError } from '../api/reportError.ts';
import { forgetKeptData } from '../lib/storage.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FatalError } from '../session/FatalError.tsx';
import { PermissionDenied } from './PermissionDenied.tsx';

/** In place of a page that failed: the rest of the portal stays. */
export function ErrorScreen({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  // Once: the reference is made from the time and must not change while it is read out to support.
  const [shown] = useState(() => toApiError(error));
  useEffect(() => {
    reportError({ error, reference: shown.reference, kind: 'render' });
    // What a screen kept and read back may be what broke it.
    if (!(error instanceof ApiError)) forgetKeptData();
  }, [error, shown]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (shown.status === 403) return <PermissionDenied />;
  // Code that failed to load stays failed for the browser until the page is loaded anew.
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
