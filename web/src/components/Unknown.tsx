import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows "Unknown" instead of an empty gap. */
export function Unknown({ word = 'Unknown' }: { word?: string }): ReactNode {
  return (
    <Text span inherit c="dimmed">
      {word}
    </Text>
  );
}
