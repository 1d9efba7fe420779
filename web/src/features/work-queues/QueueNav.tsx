import type { OutputOf } from '@careloop/contracts/endpoint';
import { countMyTasks } from '@careloop/contracts/tasks';
import type { getWorkQueues, WorkQueueInfo } from '@careloop/contracts/work-queues';
import { ActionIcon } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import classes from './WorkQueuesPage.module.css';

export interface QueueNavProps {
  categories: OutputOf<typeof getWorkQueues>['categories'];
  chosenId: number | undefined;
  onSettings: () => void;
}

function QueueLink({ queue, isChosen }: { queue: WorkQueueInfo; isChosen: boolean }): ReactNode {
  return (
    <Link
      to="/WorkQueues"
      search={{ workQueueId: queue.workQueueId }}
      className={classes.queue}
      aria-current={isChosen ? 'page' : undefined}
    >
      {queue.name}
      <span
        className={classes.count}
        data-open={queue.openCount > 0 || undefined}
        aria-label={`${queue.openCount} open`}
      >
        {queue.openCount}
      </span>
    </Link>
  );
}

/** The user's own tasks, beside the queues. */
function MyTasks(): ReactNode {
  const { data } = useQuery(queryOf(countMyTasks, {}));
  if (data === undefined) return null;
  return (
    <ul aria-label="Tasks" className={classes.queues}>
      <li>
        <Link to="/Tasks" className={classes.queue}>
          My tasks
          <span
            className={classes.count}
            data-open={data.openCount > 0 || undefined}
            aria-label={`${data.openCount} open`}
          >
            {data.openCount}
          </span>
        </Link>
      </li>
    </ul>
  );
}

/** Queues by category, each with its number of open items. */
export function QueueNav({ categories, chosenId, onSettings }: QueueNavProps): ReactNode {
  return (
    <nav aria-label="Work queues" className={classes.nav}>
      {categories.map((category) => (
        <ul key={category.workQueueCategoryId} aria-label={category.name} className={classes.queues}>
          {category.workQueues.map((queue) => (
            <li key={queue.workQueueId}>
              <QueueLink queue={queue} isChosen={queue.workQueueId === chosenId} />
            </li>
          ))}
        </ul>
      ))}
      <MyTasks />
      <ActionIcon
        className={classes.settings}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Work queue settings"
        onClick={onSettings}
      >
        <IconSettings size={18} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
