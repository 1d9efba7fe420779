import { canAccessPatient } from '@careloop/contracts/patients';
import { AccessDenied } from '@careloop/contracts/result';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { useDenial } from './shared/useDenial.ts';
import { NoAccess } from './shared/NoAccess.tsx';
import { PatientRecord } from './PatientRecord.tsx';

const page = getRouteApi('/Patient/$patientId');

/** A patient's page. Access is checked first (docs/domain/patients.md). */
export function PatientPage(): ReactNode {
  const { patientId } = page.useParams();
  const access = useQuery(queryOf(canAccessPatient, { patientId }));
  const denial = useDenial(Number(patientId));
  if (access.isPending) return <DetailSkeleton />;
  if (access.data === undefined)
    return <ErrorState heading="h1" error={access.error} onRetry={() => void access.refetch()} />;
  const { mergedIntoPatientId } = access.data;
  if (mergedIntoPatientId !== null) {
    return (
      <Navigate
        to="/Patient/$patientId"
        params={{ patientId: String(mergedIntoPatientId) }}
        search={(old) => ({ ...old, isMerged: true })}
        replace
      />
    );
  }
  if (!access.data.canAccessPatient) {
    // Access may have been granted since: by an accepted invitation or emergency access.
    if (access.isFetching) return <DetailSkeleton />;
    return <NoAccess patientId={patientId} hasPendingInvite={access.data.hasPendingInvite} />;
  }
  if (denial !== undefined) {
    return <NoAccess patientId={patientId} hasPendingInvite={denial === AccessDenied.pendingInvite} />;
  }
  return (
    <PatientRecord
      key={patientId}
      patientId={Number(patientId)}
      emergencyAccessUntil={access.data.emergencyAccessUntil}
    />
  );
}
