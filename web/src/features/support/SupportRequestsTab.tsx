import { impactLevel, impactLevelLabels, type ImpactLevel } from '@careloop/contracts/codes';
import { listSupportRequests, type SupportRequestListItem } from '@careloop/contracts/support';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChecks, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadingOf } from '../../api/pages.ts';
import { queryOf } from '../../api/query.ts';
import { BoardRow } from '../../components/BoardRow.tsx';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoResults } from '../../ui/NoResults.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { impactTones, SupportRequestDetail } from './SupportRequestDetail.tsx';

const page = getRouteApi('/Site/SupportRequests');
const keyOf = (request: SupportRequestListItem) => request.supportRequestId;

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const;
type ShownStatus = (typeof statuses)[number]['value'];

function renderRow({ summary, impact, status, name, clientName, createdAt }: SupportRequestListItem): ReactNode {
  const level = impactLevel.nameOf(impact) as ImpactLevel;
  const mark =
    status === 'resolved' ? (
      <StatusBadge tone="success" label="Resolved" />
    ) : (
      <StatusBadge tone={impactTones[level]} label={impactLevelLabels[level]} />
    );
  return <BoardRow title={summary} mark={mark} about={`${name} · ${clientName}`} at={createdAt} />;
}

/** Support requests of users: the list by status, and the selected request. */
export function SupportRequestsTab(): ReactNode {
  const { status = 'open', page: number = 1, supportRequestId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery({
    ...queryOf(listSupportRequests, { status: status === 'all' ? undefined : status, page: number }),
    placeholderData: keepPreviousData,
  });
  const numPages = query.data?.numPages ?? 0;
  const show = (next: ShownStatus) =>
    void navigate({ search: { status: next === 'open' ? undefined : next }, replace: true });
  const goTo = (next: number) =>
    void navigate({ search: (old) => ({ ...old, page: next === 1 ? undefined : next, supportRequestId: undefined }) });
  return (
    <ListDetailBoard
      label="Support requests"
      heading="h2"
      list={[status, number, query.isPlaceholderData]}
      items={query.data?.items ?? []}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={supportRequestId}
      onSelect={(key, isStep) =>
        void navigate({
          search: (old) => ({ ...old, supportRequestId: key === null ? undefined : Number(key) }),
          replace: isStep,
        })
      }
      detail={(key) => <SupportRequestDetail key={key} supportRequestId={Number(key)} />}
      filters={
        <SegmentedControl
          aria-label="Status"
          fullWidth
          data={[...statuses]}
          value={status}
          onChange={(value) => show(value as ShownStatus)}
        />
      }
      filtersCount={status === 'open' ? 0 : 1}
      onResetFilters={() => show('open')}
      empty={<NoRequests status={status} isPastTheEnd={number > Math.max(1, numPages)} onFirst={() => goTo(1)} />}
      {...loadingOf(query)}
      total={query.data?.totalItemCount}
      footer={
        numPages > 1 ? (
          <Pager label="Pages of support requests" page={number} pageCount={numPages} onPage={goTo} />
        ) : undefined
      }
    />
  );
}

interface NoRequestsProps {
  status: ShownStatus;
  isPastTheEnd: boolean;
  onFirst: () => void;
}

function NoRequests({ status, isPastTheEnd, onFirst }: NoRequestsProps): ReactNode {
  if (isPastTheEnd) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} />}
        title="This page no longer exists"
        text="Requests were resolved after it was opened."
        action={
          <Button variant="default" onClick={onFirst}>
            Go to the first page
          </Button>
        }
      />
    );
  }
  if (status === 'open') {
    return <EmptyState icon={<IconChecks size={24} />} title="All done" text="No support request is open." />;
  }
  return <NoResults title="No items found" />;
}
