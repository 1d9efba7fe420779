import { errorTexts } from '@careloop/contracts/result';
import { Navigate } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { toast } from '../../../ui/toasts.tsx';

/** Back to the list, with the reason in a toast that goes by itself. */
export function NoAccess({ hasPendingInvite }: { hasPendingInvite: boolean }): ReactNode {
  useEffect(() => {
    toast.warning(
      hasPendingInvite
        ? "You were invited to this patient's care team. Accept the invitation to open the patient."
        : errorTexts.noPatientAccess,
    );
  }, [hasPendingInvite]);
  return <Navigate to="/Patients" replace />;
}
