import { Direction } from '@careloop/contracts/codes';
import { consultationStatuses, consultationStatusLabels } from '@careloop/contracts/codes/consultations';
import { listConsultations, type ConsultationListItem } from '@careloop/contracts/consultations';
import { SegmentedControl } from '@mantine/core';
import { IconPill } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { UrlSearchBox } from '../../components/UrlSearchBox.tsx';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { withDirection, withNewAnswers } from '../../components/answersByDirection.ts';
import { NewAnswersFilter } from '../../components/NewAnswersFilter.tsx';
import { BarSelect } from '../../ui/BarSelect.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoResults } from '../../ui/NoResults.tsx';
import { ConsultationDetail } from './shared/detail/ConsultationDetail.tsx';
import { ConsultationListRow } from './shared/ConsultationListRow.tsx';
import { useNavigationPart } from '../../shell/navigation.ts';

const page = getRouteApi('/Consultations');
const keyOf = (consultation: ConsultationListItem) => consultation.careCoordinatorRequestId;
const renderRow = (consultation: ConsultationListItem) => (
  <ConsultationListRow item={consultation} isUnread={consultation.isUnread} />
);

const directions = [
  { value: String(Direction.all), label: 'All' },
  { value: String(Direction.incoming), label: 'Received' },
  { value: String(Direction.outgoing), label: 'Sent' },
];
const shownStatuses = ['open', ...consultationStatuses] as const;
type ShownStatus = (typeof shownStatuses)[number];
const statuses = shownStatuses.map((status) => ({
  value: status,
  label: status === 'open' ? 'Waiting for an answer' : consultationStatusLabels[status],
}));
const isStatus = (value: string | null): value is ShownStatus => shownStatuses.some((status) => status === value);

function useFilters() {
  const { direction, status, searchTerm, unread } = page.useSearch();
  const navigate = page.useNavigate();
  const set = (next: { direction?: number; status?: ShownStatus; searchTerm?: string; unread?: boolean | undefined }) =>
    // A different list, with nothing selected yet.
    void navigate({ search: (old) => ({ ...old, ...next, careCoordinatorRequestId: undefined }), replace: true });
  const count = [direction, status, searchTerm, unread].filter((value) => value !== undefined).length;
  return { direction, status, searchTerm, unread, set, count };
}

function Filters(): ReactNode {
  const { direction, status, searchTerm, unread, set } = useFilters();
  const { data: answers } = useNavigationPart('consultations');
  return (
    <>
      <UrlSearchBox
        label="Search consultations"
        placeholder="Patient name or MRN"
        value={searchTerm ?? ''}
        onSearch={(term) => set({ searchTerm: term || undefined })}
      />
      <SegmentedControl
        aria-label="Direction"
        fullWidth
        data={directions}
        value={String(direction ?? Direction.all)}
        onChange={(value) => set(withDirection(value))}
      />
      <NewAnswersFilter
        count={answers?.unreadCount ?? 0}
        isOn={unread === true}
        onChange={(isOn) => set(withNewAnswers(isOn, direction))}
      />
      <BarSelect
        aria-label="Status"
        placeholder="All statuses"
        clearable
        data={statuses}
        value={status ?? null}
        onChange={(value) => set({ status: isStatus(value) ? value : undefined })}
      />
    </>
  );
}

/** Consultations the user sent or received: the list with its filters, and the selected one. */
export function ConsultationsPage(): ReactNode {
  const { careCoordinatorRequestId } = page.useSearch();
  const navigate = page.useNavigate();
  const { direction, status, searchTerm, unread, set, count } = useFilters();
  const filters = { direction, status, searchTerm, unread };
  const query = useInfiniteQuery({ ...pagesOf(listConsultations, filters), placeholderData: keepPreviousData });
  return (
    <PagedBoard
      label="Consultations"
      list={[filters]}
      query={query}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={careCoordinatorRequestId}
      onSelect={(id, isStep) =>
        void navigate({ search: (old) => ({ ...old, careCoordinatorRequestId: id }), replace: isStep })
      }
      detail={(id) => (
        <ConsultationDetail of={{ careCoordinatorRequestId: id }} isGlance={careCoordinatorRequestId === undefined} />
      )}
      empty={<NoConsultations isFiltered={count > 0} />}
      filters={<Filters />}
      filtersCount={count}
      onResetFilters={() => set({ direction: undefined, status: undefined, searchTerm: undefined, unread: undefined })}
    />
  );
}

function NoConsultations({ isFiltered }: { isFiltered: boolean }): ReactNode {
  if (isFiltered) return <NoResults />;
  return (
    <EmptyState
      icon={<IconPill size={24} />}
      title="No consultations yet"
      text="Open a patient and choose New consultation to send the first one."
    />
  );
}
