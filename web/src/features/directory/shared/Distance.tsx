import { noDistanceText } from '@careloop/contracts/directory';
import { Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface DistanceProps {
  miles: number | null;
  /** Whether the provider has an address to measure to. */
  hasAddress: boolean;
}

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Miles with two decimals; 0 shows "--", an unknown distance says why (docs/domain/directory.md). */
export function Distance({ miles, hasAddress }: DistanceProps): ReactNode {
  if (miles === null) {
    const reason = noDistanceText(hasAddress);
    return (
      <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Text span inherit c="dimmed" aria-label={reason} role="img">
          --
        </Text>
      </Tooltip>
    );
  }
  return (
    <Text span inherit>
      {miles === 0 ? '--' : `${miles.toLocaleString('en-US', decimals)} mi`}
    </Text>
  );
}
