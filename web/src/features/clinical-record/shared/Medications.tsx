import { listMedications, type Medication } from '@careloop/contracts/clinical-record';
import { editingTexts, stateNoneKnown } from '@careloop/contracts/clinical-record/editing';
import {
  currentMedicationStatuses,
  medicationKindLabels,
  medicationStatusLabels,
} from '@careloop/contracts/codes/clinicalRecord';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Text } from '@mantine/core';
import { IconPill } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './ClinicalRecord.module.css';
import { NoneKnown } from './NoneKnown.tsx';
import { RecordBar } from './RecordBar.tsx';
import { Source } from './Source.tsx';
import { StatementActions } from './StatementActions.tsx';
import { StatementName } from './StatementName.tsx';
import { formatPartialDay } from './words.ts';

const MedicationDialog = lazyPart(async () => (await import('./MedicationDialog.tsx')).MedicationDialog);

type List = OutputOf<typeof listMedications>;

const isCurrent = ({ status, isEnteredInError }: Medication) =>
  !isEnteredInError && currentMedicationStatuses.some((current) => current === status);

const tones = {
  active: 'success',
  on_hold: 'warning',
  completed: 'inactive',
  stopped: 'inactive',
  not_taken: 'inactive',
  draft: 'neutral',
  unknown: 'neutral',
} as const;

function columnsOf(actions: (medication: Medication) => ReactNode): readonly Column<Medication>[] {
  return [
    {
      title: 'Medication',
      width: 36,
      sortBy: ({ description }) => description,
      render: (medication) => (
        <StatementName
          stated={medication}
          isEnded={!isCurrent(medication)}
          dispute={medication.isDisputed ? disputeOf(medication) : undefined}
          details={[medication.reason !== null && `For ${medication.reason}`, medication.note]}
        />
      ),
    },
    {
      title: 'Dosage',
      render: ({ dosage, route, quantity }) => (
        <span className={classes['text']}>{[dosage, route, quantity].filter(Boolean).join(' · ')}</span>
      ),
    },
    {
      title: 'Status',
      isShort: true,
      sortBy: ({ status }) => medicationStatusLabels[status],
      render: ({ status, statusReason }) => (
        <>
          <StatusBadge tone={tones[status]} label={medicationStatusLabels[status]} />
          {statusReason !== null && <span className={classes['detail']}>{statusReason}</span>}
        </>
      ),
    },
    {
      title: 'From',
      isNumeric: true,
      sortBy: ({ startDate, statedDate }) => startDate ?? statedDate,
      render: ({ startDate, statedDate }) =>
        startDate === null ? statedDate && `stated ${formatPartialDay(statedDate)}` : formatPartialDay(startDate),
    },
    {
      title: 'To',
      isNumeric: true,
      sortBy: ({ endDate }) => endDate,
      render: ({ endDate }) => formatPartialDay(endDate),
    },
    {
      title: 'Source',
      render: (medication) => (
        <>
          <Source stated={medication} />
          <span className={classes['detail']}>{medicationKindLabels[medication.kind]}</span>
        </>
      ),
    },
    { title: 'Actions', isActions: true, render: actions },
  ];
}

const disputeOf = ({ status }: Medication) =>
  status === 'active' ? 'Another source says ended' : 'Another source says active';

/** A patient's medications, current ones first. */
export function Medications({ patientId }: { patientId: number }): ReactNode {
  const [includesErrors, setIncludesErrors] = useState(false);
  const [edited, setEdited] = useState<Medication | 'new'>();
  const query = useQuery(queryOf(listMedications, { patientId, includesErrors }));
  const state = useCall(stateNoneKnown, {
    onError: 'toast',
    onSuccess: () => toast.success(`Recorded: ${editingTexts.noMedications.toLowerCase()}`),
  });
  const { can, items = [] } = query.data ?? ({} as Partial<List>);
  const actions = (medication: Medication) => (
    <StatementActions
      patientId={patientId}
      allowance={can?.edit ?? 'Not loaded yet'}
      statement={{
        ...medication,
        id: { patientMedicationId: medication.patientMedicationId },
        isOpen: !['completed', 'stopped', 'not_taken'].includes(medication.status),
      }}
      endLabel="Stop"
      onEdit={medication.isNoneKnown ? undefined : () => setEdited(medication)}
    />
  );
  const current = items.find((one) => !one.isNoneKnown && isCurrent(one));
  const noneKnown = items.filter((one) => one.isNoneKnown);
  const canState = current === undefined && !noneKnown.some(isCurrent);
  return (
    <>
      <RecordBar
        subject="medication"
        addLabel="Add medication"
        allowance={can?.edit}
        onAdd={() => setEdited('new')}
        noneKnown={
          query.data !== undefined && canState
            ? {
                label: 'Record no medications',
                isSaving: state.isPending,
                onState: () => state.mutate({ patientId, subject: 'medication' }),
              }
            : undefined
        }
        showsErrors={includesErrors}
        onShowErrors={setIncludesErrors}
      />
      {noneKnown.map((statement) => (
        <NoneKnown
          key={statement.patientMedicationId}
          statement={statement}
          isStated={isCurrent(statement)}
          contradictedBy={current?.description}
          actions={actions(statement)}
        />
      ))}
      {noneKnown.length === 0 || items.length > noneKnown.length ? (
        <QueryTable
          label="Medications"
          columns={columnsOf(actions)}
          query={query}
          items={(data) => data.items.filter((one) => !one.isNoneKnown)}
          rowKey={(medication) => medication.patientMedicationId}
          emptyTitle="No medications on file"
          emptyText="No source has stated what the patient takes."
          emptyIcon={<IconPill size={24} />}
        />
      ) : null}
      {query.data?.isCut === true && <CutNote />}
      {edited !== undefined && (
        <MedicationDialog
          patientId={patientId}
          medication={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** Says that the list is longer than what is shown. */
export function CutNote(): ReactNode {
  return (
    <Text c="dimmed" fz="sm" className={classes['callout']}>
      Only the first 500 are listed.
    </Text>
  );
}
