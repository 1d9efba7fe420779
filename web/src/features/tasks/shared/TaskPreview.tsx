import { getTaskPreview, taskTexts, type TaskSummary } from '@careloop/contracts/tasks';
import { Popover, Text, Tooltip } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { queryOf } from '../../../api/query.ts';
import { formatDay } from '../../../ui/dates.ts';
import { TaskBadge } from './TaskBadge.tsx';
import classes from './TaskPreview.module.css';

/** Milliseconds the list stays after the pointer has left its row. */
const closeDelay = 100;

interface TaskPreviewProps {
  workQueueEncounterId: number;
  openTaskCount: number;
}

/** Number of open tasks of a queue item; lists them while the pointer or keyboard focus is on its row. */
export function TaskPreview({ workQueueEncounterId, openTaskCount }: TaskPreviewProps): ReactNode {
  const { ref, isShown } = useRowAttention();
  const query = useQuery({ ...queryOf(getTaskPreview, { workQueueEncounterId }), enabled: isShown, retry: false });
  const mark = (
    <span className={classes['mark']} ref={ref}>
      <IconChecklist size={14} aria-hidden /> {openTaskCount === 1 ? '1 open task' : `${openTaskCount} open tasks`}
    </span>
  );
  if (query.isLoadingError) {
    return (
      <Tooltip label={taskTexts.previewFailed} opened={isShown} position="right">
        {mark}
      </Tooltip>
    );
  }
  return (
    <Popover opened={isShown && query.data !== undefined} position="right-start" withRoles={false} returnFocus={false}>
      <Popover.Target>{mark}</Popover.Target>
      <Popover.Dropdown className={classes['preview']}>
        {query.data !== undefined && <PreviewedTasks {...query.data} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function PreviewedTasks({ tasks, openCount }: { tasks: readonly TaskSummary[]; openCount: number }): ReactNode {
  return (
    <ul className={classes['tasks']} aria-label="Open tasks">
      {tasks.map((task) => (
        <li key={task.taskId}>
          <TaskBadge status={task.status} /> {task.description}
          <Text span c="dimmed" fz="xs" display="block">
            {task.assignedToName ?? 'Not assigned'}
            {task.dateDue !== null && ` · due ${formatDay(task.dateDue)}`}
          </Text>
        </li>
      ))}
      {openCount > tasks.length && <li>and {openCount - tasks.length} more</li>}
    </ul>
  );
}

/**
 * Whether the pointer is on the row around an element, or the row is the active one of a focused list. Escape ends it until
 * the next move.
 */
function useRowAttention(): { ref: RefObject<HTMLSpanElement | null>; isShown: boolean } {
  const ref = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const row = ref.current?.closest<HTMLElement>('[role=option]');
    const list = row?.closest<HTMLElement>('[role=listbox]');
    if (row == null || list == null) return;
    const listening = new AbortController();
    let closing: ReturnType<typeof setTimeout> | undefined;
    const look = (event: Event) => {
      clearTimeout(closing);
      if (event.type === 'mouseleave') {
        closing = setTimeout(() => setShown(false), closeDelay);
        return;
      }
      const isClosed = event instanceof KeyboardEvent && event.key === 'Escape';
      const isActive = row.dataset['active'] === 'true' && list.matches(':focus-visible');
      setShown(!isClosed && (isActive || row.matches(':hover')));
    };
    for (const type of ['mouseenter', 'mouseleave']) row.addEventListener(type, look, listening);
    for (const type of ['focus', 'blur', 'keyup']) list.addEventListener(type, look, listening);
    return () => {
      clearTimeout(closing);
      listening.abort();
    };
  }, []);
  return { ref, isShown };
}
