import { listCareTeam } from '@careloop/contracts/care-teams';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { ConsultationSteps, type ConsultationStepsProps } from './ConsultationSteps.tsx';
import { wizardTitle } from './wizardTitle.ts';

export interface ConsultationWizardProps extends Pick<ConsultationStepsProps, 'provider' | 'onClose' | 'onSent'> {
  patientId: number;
}

/** "Care Coordinator Request": a medication consultation in four steps (docs/domain/consultations.md). */
export function ConsultationWizard(props: ConsultationWizardProps): ReactNode {
  const { patientId, onClose } = props;
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const users = useQuery(queryOf(getImpersonatableUsers, {}));
  const team = useQuery(queryOf(listCareTeam, { patientId }));
  if (patient.data !== undefined && users.data !== undefined && team.data !== undefined) {
    return <ConsultationSteps {...props} patient={patient.data} users={users.data.users} members={team.data.members} />;
  }
  const failed = [patient, users, team].find((query) => query.isError);
  return (
    <Dialog opened onClose={onClose} title={wizardTitle} size={1080}>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <DetailSkeleton />}
    </Dialog>
  );
}
