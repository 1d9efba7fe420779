import { canAccessPatient, getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { accessDeniedReason } from '../../../api/errors.ts';
import { onApiEvent } from '../../../api/events.ts';
import { queryOf } from '../../../api/query.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { NoAccess } from './NoAccess.tsx';

export interface PatientAccessProps {
  /** As in the address. */
  patientId: string;
  /** Leads from a merged record to the same page of the surviving one. */
  toSurvivor: (survivorId: string) => ReactNode;
  /** The page; `emergencyAccessUntil` is set if only emergency access opens the patient. */
  children: (patient: PatientInfo, emergencyAccessUntil: string | null) => ReactNode;
}

/** A page about a patient, whose access is checked first (docs/domain/patients.md). */
export function PatientAccess({ patientId, toSurvivor, children }: PatientAccessProps): ReactNode {
  const access = useQuery(queryOf(canAccessPatient, { patientId }));
  const denial = useDenial(Number(patientId));
  if (access.data === undefined) return <QueryState query={access} heading="h1" />;
  const { mergedIntoPatientId, emergencyAccessUntil } = access.data;
  if (mergedIntoPatientId !== null) return toSurvivor(String(mergedIntoPatientId));
  if (!access.data.canAccessPatient) {
    // Access may have been granted since: by an accepted invitation or emergency access.
    if (access.isFetching) return <DetailSkeleton />;
    return <NoAccess patientId={patientId} reason={access.data.deniedReason} />;
  }
  if (denial !== undefined) return <NoAccess patientId={patientId} reason={denial} />;
  return (
    <OpenPatient key={patientId} patientId={Number(patientId)}>
      {(patient) => children(patient, emergencyAccessUntil)}
    </OpenPatient>
  );
}

interface OpenPatientProps {
  patientId: number;
  children: (patient: PatientInfo) => ReactNode;
}

function OpenPatient({ patientId, children }: OpenPatientProps): ReactNode {
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  const deniedReason = info.data === undefined ? accessDeniedReason(info.error) : undefined;
  if (deniedReason !== undefined) return <NoAccess patientId={patientId} reason={deniedReason} />;
  return (
    <QueryState query={info} heading="h1">
      {children}
    </QueryState>
  );
}

/**
 * Why a call about this patient was denied while the page was open, one of `AccessDenied`: access ended, or an invitation
 * is pending. Every call counts, so every section of the page redirects the same way.
 */
function useDenial(patientId: number): number | undefined {
  const [denial, setDenial] = useState<{ patientId: number; reason: number }>();
  const note = useEffectEvent((met: { patientId: number; reason: number }) => {
    if (met.patientId === patientId) setDenial(met);
  });
  useEffect(() => onApiEvent('patientDenied', (met) => note(met)), []);
  return denial?.patientId === patientId ? denial.reason : undefined;
}
