import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outdatedQueries } from '../api/outdatedQueries.ts';
import { useStore } from '../lib/store.ts';
import { Bar } from '../ui/Bar.tsx';
import { dayOf, formatDateTime, formatTime } from '../ui/dates.ts';
import { useCoveredAt } from '../ui/dialogStack.ts';
import { tryAgain } from './listFailure.ts';

interface OutdatedNoticeProps {
  /** When the dialog opened that it is in; left out on the page. */
  openedAt?: number;
}

/**
 * Says that data on the screen are old, because they could not be refetched. A failure is said where it can be seen: in the
 * dialog that was on top when it happened, and once that is closed in what was below it.
 */
export function OutdatedNotice({ openedAt = 0 }: OutdatedNoticeProps): ReactNode {
  const client = useQueryClient();
  const all = useStore(outdatedQueries(client.getQueryCache()));
  const coveredAt = useCoveredAt(openedAt);
  const outdated = all.filter(({ failedAt }) => failedAt >= openedAt && failedAt < coveredAt);
  const retry = () => {
    const queries = new Set(outdated.map(({ query }) => query));
    void client.refetchQueries({ predicate: (query) => queries.has(query) });
  };
  return (
    <div role="status">
      {outdated.length > 0 && (
        <Bar
          isPrinted
          icon={<IconRefreshAlert size={18} aria-hidden />}
          action={
            <Button
              size="compact-sm"
              variant="default"
              loading={outdated.some(({ isFetching }) => isFetching)}
              onClick={retry}
            >
              {tryAgain}
            </Button>
          }
        >
          <strong>Some information could not be updated.</strong> It was loaded{' '}
          {since(Math.min(...outdated.map(({ loadedAt }) => loadedAt)))}.
        </Bar>
      )}
    </div>
  );
}

/** "at 3:05 PM" today, otherwise "7/4/26 3:05 PM". */
function since(loadedAt: number): string {
  const at = new Date(loadedAt);
  return dayOf(at) === dayOf(new Date()) ? `at ${formatTime(at)}` : formatDateTime(at);
}
