import { getConsultationBrand, type Consultation } from '@careloop/contracts/consultations';
import { letterOf, type Letter, type LetterPatient } from '@careloop/contracts/letters';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { formatDate, ownTimeZone } from '../../../../ui/dates.ts';
import { RequestLetter } from '../../../charts/shared/RequestLetter.tsx';
import { consultationStatusLabel } from '../consultationWords.tsx';

interface ConsultationLetterProps {
  consultation: Consultation;
  onPrinted: () => void;
}

function consultationLetter(consultation: Consultation, about: LetterPatient | null): Letter {
  const { requestedByProvider: provider, answeredAt, responseNotes, status } = consultation;
  const label = consultationStatusLabel(status);
  const answer =
    answeredAt === null || status === 'cancelled'
      ? ''
      : `${label} ${formatDate(answeredAt)} by ${consultation.answeredByUserFullName}${responseNotes === null ? '' : `: ${responseNotes}`}`;
  return letterOf({
    title: 'Medication consultation',
    meta: `Sent ${formatDate(consultation.dateCreated)} · ${label}`,
    patient: consultation.patient,
    about,
    from: {
      name: consultation.requestedByUserFullName,
      about: consultation.requestedByUserOrganizationName,
      address: provider?.address ?? null,
      officePhone: provider?.officePhone ?? null,
    },
    to: {
      name: consultation.requestedToName,
      about: [consultation.requestedToUserSpecialty, consultation.requestedToOrganization].filter(Boolean).join(' · '),
      address: consultation.requestedToAddress,
      officePhone: consultation.requestedToOfficePhone,
    },
    sections: [
      ['Comments/Notes', consultation.requestNotes ?? ''],
      ['Answer', answer],
    ],
    charts: consultation.patientCharts,
    timeZone: ownTimeZone,
  });
}

/** A consultation as a letter. */
export function ConsultationLetter({ consultation, onPrinted }: ConsultationLetterProps): ReactNode {
  const { careCoordinatorRequestId } = consultation;
  const brand = useQuery(queryOf(getConsultationBrand, { careCoordinatorRequestId }));
  return (
    <RequestLetter
      brand={brand}
      patient={consultation.patient}
      canAccessPatient={consultation.canAccessPatient}
      letterFor={(about) => consultationLetter(consultation, about)}
      onPrinted={onPrinted}
    />
  );
}
