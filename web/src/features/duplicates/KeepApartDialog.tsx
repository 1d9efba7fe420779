import { keepApart, keepApartForm, longestDecisionReason, type DuplicateDetail } from '@careloop/contracts/duplicates';
import type { ReactNode } from 'react';
import { applyServerErrors } from '../../api/formErrors.ts';
import { useCall } from '../../api/query.ts';
import { CharacterCountedTextarea } from '../../ui/CharacterCountedTextarea.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { staleAfterDecision } from './staleAfterDecision.ts';

/** Asks why two records are two people, for later reviewers of the pair. */
export function KeepApartDialog({ pair, onClose }: { pair: DuplicateDetail; onClose: () => void }): ReactNode {
  const { patientDuplicateId, version, patients } = pair;
  const form = useSchemaForm(keepApartForm, { reason: '' });
  const keep = useCall(keepApart, {
    invalidates: staleAfterDecision,
    onSuccess: () => {
      toast.success('The records are kept apart.');
      onClose();
    },
    onError: (error) => applyServerErrors(form, error),
  });
  return (
    <FormDialog
      opened
      title="Keep these records apart?"
      form={form}
      onClose={onClose}
      acceptLabel="Keep apart"
      header={
        <DialogSubject
          patient={patients}
          consequence="They stay two patients, and later imports do not report this pair again. You can review it again later."
        />
      }
      onSubmit={({ reason }) => keep.mutateAsync({ patientDuplicateId, version, reason }).catch(() => undefined)}
    >
      <CharacterCountedTextarea
        label="Why are these two different people?"
        withAsterisk
        {...inputProps(form, 'reason')}
        max={longestDecisionReason}
      />
    </FormDialog>
  );
}
