import type { Task } from '@careloop/contracts/tasks';
import { UnstyledButton } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable, type QueryTableProps } from '../../../components/QueryTable.tsx';
import links from '../../../components/rowLink.module.css';
import { DateText } from '../../../ui/DateText.tsx';
import { patientName } from '../../patients/shared/PatientBanner.tsx';
import { PatientMarks } from '../../patients/shared/PatientMarks.tsx';
import { TaskBadge } from './TaskBadge.tsx';
import { TaskDialog } from './taskDialogs.ts';

interface TaskTableProps extends Pick<
  QueryTableProps<Task>,
  'items' | 'error' | 'onRetry' | 'hasMore' | 'isLoadingMore' | 'onLoadMore' | 'label' | 'emptyTitle'
> {
  /** Set if the tasks are of several patients. */
  showsPatient?: boolean;
}

const columnsOf = (open: (task: Task) => void, showsPatient: boolean): readonly Column<Task>[] => [
  { title: 'Status', isShort: true, render: ({ status }) => <TaskBadge status={status} /> },
  {
    title: 'Task',
    render: (task) => (
      <UnstyledButton className={links.rowLink} fz="inherit" onClick={() => open(task)}>
        {task.description}
      </UnstyledButton>
    ),
  },
  ...(showsPatient
    ? [{ title: 'Patient', isShort: true, render: ({ patient }: Task) => <PatientCell patient={patient} /> }]
    : [{ title: 'Assigned to', isShort: true, render: ({ assignedToName }: Task) => assignedToName }]),
  {
    title: 'Due',
    isShort: true,
    isNumeric: true,
    render: ({ dateDue }) => dateDue !== null && <DateText at={dateDue} />,
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

/** A table of tasks; a click opens one. */
export function TaskTable({ showsPatient = false, items, ...table }: TaskTableProps): ReactNode {
  const [openId, setOpenId] = useState<number>();
  const hasCompleted = items?.some((task) => task.isCompleted) === true;
  const columns = columnsOf((task) => setOpenId(task.taskId), showsPatient);
  return (
    <>
      <QueryTable
        {...table}
        items={items}
        columns={columns.filter(({ title }) => title !== 'Completed' || hasCompleted)}
        rowKey={(task) => task.taskId}
        opensRows
        emptyIcon={<IconChecklist size={24} />}
      />
      {openId !== undefined && <TaskDialog taskId={openId} onClose={() => setOpenId(undefined)} />}
    </>
  );
}
