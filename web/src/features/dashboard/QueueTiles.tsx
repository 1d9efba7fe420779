import type { Dashboard } from '@careloop/contracts/dashboard';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import classes from './HomePage.module.css';

/** Maximum number of tiles in one row; more would be too narrow to read. */
const maxInRow = 6;

/** Number of tiles per row, in a wide and a narrow window. */
function rowsOf(count: number): CSSProperties {
  const half = Math.ceil(count / 2);
  return { '--in-row': count > maxInRow ? half : count, '--in-half': count > 3 ? half : count } as CSSProperties;
}

/** Open items of each queue; a tile opens the items it counts. */
export function QueueTiles({ queues }: { queues: NonNullable<Dashboard['queues']> }): ReactNode {
  if (queues.length === 0) return null;
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
