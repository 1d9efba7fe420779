import { longestViewName, saveView, viewForm, viewTexts, type ScreenWithViews } from '@careloop/contracts/saved-views';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';

export interface SaveViewDialogProps {
  screen: ScreenWithViews;
  /** The current filters and order, without unset ones. */
  current: Readonly<Record<string, string | number | boolean | undefined>>;
  onClose: () => void;
}

/** Asks for the name under which the current filters and order are saved. */
export function SaveViewDialog({ screen, current, onClose }: SaveViewDialogProps): ReactNode {
  const form = useSchemaForm(viewForm, { name: '' });
  const save = useCall(saveView, {
    form,
    onSuccess: () => {
      toast.success(viewTexts.saved);
      onClose();
    },
  });
  const filters = Object.fromEntries(
    Object.entries(current).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined),
  );
  return (
    <FormDialog
      opened
      title="Save this view"
      size="sm"
      form={form}
      onClose={onClose}
      onSubmit={({ name }) => save.submit({ screen, name, filters })}
    >
      <Field
        form={form}
        name="name"
        label="Name"
        description="The filters, the search and the order are saved. A view with the same name is replaced."
      >
        {(field) => <TrimmedTextInput {...field} maxLength={longestViewName} />}
      </Field>
    </FormDialog>
  );
}
