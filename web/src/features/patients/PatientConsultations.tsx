import { listConsultations, type ConsultationListItem } from '@careloop/contracts/consultations';
import { IconPill } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagedItems, pagingOf } from '../../api/pages.ts';
import { pagesOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { ConsultationDetail } from '../consultations/shared/detail/ConsultationDetail.tsx';
import { ConsultationListRow } from '../consultations/shared/ConsultationListRow.tsx';
import { useArrivals } from '../../components/useArrivals.ts';
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
  const consultations = pagedItems(query.data);
  const { items, newCount, showNew } = useArrivals(consultations, keyOf, [patientId]);
  return (
    <ListDetailBoard
      label="Consultations"
      heading="h2"
      list={[patientId]}
      items={items}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={careCoordinatorRequestId}
      onSelect={(key, isStep) =>
        void navigate({
          search: { section: 'consultations', careCoordinatorRequestId: key === null ? undefined : Number(key) },
          replace: isStep,
        })
      }
      detail={(key) => (
        <ConsultationDetail
          of={{ careCoordinatorRequestId: Number(key) }}
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
      newCount={newCount}
      onShowNew={showNew}
      {...pagingOf(query)}
    />
  );
}
