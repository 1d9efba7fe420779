import { Button, Loader } from '@mantine/core';
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ServerError } from './FormError.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogCancel } from './DialogCancel.tsx';
import { useSendingWhile } from './sending.ts';
import type { LeaveWords } from './unsaved.ts';
import { useDirtyDialog } from './useDirtyDialog.ts';
import { useFirstField } from './useFirstField.ts';
import classes from './FormDialog.module.css';

export interface FormDialogProps<Values extends FieldValues, Parsed> {
  opened: boolean;
  title: ReactNode;
  /** A react-hook-form form, usually from `useSchemaForm`. */
  form: UseFormReturn<Values, unknown, Parsed>;
  /** Receives the parsed values; "Saving..." covers the dialog until it settles. */
  onSubmit: (values: Parsed) => unknown;
  /** Called once the user has agreed to leave. */
  onClose: () => void;
  /** Defaults to "Save". */
  acceptLabel?: string;
  /** Defaults to "Cancel". */
  cancelLabel?: string;
  /** By default the accept button is disabled until the form is valid; if set, pressing it shows what is missing. */
  isAcceptEnabled?: boolean;
  /**
   * Disables the accept button regardless of the form's state, when the action is no longer possible. Say why in the form.
   */
  isAcceptDisabled?: boolean;
  acceptTone?: 'neutral' | 'danger';
  savingLabel?: string;
  /** Whether there is unsaved input beside the form's. */
  isDirty?: boolean;
  /** Replaces the question asked about unsaved changes. */
  leaveWords?: LeaveWords;
  /** Above the fields, what the dialog is about: a `PatientLine` for everything that is sent out. */
  header?: ReactNode;
  /** Left of the buttons. */
  footerLeft?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | number;
  children: ReactNode;
}

/** A form in a dialog, with a guard against losing changes, progress, form-level error and one accept button. */
export function FormDialog<Values extends FieldValues, Parsed>(props: FormDialogProps<Values, Parsed>): ReactNode {
  const { opened, title, form, onSubmit, onClose } = props;
  const { isSubmitting } = form.formState;
  const isDirty = form.formState.isDirty || props.isDirty === true;
  const formId = useId();
  useSendingWhile(isSubmitting);
  const { guarded } = useDirtyDialog({
    opened,
    isDirty,
    form,
    isSaving: isSubmitting,
    words: props.leaveWords,
    onClose,
  });
  return (
    <Dialog {...guarded} title={title} size={props.size ?? 'md'} footer={<FormButtons {...props} formId={formId} />}>
      <FormBody {...props} formId={formId} onSubmit={onSubmit} />
    </Dialog>
  );
}

type PartProps<Values extends FieldValues, Parsed> = FormDialogProps<Values, Parsed> & { formId: string };

function FormBody<Values extends FieldValues, Parsed>(props: PartProps<Values, Parsed>): ReactNode {
  const { form, formId, header, children, onSubmit, savingLabel = 'Saving...', isAcceptDisabled = false } = props;
  const { isSubmitting, errors } = form.formState;
  const body = useRef<HTMLFormElement>(null);
  /** Blocks a second submit before the button renders as disabled. */
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
  useFirstField(body);
  const { trigger, getValues } = form;
  useEffect(() => {
    // Otherwise a wrong value on file would disable the accept button without a message.
    if (!isAcceptDisabled) void trigger(filledFields(getValues()));
  }, [trigger, getValues, isAcceptDisabled]);

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
      <ServerError errors={errors} />
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

/** Text fields that are not empty. */
function filledFields<Values extends FieldValues>(values: Values): Path<Values>[] {
  const names = Object.keys(values) as Path<Values>[];
  return names.filter((name) => typeof values[name] === 'string' && values[name] !== '');
}

function FormButtons<Values extends FieldValues, Parsed>(props: PartProps<Values, Parsed>): ReactNode {
  const { form, formId, acceptLabel = 'Save', cancelLabel, isAcceptEnabled = false } = props;
  const { isSubmitting, isValid, errors } = form.formState;
  // A server failure counts as a form error although the fields are valid, so it can be retried.
  const canRetry = errors.root?.['server'] !== undefined;
  return (
    <>
      <div className={classes['left']}>{props.footerLeft}</div>
      <DialogCancel>{cancelLabel}</DialogCancel>
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
