import { listConsultations, type Consultation, type ConsultationListItem } from '@careloop/contracts/consultations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { AlsoOpen } from '../../../../components/AlsoOpen.tsx';
import { formatDate } from '../../../../ui/dates.ts';

/** For the receiver: other consultations about the patient that wait for their answer. */
export function AlsoOpenConsultations({ consultation }: { consultation: Consultation }): ReactNode {
  const { careCoordinatorRequestId, patient, can, requestedToUserId, healthcareProviderId } = consultation;
  const isAsked = can.accept === true || can.decline === true;
  const { data } = useQuery({
    ...queryOf(listConsultations, { patientId: patient.patientId, status: 'open' }),
    enabled: isAsked,
  });
  if (!isAsked) return null;
  const isSame = (one: ConsultationListItem) =>
    (requestedToUserId !== null && one.requestedToUserId === requestedToUserId) ||
    (healthcareProviderId !== null && one.healthcareProviderId === healthcareProviderId);
  const others = (data?.items ?? []).filter(
    (one) => one.careCoordinatorRequestId !== careCoordinatorRequestId && isSame(one),
  );
  return (
    <AlsoOpen
      links={others.map((one) => (
        <Link
          key={one.careCoordinatorRequestId}
          to="/Consultations"
          search={{ careCoordinatorRequestId: one.careCoordinatorRequestId }}
        >
          Consultation, sent {formatDate(one.dateCreated)} by {one.requestedByName}
        </Link>
      ))}
    />
  );
}
