import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** What of an error is shown; an ApiError fits. */
export interface ShownError {
  message: string;
  reference?: string;
  status?: number;
}

export interface ErrorStateProps {
  error: ShownError;
  onRetry?: () => void;
}

/** Something could not be loaded: what, its code, and a way to try again. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactNode {
  return (
    <Stack align="center" p="xl" gap="xs" role="alert">
      <Title order={3}>Error!</Title>
      <Text>{error.message}</Text>
      {error.reference !== undefined && <Text c="dimmed">Error Code: {error.reference}</Text>}
      {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
    </Stack>
  );
}
