import { keepApart, keepApartForm, longestDecisionReason } from '@careloop/contracts/duplicates';
import type { ReactNode } from 'react';
import { presentError } from '../../api/presentError.ts';
import { useCall } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { ChangedPair } from './ChangedPair.tsx';
import { useComparedPair, type PairDialogProps } from './useComparedPair.ts';

/** Asks why two records are two people, for later reviewers of the pair. */
export function KeepApartDialog({ pair: current, onDecided, onClose }: PairDialogProps): ReactNode {
  const { pair, hasChanged, reload } = useComparedPair(current);
  const { patientDuplicateId, version, patients } = pair;
  const form = useSchemaForm(keepApartForm, { reason: '' });
  const keep = useCall(keepApart, {
    onSuccess: () => {
      toast.success('The records are kept apart.');
      onDecided();
      onClose();
    },
    form,
    onStale: (error) => presentError(error),
  });
  const isOutdated = hasChanged && !keep.isPending;
  return (
    <FormDialog
      opened
      title="Keep these records apart?"
      form={form}
      onClose={onClose}
      acceptLabel="Keep apart"
      isAcceptDisabled={isOutdated}
      header={
        <DialogSubject
          patient={patients}
          consequence="They stay two patients, and later imports do not report this pair again. You can review it again later."
        />
      }
      onSubmit={({ reason }) => keep.submit({ patientDuplicateId, version, reason })}
    >
      {isOutdated && <ChangedPair onReload={current.status === 'open' ? reload : undefined} />}
      <Field form={form} name="reason" label="Why are these two different people?" required>
        {(field) => <TrimmedTextarea {...field} max={longestDecisionReason} />}
      </Field>
    </FormDialog>
  );
}
