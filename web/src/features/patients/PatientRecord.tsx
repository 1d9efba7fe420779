import { AccessDenied } from '@careloop/contracts/result';
import { getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { accessDeniedReason } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { PatientBanner, patientName } from './shared/PatientBanner.tsx';
import { ReferralWizard } from '../referrals/shared/lazyDialogs.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { useCommand } from '../../ui/commands.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { NoAccess } from './shared/NoAccess.tsx';
import classes from './PatientRecord.module.css';
import { PatientSections } from './PatientSections.tsx';
import { patientPhone } from './patientPhone.ts';

const page = getRouteApi('/Patient/$patientId');

/** Everything about one patient below the banner that never scrolls away. */
export function PatientRecord({ patientId }: { patientId: number }): ReactNode {
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  if (info.isPending) return <DetailSkeleton />;
  if (info.data === undefined) {
    const denied = accessDeniedReason(info.error);
    if (denied !== undefined) return <NoAccess hasPendingInvite={denied === AccessDenied.pendingInvite} />;
    return <ErrorState error={info.error} onRetry={() => void info.refetch()} />;
  }
  const patient = info.data;
  return (
    <div className={classes.record}>
      <PageTitle title={patientName(patient)} />
      <PatientBanner
        patient={patient}
        phone={patientPhone(patient)}
        careTeamSize={patient.careTeamSize}
        actions={<NewReferral patient={patient} />}
      />
      <MergedNote />
      <PatientSections patient={patient} />
    </div>
  );
}

/** Tells whoever came by an old link that it is another record's now. */
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

function NewReferral({ patient }: { patient: PatientInfo }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommand(`New referral for ${patientName(patient)}`, () => setOpen(true), patient.can.createReferral === true);
  return (
    <>
      <ActionButton
        allowance={patient.can.createReferral}
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        New referral
      </ActionButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ReferralWizard patientId={patient.patientId} onClose={() => setOpen(false)} onSent={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
