import { AccessDenied } from '@careloop/contracts/result';
import { encounterTypeLabels } from '@careloop/contracts/codes';
import { getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { IconBed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accessDeniedReason } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { EmergencyBanner } from '../patient-access/shared/EmergencyBanner.tsx';
import { PatientBanner, patientName, type PatientFlag } from './shared/PatientBanner.tsx';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { NoAccess } from './shared/NoAccess.tsx';
import { PatientActions } from './PatientActions.tsx';
import classes from './PatientRecord.module.css';
import { PatientSections } from './PatientSections.tsx';
import { patientPhone } from './patientPhone.ts';

const page = getRouteApi('/Patient/$patientId');

interface PatientRecordProps {
  patientId: number;
  /** Set if only emergency access opens the patient. */
  emergencyAccessUntil: string | null;
}

/** Everything about one patient, below a banner that stays in view. */
export function PatientRecord({ patientId, emergencyAccessUntil }: PatientRecordProps): ReactNode {
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  if (info.isPending) return <DetailSkeleton />;
  if (info.data === undefined) {
    const denied = accessDeniedReason(info.error);
    if (denied !== undefined)
      return <NoAccess patientId={patientId} hasPendingInvite={denied === AccessDenied.pendingInvite} />;
    return <ErrorState heading="h1" error={info.error} onRetry={() => void info.refetch()} />;
  }
  const patient = info.data;
  return (
    <div className={classes.record}>
      <PageTitle title={patientName(patient)} />
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
      <MergedNote />
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

/** Tells users who followed an old link that it now leads to the merged record. */
function MergedNote(): ReactNode {
  const { isMerged } = page.useSearch();
  const navigate = page.useNavigate();
  if (isMerged !== true) return null;
  const close = () => void navigate({ search: (old) => ({ ...old, isMerged: undefined }), replace: true });
  return (
    <div className={classes.note}>
      <Callout
        action={
          <Button variant="default" size="compact-sm" onClick={close}>
            Got it
          </Button>
        }
      >
        The record you opened was merged into this patient.
      </Callout>
    </div>
  );
}
