import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDateTime } from '../../../ui/dates.ts';
import { consultationStatusLabel } from '../shared/consultationWords.tsx';
import type { Staleness } from './useAnswer.ts';

/** Somebody else was quicker: who did what, and the way on. */
export function StaleCallout({ staleness, onReload }: { staleness: Staleness; onReload: () => void }): ReactNode {
  const { changedBy, changedAt, what } = staleness;
  const when = changedAt === null ? '' : ` on ${formatDateTime(changedAt)}`;
  return (
    <Callout
      tone="warning"
      title="This consultation has changed since you opened it"
      action={
        <Button size="compact-sm" variant="default" mt="xs" onClick={onReload}>
          Reload the consultation
        </Button>
      }
    >
      {changedBy ?? 'Somebody'} changed it{when}
      {what === null ? '' : ` (${consultationStatusLabel(what)})`}. Nothing was saved; what you typed is kept.
    </Callout>
  );
}
