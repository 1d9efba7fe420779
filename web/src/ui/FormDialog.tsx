import { Button, Loader } from '@mantine/core';
import { useId, useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormError } from './FormError.tsx';
import { confirm } from './confirm.tsx';
import { Dialog } from './Dialog.tsx';
import { useDirtyGuard } from './dirtyGuard.ts';
import { unsavedChanges, type LeaveWords } from './unsaved.ts';
import classes from './FormDialog.module.css';

export interface FormDialogProps<Values extends FieldValues, Parsed> {
  opened: boolean;
  title: ReactNode;
  /** The form of react-hook-form, best from `useSchemaForm`. */
  form: UseFormReturn<Values, unknown, Parsed>;
  /** Gets the parsed values; "Saving..." covers the dialog until it settles. */
  onSubmit: (values: Parsed) => unknown;
  /** Called once leaving is agreed. */
  onClose: () => void;
  /** "Save" when left out. */
  acceptLabel?: string;
  /** "Cancel" when left out. */
  cancelLabel?: string;
  /** The accept button is off until the form is valid; with this it can be pressed to show what is missing. */
  isAcceptEnabled?: boolean;
  /** Disables the accept button whatever the form's state: the action is no longer possible. Say why in the form. */
  isAcceptDisabled?: boolean;
  acceptTone?: 'neutral' | 'danger';
  savingLabel?: string;
  /** Other words for leaving with unsaved changes. */
  leaveWords?: LeaveWords;
  /** What the dialog is about, above the fields: a `PatientLine` for everything that is sent out. */
  header?: ReactNode;
  /** Left of the buttons. */
  footerLeft?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | number;
  children: ReactNode;
}

const fields = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** A form in a dialog: guard against losing changes, progress, the form's own error, one accept button. */
export function FormDialog<Values extends FieldValues, Parsed>(props: FormDialogProps<Values, Parsed>): ReactNode {
  const { opened, title, form, onSubmit, onClose } = props;
  const { isDirty, isSubmitting } = form.formState;
  const words = props.leaveWords ?? unsavedChanges;
  const formId = useId();
  useDirtyGuard(opened && isDirty && !isSubmitting, words);

  const leave = async () => {
    if (isSubmitting) return;
    if (isDirty && !(await confirm(words))) return;
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => void leave()}
      // A save is in progress; its answer must still be shown.
      onHistoryMove={() => {
        if (!isSubmitting) onClose();
      }}
      title={title}
      size={props.size ?? 'md'}
      closeOnClickOutside={!isDirty}
      footer={<FormButtons {...props} formId={formId} onLeave={() => void leave()} />}
    >
      <FormBody {...props} formId={formId} onSubmit={onSubmit} />
    </Dialog>
  );
}

type PartProps<Values extends FieldValues, Parsed> = FormDialogProps<Values, Parsed> & { formId: string };

function FormBody<Values extends FieldValues, Parsed>(props: PartProps<Values, Parsed>): ReactNode {
  const { form, formId, header, children, onSubmit, savingLabel = 'Saving...' } = props;
  const { isSubmitting, errors } = form.formState;
  const general = errors.root?.['server']?.message;
  const body = useRef<HTMLFormElement>(null);
  /** What is submitted: before the button is seen to be off, it can be pressed again. */
  const isBusy = useRef(false);
  const submit = async (event: FormEvent) => {
    if (isBusy.current) return event.preventDefault();
    isBusy.current = true;
    try {
      await form.handleSubmit(async (values) => void (await onSubmit(values)))(event);
    } finally {
      isBusy.current = false;
    }
  };
  // The dialog focuses what carries this mark: the first field rather than the close button.
  useLayoutEffect(() => {
    if (body.current?.querySelector('[data-autofocus]') !== null) return;
    body.current.querySelector(fields)?.setAttribute('data-autofocus', 'true');
  }, []);

  return (
    <form
      id={formId}
      ref={body}
      noValidate
      className={classes['form']}
      aria-busy={isSubmitting}
      onSubmit={(event) => {
        // React bubbles through portals: a form in a dialog must not submit the one that opened it.
        event.stopPropagation();
        void submit(event);
      }}
    >
      {header}
      {general !== undefined && <FormError>{general}</FormError>}
      {children}
      {isSubmitting && (
        <div className={classes['saving']} role="status">
          <Loader size="sm" />
          {savingLabel}
        </div>
      )}
    </form>
  );
}

function FormButtons<Values extends FieldValues, Parsed>(
  props: PartProps<Values, Parsed> & { onLeave: () => void },
): ReactNode {
  const { form, formId, onLeave, acceptLabel = 'Save', cancelLabel = 'Cancel', isAcceptEnabled = false } = props;
  const { isSubmitting, isValid, errors } = form.formState;
  // What failed on the server counts as an error of the form, but the fields were right: it can be tried again.
  const canRetry = errors.root?.['server'] !== undefined;
  return (
    <>
      <div className={classes['left']}>{props.footerLeft}</div>
      <Button variant="default" onClick={onLeave} disabled={isSubmitting}>
        {cancelLabel}
      </Button>
      <Button
        type="submit"
        form={formId}
        color={props.acceptTone === 'danger' ? 'red' : undefined}
        disabled={isSubmitting || props.isAcceptDisabled === true || !(isValid || canRetry || isAcceptEnabled)}
      >
        {acceptLabel}
      </Button>
    </>
  );
}
