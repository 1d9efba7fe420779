import { Button, Group, LoadingOverlay, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Callout } from './Callout.tsx';
import { confirm, type Question } from './confirm.tsx';
import { unsavedChanges, useDirtyGuard } from './dirtyGuard.ts';

export interface FormDialogProps<Values extends FieldValues, Parsed> {
  opened: boolean;
  title: ReactNode;
  /** The form of react-hook-form, best from `useSchemaForm`. */
  form: UseFormReturn<Values, unknown, Parsed>;
  /** Gets the parsed values; the dialog shows "Saving..." until it settles. */
  onSubmit: (values: Parsed) => unknown;
  /** Called once leaving is agreed. */
  onClose: () => void;
  acceptLabel?: string;
  cancelLabel?: string;
  /** The accept button is off until the form is valid; `isAcceptEnabled` lets it be pressed to show what is missing. */
  isAcceptEnabled?: boolean;
  acceptTone?: 'neutral' | 'danger';
  savingLabel?: string;
  /** Other words for leaving with unsaved changes. */
  leaveQuestion?: Question;
  /** What the dialog is about, above the fields: a `PatientLine` for everything that is sent out. */
  header?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  children: ReactNode;
}

/** A form in a dialog: guard against losing changes, progress, the form's own error, one accept button. */
export function FormDialog<Values extends FieldValues, Parsed>(props: FormDialogProps<Values, Parsed>): ReactNode {
  const { opened, title, form, onSubmit, onClose, header, children, size = 'md' } = props;
  const { isDirty, isValid, isSubmitting, errors } = form.formState;
  const question = props.leaveQuestion ?? unsavedChanges;
  useDirtyGuard(opened && isDirty && !isSubmitting, question);

  const leave = async () => {
    if (isSubmitting) return;
    if (isDirty && !(await confirm(question))) return;
    onClose();
  };
  const general = errors.root?.['server']?.message;
  return (
    <Modal opened={opened} onClose={() => void leave()} title={title} size={size} closeOnClickOutside={!isDirty}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(async (values) => void (await onSubmit(values)))(event)}
      >
        <LoadingOverlay visible={isSubmitting} loaderProps={{ children: props.savingLabel ?? 'Saving...' }} />
        {header}
        {general !== undefined && <Callout tone="danger">{general}</Callout>}
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => void leave()} disabled={isSubmitting}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            color={props.acceptTone === 'danger' ? 'red' : undefined}
            disabled={isSubmitting || !(isValid || props.isAcceptEnabled === true)}
          >
            {props.acceptLabel ?? 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
