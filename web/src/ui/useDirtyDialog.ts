import { confirm } from './confirm.tsx';
import { useDirtyGuard, type GuardedForm } from './dirtyGuard.ts';
import { unsavedChanges, type LeaveWords } from './unsaved.ts';

export interface DirtyDialog {
  /** Default true, for a dialog that exists only while it is open. */
  opened?: boolean;
  isDirty: boolean;
  /** The form in the dialog, if its values are what would be lost. */
  form?: GuardedForm;
  /** Whether the changes are being saved: the dialog then stays open, to show the result. */
  isSaving?: boolean;
  /** The question asked about the changes. */
  words?: LeaveWords | undefined;
  /** Called once the user has agreed to leave. */
  onClose: () => void;
}

/**
 * Guards the changes in a dialog: closing it asks first, and a click beside it does nothing.
 * @returns props of the `Dialog`, and what its Cancel button calls
 */
export function useDirtyDialog(given: DirtyDialog) {
  const { opened = true, isDirty, form = null, isSaving = false, words = unsavedChanges, onClose } = given;
  useDirtyGuard(opened && isDirty && !isSaving, form, words);
  const askAndClose = async () => {
    if (isSaving) return;
    if (!isDirty || (await confirm(words))) onClose();
  };
  const leave = () => void askAndClose();
  const onHistoryMove = () => {
    if (!isSaving) onClose();
  };
  return { leave, guarded: { opened, closeOnClickOutside: !isDirty, onClose: leave, onHistoryMove } };
}
