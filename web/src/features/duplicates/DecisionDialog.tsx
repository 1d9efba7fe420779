import type { reopenDuplicate } from '@careloop/contracts/duplicates';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { ChangedPair } from './ChangedPair.tsx';
import { useComparedPair, type PairDialogProps } from './useComparedPair.ts';

interface DecisionDialogProps extends PairDialogProps {
  /** Both endpoints, reopen and undo, have the same input and output. */
  endpoint: typeof reopenDuplicate;
  title: string;
  consequence: string;
  accept: string;
  done: string;
}

/** Names both records and the consequence, and asks for confirmation. */
export function DecisionDialog(props: DecisionDialogProps): ReactNode {
  const { endpoint, title, consequence, accept, done, onDecided, onClose } = props;
  const { pair, hasChanged } = useComparedPair(props.pair);
  const { patientDuplicateId, version, patients } = pair;
  const decide = useCall(endpoint, {
    onSuccess: () => {
      toast.success(done);
      onDecided();
      onClose();
    },
  });
  const isOutdated = hasChanged && !decide.isPending;
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
            disabled={isOutdated}
            onClick={() => decide.mutate({ patientDuplicateId, version })}
          >
            {accept}
          </Button>
        </>
      }
    >
      {isOutdated && <ChangedPair />}
      <DialogSubject patient={patients} consequence={consequence} />
    </Dialog>
  );
}
