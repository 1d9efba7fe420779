import type { Allowance } from '@careloop/contracts/can';
import { endForm, endStatement, errorForm, markStatement } from '@careloop/contracts/clinical-record/editing';
import { getPatientInfo } from '@careloop/contracts/patients';
import { IconArrowBackUp, IconBan, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { PartialDayInput } from './PartialDayInput.tsx';

/** Which statement is meant, as the calls name it. */
interface ChangedStatement {
  id: { patientMedicationId: number } | { patientAllergyId: number } | { patientConditionId: number };
  description: string;
  version: number;
  isEnteredInError: boolean;
  /** Whether it can be stopped or resolved. */
  isOpen: boolean;
}

interface StatementActionsProps {
  patientId: number;
  allowance: Allowance;
  statement: ChangedStatement;
  /** "Stop" or "Resolve". */
  endLabel: string;
  /** Whether the day on which it ended is kept. */
  hasEnd?: boolean;
  /** Left out for a statement that none is known. */
  onEdit?: (() => void) | undefined;
}

/** What can be done with a statement: edit, stop or resolve, and mark as entered in error. */
export function StatementActions(props: StatementActionsProps): ReactNode {
  const { allowance, statement, endLabel, onEdit } = props;
  const [opened, setOpened] = useState<'end' | 'mark'>();
  if (allowance !== true) return null;
  const { description, isEnteredInError, isOpen } = statement;
  const close = () => setOpened(undefined);
  const edit = { label: 'Edit', icon: <IconPencil size={14} aria-hidden />, onStart: () => onEdit?.() };
  const end = { label: endLabel, icon: <IconCircleCheck size={14} aria-hidden />, onStart: () => setOpened('end') };
  const mark = {
    label: isEnteredInError ? 'Undo “entered in error”' : 'Mark as entered in error',
    icon: isEnteredInError ? <IconArrowBackUp size={14} aria-hidden /> : <IconBan size={14} aria-hidden />,
    onStart: () => setOpened('mark'),
  };
  const isEditable = !isEnteredInError && onEdit !== undefined;
  const items = [...(isEditable ? [edit] : []), ...(isEditable && isOpen ? [end] : []), mark];
  return (
    <>
      <RowMenu name={description} label="Actions" items={items} />
      {opened === 'end' && <EndDialog {...props} onClose={close} />}
      {opened === 'mark' && <MarkDialog {...props} onClose={close} />}
    </>
  );
}

type DialogProps = StatementActionsProps & { onClose: () => void };

function usePatientLine(patientId: number): ReactNode {
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  return patient && <PatientLine patient={patient} />;
}

function EndDialog({ patientId, statement, endLabel, hasEnd = true, onClose }: DialogProps): ReactNode {
  const { id, description, version } = statement;
  const form = useSchemaForm(endForm, { endDate: '', reason: '' });
  const save = useCall(endStatement, {
    form,
    onSuccess: () => {
      toast.success(endLabel === 'Stop' ? `${description} stopped` : `${description} resolved`);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={`${endLabel} ${description}?`}
      form={form}
      header={usePatientLine(patientId)}
      acceptLabel={endLabel}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={(values) => save.submit({ ...values, ...id, patientId, version })}
    >
      {hasEnd && (
        <Field
          form={form}
          name="endDate"
          label={endLabel === 'Stop' ? 'Stopped on' : 'Resolved on'}
          description="Leave empty if it is not known"
          input={PartialDayInput}
        />
      )}
      <Field form={form} name="reason" label="Reason" input={TrimmedTextInput} />
    </FormDialog>
  );
}

function MarkDialog({ patientId, statement, onClose }: DialogProps): ReactNode {
  const { id, description, version, isEnteredInError } = statement;
  const form = useSchemaForm(errorForm, { reason: '' });
  const save = useCall(markStatement, {
    form,
    onSuccess: () => {
      toast.success(isEnteredInError ? `${description} restored` : `${description} marked as entered in error`);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={isEnteredInError ? `Restore ${description}?` : `Mark ${description} as entered in error?`}
      form={form}
      header={usePatientLine(patientId)}
      acceptLabel={isEnteredInError ? 'Restore' : 'Mark as entered in error'}
      acceptTone={isEnteredInError ? 'neutral' : 'danger'}
      onClose={onClose}
      isAcceptEnabled
      onSubmit={({ reason }) => save.submit({ ...id, reason, patientId, version, isEnteredInError: !isEnteredInError })}
    >
      {!isEnteredInError && (
        <Callout tone="info">
          The entry is kept, but no longer shown in lists, charts and summaries. Later imports do not bring it back.
        </Callout>
      )}
      <Field form={form} name="reason" label="Reason" required input={TrimmedTextInput} />
    </FormDialog>
  );
}
