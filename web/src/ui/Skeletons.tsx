import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The shape of a list while it loads. */
export function ListSkeleton({ count = 8 }: { count?: number }): ReactNode {
  return (
    <Stack gap="xs" p="sm" aria-busy="true" aria-label="Loading">
      {rows(count).map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  );
}

/** The shape of a detail while it loads. */
export function DetailSkeleton(): ReactNode {
  return (
    <Stack gap="md" p="lg" aria-busy="true" aria-label="Loading">
      <Skeleton height={24} width="40%" />
      <Skeleton height={80} />
      <Skeleton height={160} />
    </Stack>
  );
}
