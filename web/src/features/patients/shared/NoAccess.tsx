import { errorTexts } from '@careloop/contracts/result';
import { Navigate } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { toast } from '../../../ui/toasts.tsx';

interface NoAccessProps {
  patientId: number | string;
  hasPendingInvite: boolean;
}

/** Leads away from a closed patient: to the invitation that would open it, or to the list, with a toast that goes by itself. */
export function NoAccess({ patientId, hasPendingInvite }: NoAccessProps): ReactNode {
  useEffect(() => {
    if (!hasPendingInvite) toast.warning(errorTexts.noPatientAccess);
  }, [hasPendingInvite]);
  if (hasPendingInvite) return <Navigate to="/Patients/Invites" search={{ patientId: Number(patientId) }} replace />;
  return <Navigate to="/Patients" replace />;
}
