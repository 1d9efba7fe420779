import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows "Not stated" instead of a blank. */
export function Unknown({ word = 'Not stated' }: { word?: string }): ReactNode {
  return (
    <Text span inherit c="dimmed">
      {word}
    </Text>
  );
}
