import { resolveForm, resolveSupportRequest, type SupportRequest } from '@careloop/contracts/support';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import classes from './Support.module.css';

/** Resolves a request, with the resolution. */
export function ResolveDialog({ request, onClose }: { request: SupportRequest; onClose: () => void }): ReactNode {
  const { supportRequestId, version, summary } = request;
  const form = useSchemaForm(resolveForm, { resolution: '' });
  const resolve = useCall(resolveSupportRequest, {
    form,
    onSuccess: () => {
      toast.success('Support request resolved');
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title="Resolve Support Request"
      size="md"
      form={form}
      onClose={onClose}
      acceptLabel="Resolve"
      header={<p className={classes['text']}>{summary}</p>}
      onSubmit={(values) => resolve.submit({ ...values, supportRequestId, version })}
    >
      <Field form={form} name="resolution" label="How it was resolved">
        {(field) => <TrimmedTextarea {...field} max={1_000} />}
      </Field>
    </FormDialog>
  );
}
