import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { exportReferrals } from '@careloop/contracts/referrals/export';
import { ActionIcon, Group } from '@mantine/core';
import { IconArrowsExchange, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadFile } from '../../../api/download.ts';
import { pagedItems } from '../../../api/pages.ts';
import { presentError } from '../../../api/presentError.ts';
import { pagesOf } from '../../../api/query.ts';
import { PagedBoard } from '../../../components/PagedBoard.tsx';
import { stringifySearch } from '../../../lib/search.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { NoResults } from '../../../ui/NoResults.tsx';
import { SavedViews } from '../../saved-views/shared/SavedViews.tsx';
import { referralFiltersSearch } from '../search.ts';
import { ReferralDetail } from '../shared/detail/ReferralDetail.tsx';
import { ReferralListRow } from '../shared/ReferralListRow.tsx';
import { countFilters, filtersOf, timeZone, viewOf, type ListState } from './listState.ts';
import { ReferralFilters } from './ReferralFilters.tsx';

const keyOf = (referral: ReferralListItem) => referral.referralId;
const renderRow = (referral: ReferralListItem) => <ReferralListRow item={referral} />;

export interface ReferralsBoardProps {
  label: string;
  state: ListState;
  /** Hides what only users who manage referrals need. */
  isLite?: boolean;
  /** Text shown while there are no referrals at all. */
  firstUse: string;
}

/** Referrals with their filters and the selected one. The first page and the counts come from one call. */
export function ReferralsBoard({ label, state, isLite = false, firstUse }: ReferralsBoardProps): ReactNode {
  const { search, go } = state;
  const filters = isLite ? { ...filtersOf(search), scope: 'mine' as const } : filtersOf(search);
  const query = useInfiniteQuery({
    ...pagesOf(listReferrals, { ...filters, withCounts: true }),
    placeholderData: keepPreviousData,
  });
  const counts = query.data?.pages[0]?.counts ?? undefined;
  const filtersCount = countFilters(search);
  return (
    <PagedBoard
      label={label}
      list={[filters]}
      query={query}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={search.referralId}
      onSelect={(id, isStep) => go((old) => ({ ...old, referralId: id }), isStep)}
      detail={(id) => <ReferralDetail of={{ referralId: id }} isGlance={search.referralId === undefined} />}
      empty={<NoReferrals isFiltered={filtersCount > 0} firstUse={firstUse} />}
      filters={<ReferralFilters state={state} counts={counts} isLite={isLite} />}
      actions={isLite ? undefined : <ReferralListTools state={state} isEmpty={pagedItems(query.data).length === 0} />}
      filtersCount={filtersCount}
      onResetFilters={() => go(({ sortBy }) => ({ sortBy }), true)}
      {...(counts !== undefined && !counts.isMore && !query.isPlaceholderData && { total: counts.total })}
    />
  );
}

function NoReferrals({ isFiltered, firstUse }: { isFiltered: boolean; firstUse: string }): ReactNode {
  if (isFiltered) return <NoResults />;
  return <EmptyState icon={<IconArrowsExchange size={24} />} title="No referrals yet" text={firstUse} />;
}

/** Actions on the filtered list: save it as a view, export it, print it. */
function ReferralListTools({ state, isEmpty }: { state: ListState; isEmpty: boolean }): ReactNode {
  const { search, go } = state;
  const download = useMutation({
    mutationFn: () => downloadFile(exportReferrals, { ...filtersOf(search), timeZone }),
    onError: (error) => presentError(error, { prefix: 'The list was not exported.', retry: () => download.mutate() }),
  });
  return (
    <Group gap={0} wrap="nowrap">
      <SavedViews
        isCompact
        screen="referrals"
        current={viewOf(search)}
        onApply={(view) => go(() => referralFiltersSearch.parse(view), false)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Export CSV"
        title="Export CSV"
        disabled={isEmpty}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        <IconFileSpreadsheet size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        aria-label="Print list"
        title="Print list"
        href={`/provider/Referrals/Print${stringifySearch(viewOf(search))}`}
        target="_blank"
        rel="noopener"
      >
        <IconPrinter size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
