import type { Allowance } from '@careloop/contracts/can';
import { listTasks } from '@careloop/contracts/tasks';
import { Group, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { pagesOf } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { TaskForm } from './taskDialogs.ts';
import { TaskTagFilter } from './TaskTags.tsx';
import { TaskTable, type OpenedTask } from './TaskTable.tsx';

export interface TaskListProps {
  patientId: number;
  /** Shows only tasks of one encounter or queue item; new tasks belong to it. */
  patientEncounterId?: number;
  workQueueEncounterId?: number;
  /** Whether tasks may be added; defaults to true. */
  allowance?: Allowance | undefined;
  /** The open task, if it is kept in the address; by default the list keeps it. */
  opened?: OpenedTask;
}

type State = 'open' | 'completed';
const states = [
  { value: 'open', label: 'Open' },
  { value: 'completed', label: 'Completed' },
];

/** The tasks about a patient, encounter or queue item, with a button to add one. */
export function TaskList({ allowance = true, opened, ...about }: TaskListProps): ReactNode {
  const [state, setState] = useState<State>('open');
  const [taskTagId, setTag] = useState<number>();
  const [ownId, setOwnId] = useState<number>();
  const [isAdding, setAdding] = useState(false);
  const { patientId, workQueueEncounterId } = about;
  const subject = { patientId, ...(workQueueEncounterId !== undefined && { workQueueEncounterId }) };
  const query = useInfiniteQuery(pagesOf(listTasks, { ...about, state, taskTagId }));
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <SegmentedControl
            aria-label="Tasks to show"
            size="xs"
            data={states}
            value={state}
            onChange={(value) => setState(value as State)}
          />
          <TaskTagFilter subject={subject} value={taskTagId} onChange={setTag} />
        </Group>
        <ActionButton
          allowance={allowance}
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add task
        </ActionButton>
      </Group>
      <TaskTable
        label="Tasks"
        showsAssignee
        {...(opened ?? { openId: ownId, onOpen: setOwnId })}
        query={query}
        emptyTitle={`No ${state} tasks${taskTagId === undefined ? '' : ' with this tag'}`}
      />
      {isAdding && <TaskForm about={about} onClose={() => setAdding(false)} />}
    </>
  );
}
