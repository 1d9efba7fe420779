import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PatientRecord } from './PatientRecord.tsx';
import { PatientAccess } from './shared/PatientAccess.tsx';

const page = getRouteApi('/Patient/$patientId');

/** A patient's page. */
export function PatientPage(): ReactNode {
  const { patientId } = page.useParams();
  return (
    <PatientAccess
      patientId={patientId}
      toSurvivor={(survivorId) => (
        <Navigate
          to="/Patient/$patientId"
          params={{ patientId: survivorId }}
          search={(old) => ({ ...old, isMerged: true })}
          replace
        />
      )}
    >
      {(patient, emergencyAccessUntil) => (
        <PatientRecord patient={patient} emergencyAccessUntil={emergencyAccessUntil} />
      )}
    </PatientAccess>
  );
}
