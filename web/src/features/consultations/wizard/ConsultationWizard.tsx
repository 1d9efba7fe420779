import { listCareTeam } from '@careloop/contracts/care-teams';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { allQueries, QueryState } from '../../../ui/QueryState.tsx';
import { ConsultationSteps, wizardTitle, type ConsultationStepsProps } from './ConsultationSteps.tsx';

export interface ConsultationWizardProps extends Pick<ConsultationStepsProps, 'provider' | 'onClose' | 'onSent'> {
  patientId: number;
}

/** "Care Coordinator Request": a medication consultation in four steps (docs/domain/consultations.md). */
export function ConsultationWizard(props: ConsultationWizardProps): ReactNode {
  const { patientId, onClose } = props;
  const query = allQueries([
    useQuery(queryOf(getPatientInfo, { patientId })),
    useQuery(queryOf(getImpersonatableUsers, {})),
    useQuery(queryOf(listCareTeam, { patientId })),
  ]);
  if (query.data === undefined) {
    return (
      <Dialog opened onClose={onClose} title={wizardTitle} size={1080}>
        <QueryState query={query} />
      </Dialog>
    );
  }
  const [patient, { users }, { members }] = query.data;
  return <ConsultationSteps {...props} patient={patient} users={users} members={members} />;
}
