import { getTask, setTaskStatus, type Task, type TaskEvent } from '@careloop/contracts/tasks';
import { formatDay } from '../../ui/dates.ts';
import { Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Section } from '../../components/Section.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { toast } from '../../ui/toasts.tsx';
import { PatientLine } from '../patients/shared/PatientBanner.tsx';
import { TaskBadge } from './shared/TaskBadge.tsx';
import { TaskTags } from './shared/TaskTags.tsx';
import { TaskForm } from './TaskForm.tsx';

export interface TaskDialogProps {
  taskId: number;
  onClose: () => void;
  /** Called instead of `onClose` on Back or Forward, if the open dialog is in the address. */
  onHistoryMove?: () => void;
}

/** Everything about a task, its history, and its actions. */
export function TaskDialog({ taskId, onClose, onHistoryMove = onClose }: TaskDialogProps): ReactNode {
  const query = useQuery(queryOf(getTask, { taskId }));
  const [isEditing, setEditing] = useState(false);
  const task = query.data;
  if (isEditing && task !== undefined) {
    const { patient, workQueueEncounterId } = task;
    const about = { patientId: patient.patientId, ...(workQueueEncounterId !== null && { workQueueEncounterId }) };
    return <TaskForm about={about} task={task} onClose={() => setEditing(false)} />;
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      onHistoryMove={onHistoryMove}
      title="Task"
      size={620}
      footer={
        task === undefined ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <TaskActions task={task} onEdit={() => setEditing(true)} onDone={onClose} />
        )
      }
    >
      <QueryState query={query}>{(shown) => <TaskDetail task={shown} events={shown.events} />}</QueryState>
    </Dialog>
  );
}

function TaskActions({ task, onEdit, onDone }: { task: Task; onEdit: () => void; onDone: () => void }): ReactNode {
  const { taskId, version, can } = task;
  const set = useCall(setTaskStatus, {
    onError: 'toast',
    onSuccess: (_, { taskStatus }) => {
      if (taskStatus !== 3) return;
      toast.success('Task completed');
      onDone();
    },
  });
  const button = (taskStatus: 1 | 2 | 3, label: string, allowance: Task['can'][keyof Task['can']], isMain = false) => (
    <ActionButton
      allowance={allowance}
      {...(!isMain && { variant: 'default' })}
      loading={set.isPending && set.variables.taskStatus === taskStatus}
      onClick={() => set.mutate({ taskId, taskStatus, version })}
    >
      {label}
    </ActionButton>
  );
  return (
    <Group gap="xs">
      {!task.isCompleted && (
        <ActionButton
          allowance={can.edit}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={onEdit}
        >
          Edit
        </ActionButton>
      )}
      {task.isCompleted && button(1, 'Reopen', can.reopen)}
      {task.taskStatus === 2 && button(1, 'Stop', can.reopen)}
      {task.taskStatus < 2 && button(2, 'Start', can.start)}
      {!task.isCompleted && button(3, 'Complete', can.complete, true)}
    </Group>
  );
}

function TaskDetail({ task, events }: { task: Task; events: readonly TaskEvent[] }): ReactNode {
  return (
    <Stack gap="sm">
      <PatientLine patient={task.patient} />
      {task.isAssigneeInactive && !task.isCompleted && (
        <Callout tone="warning">
          {task.assignedToName} can no longer sign in.
          {task.can.edit === true && ' Edit the task to assign it to somebody else.'}
        </Callout>
      )}
      {task.isReadOnly && typeof task.can.edit === 'string' && <Callout>{task.can.edit}</Callout>}
      <Facts facts={factsOf(task)} />
      {events.length > 0 && (
        <Section title="History">
          <Timeline label="History" entries={events.map(entryOf)} />
        </Section>
      )}
    </Stack>
  );
}

function factsOf(task: Task): Fact[] {
  const { dateDue, completedAt, patient, workQueueEncounterId, workQueueId, patientEncounterId } = task;
  const facts: (Fact | false)[] = [
    { label: 'Task', value: task.description, isWide: true },
    { label: 'Status', value: <TaskBadge status={task.status} /> },
    { label: 'Assigned to', value: task.assignedToName, unknown: 'Nobody' },
    { label: 'Due', value: dateDue && formatDay(dateDue), unknown: 'No due date' },
    task.tags.length > 0 && { label: 'Tags', value: <TaskTags tags={task.tags} /> },
    completedAt !== null && {
      label: 'Completed',
      value: (
        <>
          <DateTimeText at={completedAt} />
          {task.completedByName !== null && ` by ${task.completedByName}`}
        </>
      ),
    },
    ...task.answers.map(({ label, text }) => ({
      label,
      value: /^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : <span style={{ whiteSpace: 'pre-line' }}>{text}</span>,
    })),
    {
      label: 'About',
      value:
        workQueueEncounterId !== null && workQueueId !== null ? (
          <Link to="/WorkQueues" search={{ workQueueId, workQueueEncounterId, status: 3 }}>
            Open queue item
          </Link>
        ) : (
          <Link
            to="/Patient/$patientId"
            params={{ patientId: String(patient.patientId) }}
            search={patientEncounterId === null ? { section: 'tasks' } : { section: 'encounters', patientEncounterId }}
          >
            {patientEncounterId === null ? 'Open patient' : 'Open encounter'}
          </Link>
        ),
    },
    task.sourceSystem !== null && { label: 'From', value: task.sourceSystem },
  ];
  return facts.filter((fact) => fact !== false);
}

const words: Record<TaskEvent['action'], string> = {
  created: 'Added',
  changed: 'Changed',
  started: 'Started',
  completed: 'Completed',
  reopened: 'Reopened',
};

function entryOf(event: TaskEvent) {
  const { taskEventId, occurredAt, userName, onBehalfOfName, action, assignedToName } = event;
  return {
    key: taskEventId,
    at: occurredAt,
    who: onBehalfOfName === null ? userName : `${userName} for ${onBehalfOfName}`,
    title: words[action],
    text: assignedToName === null ? undefined : `Assigned to ${assignedToName}`,
    tone: action === 'completed' ? ('success' as const) : ('neutral' as const),
  };
}
