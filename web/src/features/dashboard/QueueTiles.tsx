import { getWorkQueues } from '@careloop/contracts/work-queues';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import classes from './HomePage.module.css';

/** More than this many are too narrow to read in one row. */
const mostInRow = 6;

/** How many tiles stand beside each other, and how many where there is little room. */
function rowsOf(count: number): CSSProperties {
  const half = Math.ceil(count / 2);
  return { '--in-row': count > mostInRow ? half : count, '--in-half': count > 3 ? half : count } as CSSProperties;
}

/** What waits in each queue; a tile leads to the rows it counts. */
export function QueueTiles(): ReactNode {
  const query = useQuery(queryOf(getWorkQueues, {}));
  if (query.isPending) return <Skeleton height={84} aria-label="Loading" aria-busy />;
  if (query.data === undefined)
    return <ErrorState size="small" error={query.error} onRetry={() => void query.refetch()} />;
  const queues = query.data.categories.flatMap((category) => category.workQueues).filter((queue) => !queue.userHidden);
  return (
    <section aria-label="Work queues" className={classes.tilesPlace}>
      <ul className={classes.tiles} style={rowsOf(queues.length)}>
        {queues.map((queue) => (
          <li key={queue.workQueueId}>
            <Link to="/WorkQueues" search={{ workQueueId: queue.workQueueId }} className={classes.tile}>
              <Text span fz="sm">
                {queue.name}
              </Text>
              <span>
                <span className={classes.number} data-none={queue.openCount === 0 || undefined}>
                  {queue.openCount}
                </span>{' '}
                <Text span fz="xs" c="dimmed">
                  open
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
