import { listAllergies, type Allergy } from '@careloop/contracts/clinical-record';
import { editingTexts, stateNoneKnown } from '@careloop/contracts/clinical-record/editing';
import {
  allergyCategoryLabels,
  allergyKindLabels,
  allergyStatusLabels,
  allergyVerificationLabels,
} from '@careloop/contracts/codes/clinicalRecord';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { reactionsInWords, RiskBadge } from './allergyRisk.tsx';
import classes from './ClinicalRecord.module.css';
import { CutNote } from './Medications.tsx';
import { NoneKnown } from './NoneKnown.tsx';
import { RecordBar } from './RecordBar.tsx';
import { Source } from './Source.tsx';
import { StatementActions } from './StatementActions.tsx';
import { StatementName } from './StatementName.tsx';
import { formatPartialDay } from './words.ts';

const AllergyDialog = lazyPart(async () => (await import('./AllergyDialog.tsx')).AllergyDialog);

type List = OutputOf<typeof listAllergies>;

/** Not said to be over, refuted or a mistake. */
const isPossible = ({ status, verification, isEnteredInError }: Allergy) =>
  !isEnteredInError && verification !== 'refuted' && (status === 'active' || status === 'unknown');

function columnsOf(actions: (allergy: Allergy) => ReactNode): readonly Column<Allergy>[] {
  return [
    {
      title: 'Substance',
      width: 30,
      sortBy: ({ description }) => description,
      render: (allergy) => (
        <StatementName
          stated={allergy}
          isEnded={!isPossible(allergy)}
          dispute={
            allergy.isDisputed
              ? isPossible(allergy)
                ? 'Another source says inactive'
                : 'Another source says active'
              : undefined
          }
          details={[
            allergy.category !== null && allergyCategoryLabels[allergy.category],
            allergy.kind !== null && allergyKindLabels[allergy.kind],
            allergy.note,
          ]}
        />
      ),
    },
    { title: 'Risk', isShort: true, render: (allergy) => <RiskBadge risk={allergy} /> },
    { title: 'Reactions', render: (allergy) => <span className={classes['text']}>{reactionsInWords(allergy)}</span> },
    {
      title: 'Status',
      isShort: true,
      render: ({ status, verification }) => (
        <>
          <StatusBadge tone={status === 'active' ? 'info' : 'inactive'} label={allergyStatusLabels[status]} />
          {verification !== null && (
            <span className={classes['detail']}>{allergyVerificationLabels[verification]}</span>
          )}
        </>
      ),
    },
    {
      title: 'Since',
      isNumeric: true,
      sortBy: ({ onsetDate }) => onsetDate,
      render: ({ onsetDate, onsetText }) => formatPartialDay(onsetDate) ?? onsetText,
    },
    { title: 'Source', render: (allergy) => <Source stated={allergy} /> },
    { title: 'Actions', isActions: true, render: actions },
  ];
}

/** A patient's allergies, the worst on top. */
export function Allergies({ patientId }: { patientId: number }): ReactNode {
  const [includesErrors, setIncludesErrors] = useState(false);
  const [edited, setEdited] = useState<Allergy | 'new'>();
  const query = useQuery(queryOf(listAllergies, { patientId, includesErrors }));
  const state = useCall(stateNoneKnown, {
    onError: 'toast',
    onSuccess: () => toast.success(`Recorded: ${editingTexts.noAllergies.toLowerCase()}`),
  });
  const { can, items = [] } = query.data ?? ({} as Partial<List>);
  const actions = (allergy: Allergy) => (
    <StatementActions
      patientId={patientId}
      allowance={can?.edit ?? 'Not loaded yet'}
      statement={{
        ...allergy,
        id: { patientAllergyId: allergy.patientAllergyId },
        isOpen: allergy.status !== 'resolved',
      }}
      endLabel="Resolve"
      hasEnd={false}
      onEdit={allergy.isNoneKnown ? undefined : () => setEdited(allergy)}
    />
  );
  const possible = items.find((one) => !one.isNoneKnown && isPossible(one));
  const noneKnown = items.filter((one) => one.isNoneKnown);
  const canState = possible === undefined && !noneKnown.some(isPossible);
  return (
    <>
      <RecordBar
        subject="allergy"
        addLabel="Add allergy"
        allowance={can?.edit}
        onAdd={() => setEdited('new')}
        noneKnown={
          query.data !== undefined && canState
            ? {
                label: 'Record no known allergies',
                isSaving: state.isPending,
                onState: () => state.mutate({ patientId, subject: 'allergy' }),
              }
            : undefined
        }
        showsErrors={includesErrors}
        onShowErrors={setIncludesErrors}
      />
      {noneKnown.map((statement) => (
        <NoneKnown
          key={statement.patientAllergyId}
          statement={statement}
          isStated={isPossible(statement)}
          contradictedBy={possible?.description}
          actions={actions(statement)}
        />
      ))}
      {noneKnown.length === 0 || items.length > noneKnown.length ? (
        <QueryTable
          label="Allergies"
          columns={columnsOf(actions)}
          query={query}
          items={(data) => data.items.filter((one) => !one.isNoneKnown)}
          rowKey={(allergy) => allergy.patientAllergyId}
          emptyTitle="No allergies on file"
          emptyText="No source has stated whether the patient has any."
          emptyIcon={<IconAlertTriangle size={24} />}
        />
      ) : null}
      {query.data?.isCut === true && <CutNote />}
      {edited !== undefined && (
        <AllergyDialog
          patientId={patientId}
          allergy={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
