import { patientName } from '@careloop/contracts/patients/identity';
import type { Task } from '@careloop/contracts/tasks';
import { Group, UnstyledButton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pagedItems, type RowPages } from '../../../api/pages.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable, type QueryTableProps } from '../../../components/QueryTable.tsx';
import links from '../../../components/rowLink.module.css';
import { formatDay } from '../../../ui/dates.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { PatientMarks } from '../../patients/shared/PatientMarks.tsx';
import { TaskBadge } from './TaskBadge.tsx';
import { TaskTags } from './TaskTags.tsx';
import { TaskDialog } from './taskDialogs.ts';

export interface OpenedTask {
  openId: number | undefined;
  onOpen: (taskId: number | undefined) => void;
  /** Whether the address says which task is open. */
  isInAddress?: boolean;
}

interface TaskTableProps
  extends OpenedTask, Pick<QueryTableProps<RowPages<Task>, Task>, 'query' | 'label' | 'emptyTitle'> {
  /** Set if the tasks are of several patients. */
  showsPatient?: boolean;
  /** Set if the tasks are assigned to several people. */
  showsAssignee?: boolean;
}

const columns = (open: (task: Task) => void): readonly Column<Task>[] => [
  { title: 'Status', isShort: true, render: ({ status }) => <TaskBadge status={status} /> },
  {
    title: 'Task',
    render: (task) => (
      <Group gap={6}>
        <UnstyledButton className={links.rowLink} fz="inherit" onClick={() => open(task)}>
          {task.description}
        </UnstyledButton>
        {task.tags.length > 0 && <TaskTags tags={task.tags} />}
      </Group>
    ),
  },
  { title: 'Patient', isShort: true, render: ({ patient }) => <PatientCell patient={patient} /> },
  { title: 'Assigned to', isShort: true, render: (task) => <AssigneeCell task={task} /> },
  {
    title: 'Due',
    isShort: true,
    isNumeric: true,
    render: ({ dateDue }) => dateDue !== null && formatDay(dateDue),
  },
  {
    title: 'Completed',
    isShort: true,
    isNumeric: true,
    isSecondary: true,
    render: ({ completedAt }) => completedAt !== null && <DateText at={completedAt} />,
  },
];

const PatientCell = ({ patient }: Pick<Task, 'patient'>) => (
  <>
    {patientName(patient)} <PatientMarks patient={patient} />
  </>
);

function AssigneeCell({ task: { assignedToName, isAssigneeInactive } }: { task: Task }): ReactNode {
  if (!isAssigneeInactive) return assignedToName;
  return (
    <Group gap={6}>
      {assignedToName} <StatusBadge tone="warning" label="Cannot sign in" />
    </Group>
  );
}

/** A table of tasks; a click opens one. */
export function TaskTable(props: TaskTableProps): ReactNode {
  const { showsPatient = false, showsAssignee = false, openId, onOpen, isInAddress = false, ...table } = props;
  const hasCompleted = pagedItems(table.query.data).some((task) => task.isCompleted);
  const isShown: Record<string, boolean> = {
    Patient: showsPatient,
    'Assigned to': showsAssignee,
    Completed: hasCompleted,
  };
  return (
    <>
      <QueryTable
        {...table}
        items={pagedItems}
        columns={columns((task) => onOpen(task.taskId)).filter(({ title }) => isShown[title] ?? true)}
        rowKey={(task) => task.taskId}
        opensRows
        emptyIcon={<IconChecklist size={24} />}
      />
      {openId !== undefined && (
        <TaskDialog
          key={openId}
          taskId={openId}
          onClose={() => onOpen(undefined)}
          {...(isInAddress && { onHistoryMove: () => undefined })}
        />
      )}
    </>
  );
}
