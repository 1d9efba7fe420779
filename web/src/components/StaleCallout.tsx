import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';
import { formatDateTime } from '../ui/dates.ts';
import { isOwnChange, whoChanged } from './lastChange.ts';
import type { Staleness } from './useSeenVersion.ts';

export interface StaleCalloutProps {
  staleness: Staleness;
  onReload: () => unknown;
}

interface StaleCalloutWords extends StaleCalloutProps {
  /** What has changed: "referral". */
  noun: string;
  /** Builds the sentence that says who did what, from a name or "You", and " on 5/2/26 4:10 PM" or an empty string. */
  sentence: (who: string, when: string) => string;
}

/** Says who changed the record since it was opened, and lets the user continue from the current version. */
export function StaleCallout({ noun, sentence, staleness, onReload }: StaleCalloutWords): ReactNode {
  const { changedAt } = staleness;
  const where = isOwnChange(staleness) ? ' in another window' : '';
  const when = changedAt === null ? '' : ` on ${formatDateTime(changedAt)}`;
  return (
    <Callout
      tone="warning"
      title={`This ${noun} has changed since you opened it`}
      action={
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => void onReload()}>
          Reload the {noun}
        </Button>
      }
    >
      {sentence(whoChanged(staleness), `${where}${when}`)}. Nothing was saved; your entries are kept.
    </Callout>
  );
}
