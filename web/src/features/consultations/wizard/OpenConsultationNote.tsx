import { listConsultations, type ConsultationListItem } from '@careloop/contracts/consultations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { consultationStatusLabel } from '../shared/consultationWords.tsx';
import type { WizardValues } from './wizardForm.ts';

type Choice = WizardValues['chooseProvider'];

/** Whether a consultation has the selected recipient, by their account or their provider record. */
function isSame(consultation: ConsultationListItem, { member, healthcareProvider }: Choice): boolean {
  const { userId = null, healthcareProviderId = null } = member ?? healthcareProvider ?? {};
  return (
    (userId !== null && consultation.requestedToUserId === userId) ||
    (healthcareProviderId !== null && consultation.healthcareProviderId === healthcareProviderId)
  );
}

/** Warns of unanswered consultations about this patient to the selected person, before another one is written. */
export function OpenConsultationNote({ patientId }: { patientId: number }): ReactNode {
  const choice = useFormContext<WizardValues>().watch('chooseProvider');
  const { data } = useQuery(queryOf(listConsultations, { patientId, status: 'open' }));
  const same = (data?.items ?? []).filter((consultation) => isSame(consultation, choice));
  if (same.length === 0) return null;
  return (
    <Callout tone="warning" title="This patient already has an open consultation there">
      {same.map((consultation) => (
        <div key={consultation.careCoordinatorRequestId}>
          {consultation.requestedToName} · {consultationStatusLabel(consultation.status)} · sent{' '}
          {formatDate(consultation.dateCreated)} by {consultation.requestedByName} ·{' '}
          <Link
            to="/Consultations"
            search={{ careCoordinatorRequestId: consultation.careCoordinatorRequestId }}
            target="_blank"
          >
            Open in a new tab
          </Link>
        </div>
      ))}
    </Callout>
  );
}
