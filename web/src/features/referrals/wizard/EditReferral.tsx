import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo } from '@careloop/contracts/patients';
import type { Referral } from '@careloop/contracts/referrals';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { allQueries, QueryState } from '../../../ui/QueryState.tsx';
import { EditSteps } from './EditSteps.tsx';
import { referrersOf } from './wizardInput.ts';

export interface EditReferralProps {
  referral: Referral;
  onClose: () => void;
}

/** The wizard for a sent referral that has not been answered. */
export function EditReferral({ referral, onClose }: EditReferralProps): ReactNode {
  const { user } = useSession();
  const query = allQueries([
    useQuery(queryOf(getPatientInfo, { patientId: referral.patient.patientId })),
    useQuery(queryOf(getImpersonatableUsers, { providersOnly: true })),
  ]);
  if (query.data === undefined) {
    return (
      <Dialog opened onClose={onClose} title="Edit Patient Referral" size={1080}>
        <QueryState query={query} />
      </Dialog>
    );
  }
  const [patient, { users }] = query.data;
  return <EditSteps patient={patient} referrers={referrersOf(user, users)} referral={referral} onClose={onClose} />;
}
