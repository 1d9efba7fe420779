import { useBlocker } from '@tanstack/react-router';
import { mayLeave } from '../ui/dirtyGuard.ts';
import { hasUnsavedChanges } from '../ui/unsaved.ts';

/** Asks before a link, Back or a reload throws unsaved changes away. Once per application. */
export function NavigationGuard(): null {
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave()),
    enableBeforeUnload: hasUnsavedChanges,
  });
  return null;
}
