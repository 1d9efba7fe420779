import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { ReferralSteps } from './ReferralSteps.tsx';
import type { SentReferral } from './useSendReferral.ts';
import { referrersOf, wizardDefaults } from './wizardInput.ts';

export interface ReferralWizardProps {
  patientId: number;
  /** Called once leaving is agreed. */
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

/** "Request Patient Referral": five steps in a large dialog (docs/domain/referrals.md). */
export function ReferralWizard({ patientId, onClose, onSent }: ReferralWizardProps): ReactNode {
  const session = useSession();
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const users = useQuery(queryOf(getImpersonatableUsers, { providersOnly: true }));
  if (patient.data !== undefined && users.data !== undefined) {
    const referrers = referrersOf(session.user, users.data.users);
    return (
      <ReferralSteps
        patient={patient.data}
        referrers={referrers}
        defaults={wizardDefaults(patient.data, referrers, session)}
        onClose={onClose}
        onSent={onSent}
      />
    );
  }
  const failed = [patient, users].find((query) => query.isError);
  return (
    <Dialog opened onClose={onClose} title="Request Patient Referral" size={1080}>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <DetailSkeleton />}
    </Dialog>
  );
}
