import { Direction, referralStatuses, referralStatusLabels } from '@careloop/contracts/codes';
import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { SegmentedControl, Select } from '@mantine/core';
import { IconArrowsExchange, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagingOf } from '../../api/pages.ts';
import { pagesOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { ReferralDetail } from './shared/detail/ReferralDetail.tsx';
import { ReferralListRow } from './shared/ReferralListRow.tsx';
import { useArrivals } from '../../components/useArrivals.ts';
import { useIsLeaving } from '../../components/useIsLeaving.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';

const page = getRouteApi('/Referrals');
const keyOf = (referral: ReferralListItem) => referral.referralId;
const renderRow = (referral: ReferralListItem) => <ReferralListRow item={referral} />;

const directions = [
  { value: String(Direction.all), label: 'All' },
  { value: String(Direction.incoming), label: 'Incoming' },
  { value: String(Direction.outgoing), label: 'Outgoing' },
];
const shownStatuses = [...referralStatuses, 'overdue'] as const;
type ShownStatus = (typeof shownStatuses)[number];
const statuses = shownStatuses.map((status) => ({ value: status, label: referralStatusLabels[status] }));
const isStatus = (value: string | null): value is ShownStatus => shownStatuses.some((status) => status === value);

function useFilters() {
  const { direction, status, searchTerm } = page.useSearch();
  const navigate = page.useNavigate();
  const set = (next: { direction?: number; status?: ShownStatus; searchTerm?: string }) =>
    // Another list: nothing of it is selected yet.
    void navigate({ search: (old) => ({ ...old, ...next, referralId: undefined }), replace: true });
  const count = [direction, status, searchTerm].filter((value) => value !== undefined).length;
  return { direction, status, searchTerm, set, count };
}

function Filters(): ReactNode {
  const { direction, status, searchTerm, set } = useFilters();
  const isLeaving = useIsLeaving();
  return (
    <>
      <SearchBox
        label="Search referrals"
        placeholder="Patient name or MRN"
        value={searchTerm ?? ''}
        onSearch={(term) => {
          if (!isLeaving()) set({ searchTerm: term || undefined });
        }}
      />
      <SegmentedControl
        aria-label="Direction"
        fullWidth
        data={directions}
        value={String(direction ?? Direction.all)}
        onChange={(value) => set({ direction: Number(value) === Direction.all ? undefined : Number(value) })}
      />
      <Select
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

/** Referrals the user sent or received: the list with its filters, and the chosen one. */
export function ReferralsPage(): ReactNode {
  const { referralId } = page.useSearch();
  const navigate = page.useNavigate();
  const { direction, status, searchTerm, set, count } = useFilters();
  const filters = { direction, status, searchTerm };
  const query = useInfiniteQuery({ ...pagesOf(listReferrals, filters), placeholderData: keepPreviousData });
  const referrals = query.data?.pages.flatMap((one) => one.items) ?? [];
  const { items, newCount, showNew } = useArrivals(referrals, keyOf, [filters, query.isPlaceholderData]);
  return (
    <ListDetailBoard
      label="Referrals"
      items={items}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={referralId}
      onSelect={(key, isStep) =>
        void navigate({
          search: (old) => ({ ...old, referralId: key === null ? undefined : Number(key) }),
          replace: isStep,
        })
      }
      detail={(key) => <ReferralDetail of={{ referralId: Number(key) }} />}
      empty={<NoReferrals isFiltered={count > 0} />}
      filters={<Filters />}
      filtersCount={count}
      onResetFilters={() => set({ direction: undefined, status: undefined, searchTerm: undefined })}
      newCount={newCount}
      onShowNew={showNew}
      {...pagingOf(query)}
    />
  );
}

function NoReferrals({ isFiltered }: { isFiltered: boolean }): ReactNode {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} />}
        title="No results found"
        text="There are no items based on your current filter criteria."
      />
    );
  }
  return (
    <EmptyState
      icon={<IconArrowsExchange size={24} />}
      title="No referrals yet"
      text="Open a patient and choose New referral to send the first one."
    />
  );
}
