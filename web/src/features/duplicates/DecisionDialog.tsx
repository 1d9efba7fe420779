import type { reopenDuplicate, DuplicateDetail } from '@careloop/contracts/duplicates';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { staleAfterDecision } from './staleAfterDecision.ts';

interface DecisionDialogProps {
  pair: DuplicateDetail;
  /** Both endpoints, reopen and undo, have the same input and output. */
  endpoint: typeof reopenDuplicate;
  title: string;
  consequence: string;
  accept: string;
  done: string;
  onClose: () => void;
}

/** Names both records and the consequence, and asks for confirmation. */
export function DecisionDialog(props: DecisionDialogProps): ReactNode {
  const { pair, endpoint, title, consequence, accept, done, onClose } = props;
  const { patientDuplicateId, version, patients } = pair;
  const decide = useCall(endpoint, {
    invalidates: staleAfterDecision,
    onSuccess: () => {
      toast.success(done);
      onClose();
    },
  });
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            loading={decide.isPending}
            onClick={() => decide.mutate({ patientDuplicateId, version })}
          >
            {accept}
          </Button>
        </>
      }
    >
      <DialogSubject patient={patients} consequence={consequence} />
    </Dialog>
  );
}
