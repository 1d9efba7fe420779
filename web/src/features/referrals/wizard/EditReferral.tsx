import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo } from '@careloop/contracts/patients';
import type { Referral } from '@careloop/contracts/referrals';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { EditSteps } from './EditSteps.tsx';
import { referrersOf } from './wizardInput.ts';

export interface EditReferralProps {
  referral: Referral;
  onClose: () => void;
}

/** The wizard for a sent referral that has not been answered. */
export function EditReferral({ referral, onClose }: EditReferralProps): ReactNode {
  const { user } = useSession();
  const patient = useQuery(queryOf(getPatientInfo, { patientId: referral.patient.patientId }));
  const users = useQuery(queryOf(getImpersonatableUsers, { providersOnly: true }));
  if (patient.data !== undefined && users.data !== undefined) {
    const referrers = referrersOf(user, users.data.users);
    return <EditSteps patient={patient.data} referrers={referrers} referral={referral} onClose={onClose} />;
  }
  const failed = [patient, users].find((query) => query.isError);
  return (
    <Dialog opened onClose={onClose} title="Edit Patient Referral" size={1080}>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <DetailSkeleton />}
    </Dialog>
  );
}
