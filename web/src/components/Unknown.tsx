import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is not known is a word, not an empty gap. */
export function Unknown({ word = 'Unknown' }: { word?: string }): ReactNode {
  return (
    <Text span inherit c="dimmed">
      {word}
    </Text>
  );
}
