import { confirm } from './confirm.tsx';
import { useDirtyGuard } from './dirtyGuard.ts';
import { unsavedChanges } from './unsaved.ts';

export interface DirtyDialog {
  isDirty: boolean;
  /** Whether the changes are being saved: the dialog then stays open, to show the result. */
  isSaving?: boolean;
  onClose: () => void;
}

/**
 * Guards the changes in a dialog that is not a form: closing it asks first, and a click beside it does nothing.
 * @returns props of the `Dialog`, and what its Cancel button calls
 */
export function useDirtyDialog({ isDirty, isSaving = false, onClose }: DirtyDialog) {
  useDirtyGuard(isDirty && !isSaving);
  const askAndClose = async () => {
    if (isSaving) return;
    if (!isDirty || (await confirm(unsavedChanges))) onClose();
  };
  const leave = () => void askAndClose();
  const onHistoryMove = () => {
    if (!isSaving) onClose();
  };
  return { leave, guarded: { closeOnClickOutside: !isDirty, onClose: leave, onHistoryMove } };
}
