import { listConditions, type StatedCondition } from '@careloop/contracts/patients';
import { IconHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { RecordBar } from './RecordBar.tsx';
import { Source } from './Source.tsx';
import { StatementActions } from './StatementActions.tsx';
import { StatementName } from './StatementName.tsx';
import { formatPartialDay } from './words.ts';

const ProblemDialog = lazyPart(async () => (await import('./ProblemDialog.tsx')).ProblemDialog);

const statusInWords = (status: string) =>
  status === 'unknown' ? 'Not stated' : `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

function columnsOf(actions: (condition: StatedCondition) => ReactNode): readonly Column<StatedCondition>[] {
  return [
    {
      title: 'Condition',
      width: 40,
      render: (condition) => (
        <StatementName stated={condition} isEnded={!condition.isCurrent} details={[condition.note]} />
      ),
    },
    {
      title: 'Status',
      isShort: true,
      render: ({ clinicalStatus, isCurrent }) => (
        <StatusBadge
          tone={isCurrent ? 'info' : 'inactive'}
          label={isCurrent && clinicalStatus === 'unknown' ? 'This stay' : statusInWords(clinicalStatus)}
        />
      ),
    },
    {
      title: 'Onset',
      sortBy: ({ onsetDate }) => onsetDate,
      isNumeric: true,
      render: ({ onsetDate, onsetText }) => formatPartialDay(onsetDate) ?? onsetText,
    },
    {
      title: 'Resolved',
      sortBy: ({ abatementDate }) => abatementDate,
      isNumeric: true,
      render: ({ abatementDate }) => formatPartialDay(abatementDate),
    },
    { title: 'Source', render: (condition) => <Source stated={condition} /> },
    { title: 'Actions', isActions: true, render: actions },
  ];
}

/** A patient's conditions, current ones first. */
export function Problems({ patientId }: { patientId: number }): ReactNode {
  const [includesErrors, setIncludesErrors] = useState(false);
  const [edited, setEdited] = useState<StatedCondition | 'new'>();
  const query = useQuery(queryOf(listConditions, { patientId, includesErrors }));
  const allowance = query.data?.can.edit;
  return (
    <>
      <RecordBar
        subject="problem"
        addLabel="Add problem"
        allowance={allowance}
        onAdd={() => setEdited('new')}
        showsErrors={includesErrors}
        onShowErrors={setIncludesErrors}
      />
      <QueryTable
        label="Conditions"
        columns={columnsOf((condition) => (
          <StatementActions
            patientId={patientId}
            allowance={allowance ?? 'Not loaded yet'}
            statement={{
              ...condition,
              id: { patientConditionId: condition.patientConditionId },
              isOpen: condition.clinicalStatus !== 'resolved',
            }}
            endLabel="Resolve"
            onEdit={() => setEdited(condition)}
          />
        ))}
        query={query}
        items={({ items }) => items}
        rowKey={(condition) => condition.patientConditionId}
        emptyTitle="No conditions on file"
        emptyIcon={<IconHeartbeat size={24} />}
      />
      {edited !== undefined && (
        <ProblemDialog
          patientId={patientId}
          problem={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
