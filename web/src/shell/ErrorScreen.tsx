import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toApiError } from '../api/errors.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PermissionDenied } from './PermissionDenied.tsx';

/** In place of a page that failed. */
export function ErrorScreen({ error, reset }: ErrorComponentProps): ReactNode {
  const apiError = toApiError(error);
  if (apiError.status === 403) return <PermissionDenied />;
  return (
    <>
      <ErrorState error={apiError} onRetry={reset} />
      <Button component="a" href={import.meta.env.BASE_URL}>
        Go Home
      </Button>
    </>
  );
}
