import { encounterTypeLabels } from '@careloop/contracts/codes';
import { listEncounters, type Encounter } from '@careloop/contracts/patients';
import { IconStethoscope } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { Unknown } from '../../components/Unknown.tsx';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';

const columns: readonly Column<Encounter>[] = [
  { title: 'Date', isShort: true, render: ({ encounterDate }) => <DateTimeText at={encounterDate} /> },
  { title: 'Type', isShort: true, render: ({ encounterType }) => encounterTypeLabels[encounterType] },
  { title: 'Reason', render: ({ admitReason }) => admitReason ?? <Unknown /> },
  { title: 'Facility', render: ({ facilityName }) => facilityName ?? <Unknown /> },
  { title: 'Providers', render: ({ providers }) => providers.join('; ') || <Unknown /> },
  {
    title: 'Discharged',
    isNumeric: true,
    render: ({ dischargeDate }) => (dischargeDate === null ? <Unknown word="None" /> : <DateText at={dischargeDate} />),
  },
  { title: 'Documents', isNumeric: true, render: ({ documentCount }) => documentCount },
];

/** A patient's encounters, newest first. */
export function Encounters({ patientId }: { patientId: number }): ReactNode {
  const query = useInfiniteQuery(pagesOf(listEncounters, { patientId }));
  return (
    <QueryTable
      label="Encounters"
      columns={columns}
      items={query.data?.pages.flatMap((page) => page.items)}
      rowKey={(encounter) => encounter.patientEncounterId}
      error={query.error}
      onRetry={() => void query.refetch()}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
      emptyTitle="No encounters on file"
      emptyIcon={<IconStethoscope size={24} />}
    />
  );
}
