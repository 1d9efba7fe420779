import type { Consultation } from '@careloop/contracts/consultations';
import type { ReactNode } from 'react';
import { LetterSection } from '../../../../components/Letter.tsx';
import { formatDate } from '../../../../ui/dates.ts';
import { RequestLetter } from '../../../charts/shared/RequestLetter.tsx';
import { consultationStatusLabel } from '../consultationWords.tsx';

interface ConsultationLetterProps {
  consultation: Consultation;
  onPrinted: () => void;
}

/** A consultation as a letter. */
export function ConsultationLetter({ consultation, onPrinted }: ConsultationLetterProps): ReactNode {
  const { requestedByProvider: provider, answeredAt, responseNotes, status } = consultation;
  const label = consultationStatusLabel(status);
  const answer =
    answeredAt === null || status === 'cancelled'
      ? null
      : `${label} ${formatDate(answeredAt)} by ${consultation.answeredByUserFullName}${responseNotes === null ? '' : `: ${responseNotes}`}`;
  return (
    <RequestLetter
      title="Medication consultation"
      meta={`Sent ${formatDate(consultation.dateCreated)} · ${label}`}
      patient={consultation.patient}
      canAccessPatient={consultation.canAccessPatient}
      from={{
        name: consultation.requestedByUserFullName,
        about: consultation.requestedByUserOrganizationName,
        address: provider?.address ?? null,
        officePhone: provider?.officePhone ?? null,
      }}
      to={{
        name: consultation.requestedToName,
        about: [consultation.requestedToUserSpecialty, consultation.requestedToOrganization]
          .filter(Boolean)
          .join(' · '),
        address: consultation.requestedToAddress,
        officePhone: consultation.requestedToOfficePhone,
      }}
      charts={consultation.patientCharts}
      onPrinted={onPrinted}
    >
      {consultation.requestNotes !== null && (
        <LetterSection title="Comments/Notes">{consultation.requestNotes}</LetterSection>
      )}
      {answer !== null && <LetterSection title="Answer">{answer}</LetterSection>}
    </RequestLetter>
  );
}
