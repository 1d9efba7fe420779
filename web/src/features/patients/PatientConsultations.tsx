import { listConsultations, type ConsultationListItem } from '@careloop/contracts/consultations';
import { IconPill } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { ConsultationDetail } from '../consultations/shared/detail/ConsultationDetail.tsx';
import { ConsultationListRow } from '../consultations/shared/ConsultationListRow.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const page = getRouteApi('/Patient/$patientId');
const keyOf = (consultation: ConsultationListItem) => consultation.careCoordinatorRequestId;
const renderRow = (consultation: ConsultationListItem) => (
  <ConsultationListRow item={consultation} isUnread={consultation.isUnread} hidesPatient />
);

/** The consultations about one patient, whoever sent them. */
export function PatientConsultations({ patientId }: { patientId: number }): ReactNode {
  const { careCoordinatorRequestId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery(pagesOf(listConsultations, { patientId }));
  return (
    <PagedBoard
      label="Consultations"
      heading="h2"
      list={[patientId]}
      query={query}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={careCoordinatorRequestId}
      onSelect={(id, isStep) =>
        void navigate({ search: { section: 'consultations', careCoordinatorRequestId: id }, replace: isStep })
      }
      detail={(id) => (
        <ConsultationDetail
          of={{ careCoordinatorRequestId: id }}
          isGlance={careCoordinatorRequestId === undefined}
          hidesPatient
        />
      )}
      empty={
        <EmptyState
          icon={<IconPill size={24} />}
          title="No consultations yet"
          text="Use New consultation to ask about this patient's medication."
        />
      }
    />
  );
}
