import { AccessDenied, errorTexts } from '@careloop/contracts/result';
import { Anchor } from '@mantine/core';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { toast } from '../../../ui/toasts.tsx';

interface NoAccessProps {
  patientId: number | string;
  /** One of `AccessDenied`. */
  reason: number | null;
}

/** Redirects from an inaccessible patient: to the invitation that would open it, or to the list, with a toast. */
export function NoAccess({ patientId, reason }: NoAccessProps): ReactNode {
  const router = useRouter();
  const hasPendingInvite = reason === AccessDenied.pendingInvite;
  useEffect(() => {
    if (hasPendingInvite) return;
    const findPatient = () => void router.navigate({ to: '/Patients/Find' });
    toast.warning(
      <>
        <div>{errorTexts.noPatientAccess}</div>
        {reason === AccessDenied.careTeam && <div>{errorTexts.removedFromCareTeam}</div>}
        <Anchor component="button" type="button" fz="inherit" onClick={findPatient}>
          Find the patient to request access
        </Anchor>
      </>,
    );
  }, [hasPendingInvite, reason, router]);
  if (hasPendingInvite) return <Navigate to="/Patients/Invites" search={{ patientId: Number(patientId) }} replace />;
  return <Navigate to="/Patients" replace />;
}
