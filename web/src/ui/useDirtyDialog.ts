import { confirm } from './confirm.tsx';
import { useDirtyGuard } from './dirtyGuard.ts';
import { unsavedChanges } from './unsaved.ts';

export interface DirtyDialog {
  isDirty: boolean;
  /** Whether another page may be opened without the question, as while saving. */
  isBusy?: boolean;
  onClose: () => void;
}

/**
 * Guards the changes in a dialog that is not a form: closing it asks first, and a click beside it does nothing.
 * @returns props of the `Dialog`, and what its Cancel button calls
 */
export function useDirtyDialog({ isDirty, isBusy = false, onClose }: DirtyDialog) {
  useDirtyGuard(isDirty && !isBusy);
  const askAndClose = async () => {
    if (!isDirty || (await confirm(unsavedChanges))) onClose();
  };
  const leave = () => void askAndClose();
  return { leave, guarded: { closeOnClickOutside: !isDirty, onClose: leave, onHistoryMove: onClose } };
}
