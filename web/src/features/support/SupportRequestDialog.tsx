import { impactLevel, impactLevelLabels, impactLevels } from '@careloop/contracts/codes';
import { submitSupportRequest, supportLimits, supportRequestForm, supportTexts } from '@careloop/contracts/support';
import { Button, Group, Radio, Select } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { CodeRadioGroup } from '../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
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

type Values = z.input<typeof supportRequestForm>;

const impactHints = {
  low: 'A question or a minor annoyance',
  medium: 'I can work, but slower',
  high: 'I cannot do my work',
} as const;

/** The subject of the request and its impact. */
function RequestDetails(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <section className={classes['pane']} aria-labelledby="support-request">
      <h3 id="support-request">Request Details</h3>
      <p className={classes['hint']}>Please leave out names and other information about patients.</p>
      <Field form={form} name="summary" label="Summary" required>
        {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} max={supportLimits.summary} />}
      </Field>
      <Field form={form} name="errorCodes" label="Error Code(s)" input={TrimmedTextInput} />
      <Field form={form} name="description" label="Description">
        {(field) => <TrimmedTextarea {...field} minRows={3} max={supportLimits.description} />}
      </Field>
      <Field form={form} name="impact" label="Impact level" required>
        {(field) => (
          <CodeRadioGroup {...field}>
            <Group gap="lg" mt={4} mb={2}>
              {impactLevels.map((level) => (
                <Radio
                  key={level}
                  value={String(impactLevel.codeOf(level))}
                  label={impactLevelLabels[level]}
                  description={impactHints[level]}
                />
              ))}
            </Group>
          </CodeRadioGroup>
        )}
      </Field>
    </section>
  );
}

/** The requester and their client. */
function RequesterDetails(): ReactNode {
  const form = useFormContext<Values>();
  const { user } = useSession();
  const clients = user.clients.map(({ clientId, displayName }) => ({ value: clientId, label: displayName }));
  return (
    <section className={classes['pane']} aria-labelledby="support-requester">
      <h3 id="support-requester">Requester Details</h3>
      <Field form={form} name="email" label="Email" required>
        {(field) => <TrimmedTextInput {...field} type="email" autoComplete="email" />}
      </Field>
      <Field form={form} name="name" label="Name" required>
        {(field) => <TrimmedTextInput {...field} autoComplete="name" />}
      </Field>
      <Field form={form} name="clientId" label="Associated Client" required>
        {(field) => (
          <Select
            {...field}
            onChange={(value) => value !== null && field.onChange(value)}
            searchable={clients.length > 8}
            allowDeselect={false}
            nothingFoundMessage="No options found"
            data={clients}
          />
        )}
      </Field>
    </section>
  );
}
