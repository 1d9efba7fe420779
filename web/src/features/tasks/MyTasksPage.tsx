import { listTasks } from '@careloop/contracts/tasks';
import { Group, SegmentedControl, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import classes from './MyTasksPage.module.css';
import { TaskDialog } from './shared/taskDialogs.ts';
import { TaskTable } from './shared/TaskTable.tsx';

const page = getRouteApi('/Tasks');
const states = [
  { value: 'open', label: 'Open' },
  { value: 'completed', label: 'Completed' },
];

/** The tasks assigned to the user, or to the person acted for. */
export function MyTasksPage(): ReactNode {
  const { state = 'open', taskId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery(pagesOf(listTasks, { state }));
  return (
    <div className={classes.page}>
      <Group justify="space-between" mb="sm">
        <Title order={1}>My tasks</Title>
        <SegmentedControl
          aria-label="Tasks to show"
          data={states}
          value={state}
          onChange={(next) =>
            void navigate({ search: { state: next === 'completed' ? 'completed' : undefined }, replace: true })
          }
        />
      </Group>
      <TaskTable
        label="My tasks"
        showsPatient
        items={query.data?.pages.flatMap((one) => one.items)}
        error={query.error}
        onRetry={() => void query.refetch()}
        hasMore={query.hasNextPage}
        isLoadingMore={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        emptyTitle={state === 'open' ? 'No open tasks are assigned to you' : 'You have not completed any tasks'}
      />
      {taskId !== undefined && (
        <TaskDialog
          taskId={taskId}
          onHistoryMove={() => undefined}
          onClose={() => void navigate({ search: (old) => ({ ...old, taskId: undefined }), replace: true })}
        />
      )}
    </div>
  );
}
