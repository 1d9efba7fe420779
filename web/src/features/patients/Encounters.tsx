import { encounterTypeLabels } from '@careloop/contracts/codes';
import { listEncounters, type Encounter } from '@careloop/contracts/patients';
import { shortAdmitReason } from '@careloop/contracts/patients/encounters';
import { UnstyledButton } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import links from '../../components/rowLink.module.css';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';
import { EncounterDialog } from './EncounterDialog.tsx';

const page = getRouteApi('/Patient/$patientId');

const columnsOf = (open: (encounter: Encounter) => void): readonly Column<Encounter>[] => [
  {
    title: 'Date',
    isShort: true,
    sortBy: ({ encounterDate }) => encounterDate,
    render: (encounter) => (
      <UnstyledButton className={links.rowLink} fz="inherit" onClick={() => open(encounter)}>
        <DateTimeText at={encounter.encounterDate} />
      </UnstyledButton>
    ),
  },
  { title: 'Type', isShort: true, render: ({ encounterType }) => encounterTypeLabels[encounterType] },
  {
    title: 'Reason',
    render: ({ admitReason }) => <span title={admitReason ?? undefined}>{shortAdmitReason(admitReason)}</span>,
  },
  { title: 'Facility', render: ({ facilityName }) => facilityName },
  { title: 'Providers', render: ({ providers }) => providers.join('; ') },
  {
    title: 'Discharged',
    isNumeric: true,
    sortBy: ({ dischargeDate }) => dischargeDate,
    render: ({ dischargeDate }) => dischargeDate !== null && <DateText at={dischargeDate} />,
  },
  { title: 'Documents', isNumeric: true, render: ({ documentCount }) => documentCount },
];

/** A patient's encounters, newest first; each row opens. */
export function Encounters({ patientId }: { patientId: number }): ReactNode {
  const query = useInfiniteQuery(pagesOf(listEncounters, { patientId }));
  const { patientEncounterId: opened } = page.useSearch();
  const navigate = page.useNavigate();
  const open = (encounter?: Encounter) =>
    void navigate({
      search: { section: 'encounters', patientEncounterId: encounter?.patientEncounterId },
      replace: encounter === undefined,
    });
  return (
    <>
      <QueryTable
        label="Encounters"
        columns={columnsOf(open)}
        items={query.data?.pages.flatMap((page) => page.items)}
        rowKey={(encounter) => encounter.patientEncounterId}
        opensRows
        error={query.error}
        onRetry={() => void query.refetch()}
        hasMore={query.hasNextPage}
        isLoadingMore={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        emptyTitle="No encounters on file"
        emptyIcon={<IconStethoscope size={24} />}
      />
      {opened !== undefined && (
        <EncounterDialog key={opened} patientId={patientId} patientEncounterId={opened} onClose={() => open()} />
      )}
    </>
  );
}
