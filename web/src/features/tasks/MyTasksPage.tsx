import { listTasks } from '@careloop/contracts/tasks';
import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { Page } from '../../ui/Page.tsx';
import { QueueNavAbove } from '../work-queues/shared/QueueNav.tsx';
import { TaskTagFilter } from './shared/TaskTags.tsx';
import { TaskTable } from './shared/TaskTable.tsx';

const page = getRouteApi('/Tasks');
const relations = [
  { value: 'assigned', label: 'Assigned to me' },
  { value: 'added', label: 'Added by me' },
];
const states = [
  { value: 'open', label: 'Open' },
  { value: 'completed', label: 'Completed' },
];

const emptyTitles = {
  assigned: { open: 'No open tasks are assigned to you', completed: 'No completed tasks are assigned to you' },
  added: { open: 'No open tasks were added by you', completed: 'No completed tasks were added by you' },
};

/** The tasks assigned to the user, or added by them; those of the person acted for while acting for somebody. */
export function MyTasksPage(): ReactNode {
  const { relation = 'assigned', state = 'open', taskTagId, taskId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery(pagesOf(listTasks, { relation, state, taskTagId }));
  const show = (search: {
    relation?: 'added' | undefined;
    state?: 'completed' | undefined;
    taskTagId?: number | undefined;
  }) => void navigate({ search: (old) => ({ ...old, ...search }), replace: true });
  return (
    <>
      <QueueNavAbove />
      <Page
        title="My tasks"
        actions={
          <>
            <TaskTagFilter value={taskTagId} onChange={(next) => show({ taskTagId: next })} />
            <SegmentedControl
              aria-label="Whose tasks to show"
              data={relations}
              value={relation}
              onChange={(next) => show({ relation: next === 'added' ? 'added' : undefined })}
            />
            <SegmentedControl
              aria-label="Tasks to show"
              data={states}
              value={state}
              onChange={(next) => show({ state: next === 'completed' ? 'completed' : undefined })}
            />
          </>
        }
      >
        <TaskTable
          label="My tasks"
          showsPatient
          showsAssignee={relation === 'added'}
          openId={taskId}
          onOpen={(next) => void navigate({ search: (old) => ({ ...old, taskId: next }), replace: next === undefined })}
          isInAddress
          query={query}
          emptyTitle={taskTagId === undefined ? emptyTitles[relation][state] : 'No such tasks with this tag'}
        />
      </Page>
    </>
  );
}
