import { signOut } from '../session/actions.ts';
import { mayLeavePortal } from '../ui/dirtyGuard.ts';
import { presentError } from '../api/presentError.ts';

/** Signs out, after asking about unsaved changes. */
export async function leavePortal(): Promise<void> {
  if (!(await mayLeavePortal())) return;
  try {
    await signOut();
  } catch (error) {
    presentError(error, { retry: () => void leavePortal() });
  }
}
