import type { PatientSummary } from '@careloop/contracts/patients';
import { getTaskPreview } from '@careloop/contracts/tasks';
import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { formatDay } from '../../../ui/dates.ts';
import classes from './TaskPreview.module.css';
import { TaskBadge } from './TaskBadge.tsx';
import { TaskDialog, TaskForm } from './taskDialogs.ts';

interface ItemTasksProps {
  patient: PatientSummary;
  workQueueEncounterId: number;
  openTaskCount: number;
}

/** The open tasks of a queue item, with a button to add one. */
export function ItemTasks({ patient, workQueueEncounterId, openTaskCount }: ItemTasksProps): ReactNode {
  const [openId, setOpenId] = useState<number>();
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({ ...queryOf(getTaskPreview, { workQueueEncounterId }), enabled: openTaskCount > 0 });
  const { tasks = [] } = openTaskCount > 0 ? (query.data ?? {}) : {};
  return (
    <section aria-label="Tasks of this item">
      <ul className={classes['lines']}>
        {tasks.map((task) => (
          <li key={task.taskId}>
            <TaskBadge status={task.status} />
            <UnstyledButton fz="sm" td="underline" onClick={() => setOpenId(task.taskId)}>
              {task.description}
            </UnstyledButton>
            {task.dateDue !== null && <span className={classes['mark']}>due {formatDay(task.dateDue)}</span>}
          </li>
        ))}
        {openTaskCount > tasks.length && tasks.length > 0 && <li>and {openTaskCount - tasks.length} more</li>}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        Add task
      </Button>
      {isAdding && (
        <TaskForm
          about={{ patientId: patient.patientId, workQueueEncounterId }}
          patient={patient}
          onClose={() => setAdding(false)}
        />
      )}
      {openId !== undefined && <TaskDialog taskId={openId} onClose={() => setOpenId(undefined)} />}
    </section>
  );
}
