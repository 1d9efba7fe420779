import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { PatientInfo } from '@careloop/contracts/patients';
import { IconBed } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmergencyBanner } from '../patient-access/shared/EmergencyBanner.tsx';
import { PatientBanner, patientName, type PatientFlag } from './shared/PatientBanner.tsx';
import { BrowserTabTitle } from '../../shell/BrowserTabTitle.tsx';
import { MergedNote } from './shared/MergedNote.tsx';
import { PatientActions } from './PatientActions.tsx';
import classes from './PatientRecord.module.css';
import { PatientSections } from './PatientSections.tsx';
import { patientPhone } from './patientPhone.ts';

const page = getRouteApi('/Patient/$patientId');

interface PatientRecordProps {
  patient: PatientInfo;
  /** Set if only emergency access opens the patient. */
  emergencyAccessUntil: string | null;
}

/** Everything about one patient, below a banner that stays in view. */
export function PatientRecord({ patient, emergencyAccessUntil }: PatientRecordProps): ReactNode {
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
