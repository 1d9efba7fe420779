import { currentConditionStatuses } from '@careloop/contracts/codes';
import { listConditions, type Condition } from '@careloop/contracts/patients';
import { IconHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { formatDay } from '../../ui/dates.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const current: ReadonlySet<string> = new Set(currentConditionStatuses);
const inWords = (status: string) => `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const columns: readonly Column<Condition>[] = [
  { title: 'Condition', render: ({ description }) => description },
  { title: 'Code', isShort: true, render: ({ code }) => code },
  {
    title: 'Status',
    isShort: true,
    render: ({ clinicalStatus }) => (
      <StatusBadge tone={current.has(clinicalStatus) ? 'info' : 'inactive'} label={inWords(clinicalStatus)} />
    ),
  },
  {
    title: 'Onset',
    sortBy: ({ onsetDate }) => onsetDate,
    isNumeric: true,
    render: ({ onsetDate, onsetText }) => (onsetDate === null ? onsetText : formatDay(onsetDate)),
  },
  {
    title: 'Resolved',
    sortBy: ({ abatementDate }) => abatementDate,
    isNumeric: true,
    render: ({ abatementDate }) => abatementDate !== null && formatDay(abatementDate),
  },
];

/** A patient's conditions, current ones first. */
export function Conditions({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listConditions, { patientId }));
  return (
    <QueryTable
      label="Conditions"
      columns={columns}
      query={query}
      items={({ items }) => items}
      rowKey={(condition) => condition.patientConditionId}
      emptyTitle="No conditions on file"
      emptyIcon={<IconHeartbeat size={24} />}
    />
  );
}
