import { allOf } from '@careloop/contracts/access';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { countMyTasks } from '@careloop/contracts/tasks';
import type { getWorkQueues, WorkQueueInfo } from '@careloop/contracts/work-queues';
import { ActionIcon, Group, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { useNavigationPart } from '../../../shell/navigation.ts';
import classes from '../WorkQueuesPage.module.css';
import { shownCategories } from './shownCategories.ts';

export interface QueueNavProps {
  categories: OutputOf<typeof getWorkQueues>['categories'];
  chosenId: number | undefined;
  /** Left out on a page beside the queues. */
  onSettings?: () => void;
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

/** Link to the user's own tasks, next to the queues. */
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

/** Below this width the queue list would take more space than the items. */
const narrow = '(max-width: 48em)';

/** The queues as one select: "Referrals > Referrals to process". */
function QueueSelect({ categories, chosenId }: Pick<QueueNavProps, 'categories' | 'chosenId'>): ReactNode {
  const navigate = useNavigate();
  const queues = categories.flatMap((category) =>
    category.workQueues.map((queue) => ({ ...queue, label: `${category.name} > ${queue.name}` })),
  );
  return (
    <Select
      aria-label="Work queue"
      placeholder="Work queues"
      className={classes.select}
      allowDeselect={false}
      maxDropdownHeight={320}
      data={queues.map(({ workQueueId, label }) => ({ value: String(workQueueId), label }))}
      value={chosenId === undefined ? null : String(chosenId)}
      onChange={(value) => {
        if (value !== null) void navigate({ to: '/WorkQueues', search: { workQueueId: Number(value) } });
      }}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%">
          {option.label}
          <span className={classes.count}>
            {queues.find(({ workQueueId }) => String(workQueueId) === option.value)?.openCount}
          </span>
        </Group>
      )}
    />
  );
}

/** Queues by category, each with its number of open items. */
export function QueueNav({ categories, chosenId, onSettings }: QueueNavProps): ReactNode {
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  return (
    <nav aria-label="Work queues" className={classes.nav}>
      {isNarrow ? (
        <QueueSelect categories={categories} chosenId={chosenId} />
      ) : (
        categories.map((category) => (
          <ul key={category.workQueueCategoryId} aria-label={category.name} className={classes.queues}>
            {category.workQueues.map((queue) => (
              <li key={queue.workQueueId}>
                <QueueLink queue={queue} isChosen={queue.workQueueId === chosenId} />
              </li>
            ))}
          </ul>
        ))
      )}
      <MyTasks />
      {onSettings !== undefined && (
        <ActionIcon
          className={classes.settings}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Work Queue Settings"
          onClick={onSettings}
        >
          <IconSettings size={18} aria-hidden />
        </ActionIcon>
      )}
    </nav>
  );
}

const access = allOf('ManageWorkQueues');

/** The queues above a page that is opened from among them, for users who have queues. */
export function QueueNavAbove(): ReactNode {
  const { can } = useSession();
  const { data } = useNavigationPart('workQueues', { enabled: can(access) });
  if (!can(access) || data === undefined) return null;
  return <QueueNav categories={shownCategories(data.categories)} chosenId={undefined} />;
}
