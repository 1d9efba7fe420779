import { referralEventVerbs } from '@careloop/contracts/referrals/story';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDateTime } from '../../../ui/dates.ts';
import type { Staleness } from './useSeenVersion.ts';

const isKnown = (what: string): what is keyof typeof referralEventVerbs => what in referralEventVerbs;
const verbOf = (what: string | null) => (what !== null && isKnown(what) ? referralEventVerbs[what] : 'changed it');

/** Somebody else was quicker: who did what, and the way on. */
export function StaleCallout({ staleness, onReload }: { staleness: Staleness; onReload: () => unknown }): ReactNode {
  const { changedBy, changedAt, what } = staleness;
  const who = changedBy ?? 'Somebody';
  const when = changedAt === null ? '' : ` on ${formatDateTime(changedAt)}`;
  return (
    <Callout
      tone="warning"
      title="This referral has changed since you opened it"
      action={
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => void onReload()}>
          Reload the referral
        </Button>
      }
    >
      {who} {verbOf(what)}
      {when}. Nothing was saved; what you typed is kept.
    </Callout>
  );
}
