import { noDistanceText } from '@careloop/contracts/directory';
import { Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** Miles with two decimals; 0 shows "--", an unknown distance says why (docs/domain/directory.md). */
export function Distance({ miles }: { miles: number | null }): ReactNode {
  if (miles === null) {
    return (
      <Tooltip label={noDistanceText} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Text span inherit c="dimmed" aria-label={noDistanceText} role="img">
          --
        </Text>
      </Tooltip>
    );
  }
  return (
    <Text span inherit>
      {miles === 0 ? '--' : `${miles.toFixed(2)} mi`}
    </Text>
  );
}
