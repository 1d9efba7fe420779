import { submitSupportRequest, supportRequestForm, supportTexts } from '@careloop/contracts/support';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { RequesterDetails } from './RequesterDetails.tsx';
import classes from './Support.module.css';

export interface SupportRequestDialogProps {
  /** Prefilled if an error led here. */
  errorCode: string | undefined;
  onClose: () => void;
}

/** A support request: the requester on the left, the request on the right (docs/domain/support.md). */
export function SupportRequestDialog({ errorCode, onClose }: SupportRequestDialogProps): ReactNode {
  const { user } = useSession();
  // The client of an account may be one that the user has left.
  const client = user.clients.find(({ clientId }) => clientId === user.originClientId) ?? user.clients[0];
  const form = useSchemaForm(supportRequestForm, {
    email: user.email ?? '',
    name: `${user.firstName} ${user.lastName}`,
    clientId: client?.clientId ?? user.originClientId,
    summary: '',
    errorCodes: errorCode ?? '',
    description: '',
  });
  const submit = useCall(submitSupportRequest, { form });
  if (submit.data !== undefined) return <ThankYou requestNumber={submit.data.supportRequestId} onClose={onClose} />;
  return (
    <FormDialog
      opened
      title="Submit a Support Request"
      size={860}
      form={form}
      onClose={onClose}
      acceptLabel="Submit"
      savingLabel="Submitting..."
      // The form already shows the error.
      onSubmit={(values) => submit.submit(values)}
    >
      <FormProvider {...form}>
        <div className={classes['panes']}>
          <RequesterDetails />
          <RequestDetails />
        </div>
      </FormProvider>
    </FormDialog>
  );
}

function ThankYou({ requestNumber, onClose }: { requestNumber: number; onClose: () => void }): ReactNode {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Submit a Support Request"
      size={480}
      footer={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <div role="status">
        <EmptyState
          icon={<IconCircleCheck size={24} />}
          title={supportTexts.thankYou}
          heading="h2"
          text={supportTexts.submitted}
        />
        <p className={classes['number']}>Request number {requestNumber}</p>
      </div>
    </Dialog>
  );
}
