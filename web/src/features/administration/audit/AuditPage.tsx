import {
  auditKindLabels,
  auditOutcomeLabels,
  exportAudit,
  listAudit,
  systemActor,
  type AuditEntry,
} from '@careloop/contracts/administration/audit';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { downloadFile } from '../../../api/download.ts';
import { pagedItems } from '../../../api/pages.ts';
import { presentError } from '../../../api/presentError.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Page } from '../../../ui/Page.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import type { AuditSearch } from './search.ts';

const page = getRouteApi('/Audit');
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The audit: what was done, by whom and to whose record. */
export function AuditPage(): ReactNode {
  const { userId, forUserId, patientId, kind, outcome, from, until } = page.useSearch();
  const filters = { userId, forUserId, patientId, kind, outcome, from, until };
  const navigate = page.useNavigate();
  const query = useInfiniteQuery({
    queryKey: [listAudit.path, filters, 'pages'] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => call(listAudit, { ...filters, timeZone, cursor: pageParam }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const narrow = (change: Partial<AuditSearch>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  const download = useMutation({
    mutationFn: () => downloadFile(exportAudit, { ...filters, timeZone }),
    onError: (error) => presentError(error, { prefix: 'The audit was not exported.', retry: () => download.mutate() }),
  });
  const items = pagedItems(query.data);
  const searchedUntil = query.data?.pages.at(-1)?.searchedUntil ?? null;
  const isEmptySoFar = items.length === 0 && query.hasNextPage;
  return (
    <Page
      title="Audit"
      layout="fill"
      beside={
        <Text fz="sm" c="dimmed">
          Times are in your time zone. Viewing this page is recorded, too.
        </Text>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          disabled={items.length === 0}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Export CSV
        </Button>
      }
      filters={<AuditFilters search={filters} named={query.data?.pages[0]?.named} onChange={narrow} />}
      footer={
        isEmptySoFar && searchedUntil !== null ? (
          <Group gap="sm" role="status">
            <Text fz="sm">
              Searched back to <DateTimeText at={searchedUntil} />.
            </Text>
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Search further back
            </Button>
          </Group>
        ) : undefined
      }
    >
      <QueryTable
        label="Audit"
        columns={auditColumns(narrow)}
        query={query}
        items={pagedItems}
        emptyTitle={isEmptySoFar ? 'Nothing found so far' : 'No entries match these filters'}
        emptyIcon={<IconListSearch size={24} />}
        rowKey={(one) => one.auditEventId}
      />
    </Page>
  );
}

type Narrow = (change: Partial<AuditSearch>) => void;

const tones = { ok: 'success', refused: 'warning', denied: 'danger', failed: 'danger' } as const;

/** A name; a click filters the list by it. */
function Narrowing({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  return (
    <Anchor component="button" type="button" fz="inherit" ta="left" title={`Only ${name}`} onClick={onClick}>
      {name}
    </Anchor>
  );
}

/** The patient of an entry; of a list, how many patients it showed. */
function AuditedPatients({
  patient,
  patientCount,
  narrow,
}: Pick<AuditEntry, 'patient' | 'patientCount'> & { narrow: Narrow }): ReactNode {
  if (patient === null) {
    if (patientCount === 0) return null;
    return patientCount === 1 ? '1 patient' : `${patientCount} patients`;
  }
  const name = <Narrowing name={patient.fullName} onClick={() => narrow({ patientId: patient.patientId })} />;
  if (patientCount < 2) return name;
  return (
    <>
      {name} and {patientCount === 2 ? '1 other' : `${patientCount - 1} others`}
    </>
  );
}

/** The columns of the audit; a click on a name filters the list by that person. */
function auditColumns(narrow: Narrow): readonly Column<AuditEntry>[] {
  return [
    { title: 'When', isShort: true, render: ({ at }) => <DateTimeText at={at} /> },
    {
      title: 'Who',
      render: ({ who }) =>
        who === null ? systemActor : <Narrowing name={who.fullName} onClick={() => narrow({ userId: who.userId })} />,
    },
    {
      title: 'For whom',
      isSecondary: true,
      render: ({ forWhom }) =>
        forWhom && <Narrowing name={forWhom.fullName} onClick={() => narrow({ forUserId: forWhom.userId })} />,
    },
    { title: 'What', render: ({ what }) => what },
    { title: 'Kind', isShort: true, isSecondary: true, render: ({ kind }) => auditKindLabels[kind] },
    {
      title: 'Patient',
      render: ({ patient, patientCount }) => <AuditedPatients {...{ patient, patientCount, narrow }} />,
    },
    {
      title: 'Outcome',
      isShort: true,
      render: ({ outcome }) => <StatusBadge tone={tones[outcome]} label={auditOutcomeLabels[outcome]} />,
    },
    { title: 'IP address', isShort: true, isSecondary: true, render: ({ ip }) => ip },
  ];
}
