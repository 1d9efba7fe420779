import { patientName } from '@careloop/contracts/patients/identity';
import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { PatientInfo } from '@careloop/contracts/patients';
import { IconBed } from '@tabler/icons-react';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BrowserTabTitle } from '../../shell/BrowserTabTitle.tsx';
import { EmergencyBanner } from '../patient-access/shared/EmergencyBanner.tsx';
import { PatientActions } from './PatientActions.tsx';
import classes from './PatientRecord.module.css';
import { PatientSections } from './PatientSections.tsx';
import { MergedNote } from './shared/MergedNote.tsx';
import { PatientAccess } from './shared/PatientAccess.tsx';
import { PatientBanner, type PatientFlag } from './shared/PatientBanner.tsx';

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

interface PatientRecordProps {
  patient: PatientInfo;
  /** Set if only emergency access opens the patient. */
  emergencyAccessUntil: string | null;
}

/** Everything about one patient, below a banner that stays in view. */
function PatientRecord({ patient, emergencyAccessUntil }: PatientRecordProps): ReactNode {
  const { isMerged } = page.useSearch();
  const navigate = page.useNavigate();
  return (
    <div className={classes.record}>
      <BrowserTabTitle title={patientName(patient)} />
      <PatientBanner
        patient={patient}
        // No phone number for a deceased patient.
        phone={patient.isDeceased ? undefined : patientPhone(patient)}
        careTeamSize={patient.careTeamSize}
        flags={flagsOf(patient)}
        actions={<PatientActions patient={patient} />}
      />
      {emergencyAccessUntil !== null && (
        <div className={classes.note}>
          <EmergencyBanner until={emergencyAccessUntil} />
        </div>
      )}
      {isMerged === true && (
        <div className={classes.note}>
          <MergedNote
            onClose={() => void navigate({ search: (old) => ({ ...old, isMerged: undefined }), replace: true })}
          />
        </div>
      )}
      <PatientSections patient={patient} />
    </div>
  );
}

function flagsOf({ admission, isDeceased }: PatientInfo): PatientFlag[] {
  if (admission === null || isDeceased) return [];
  const { encounterType, facilityName } = admission;
  const where = [encounterTypeLabels[encounterType], facilityName].filter(Boolean).join(', ');
  return [{ label: `Admitted: ${where}`, tone: 'info', icon: <IconBed size={14} aria-hidden /> }];
}

/** The patient's preferred phone number. */
function patientPhone(patient: PatientInfo): string | null {
  return patient.cellPhone ?? patient.homePhone ?? patient.officePhone ?? patient.alternatePhone;
}
