import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';

/** Short fields in two columns, one on a phone. */
export function FieldGrid({ children }: { children: ReactNode }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {children}
    </SimpleGrid>
  );
}
