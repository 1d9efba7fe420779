import { lookupStates, type LookupEntry } from '@careloop/contracts/administration/lookups';
import { Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import links from '../../../components/rowLink.module.css';
import { useLinkRows } from '../../../components/useLinkRows.ts';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { LookupDialog, NewLookupDialog } from './LookupDialog.tsx';
import { lookupKinds, type LookupKind } from './lookupKinds.ts';
import classes from './Lookups.module.css';

const page = getRouteApi('/Lookups');
const stateLabels = { offered: 'Offered', archived: 'Archived' } as const;

function columnsOf(kind: LookupKind): readonly Column<LookupEntry>[] {
  const { codeLabel, hasPrimaryCare } = lookupKinds[kind];
  return [
    {
      title: 'Name',
      render: ({ id, name }) => (
        <Link from="/Lookups" to="/Lookups" search={(search) => ({ ...search, entryId: id })} className={links.rowLink}>
          {name}
        </Link>
      ),
    },
    { title: codeLabel, isShort: true, render: ({ code }) => code },
    ...(hasPrimaryCare
      ? [{ title: 'Primary care', isShort: true, render: (one: LookupEntry) => (one.isPrimaryCare ? 'Yes' : '') }]
      : []),
    {
      title: 'State',
      isShort: true,
      render: ({ isArchived }) => (
        <StatusBadge tone={isArchived ? 'inactive' : 'success'} label={isArchived ? 'Archived' : 'Offered'} />
      ),
    },
  ];
}

/** The entries of one list: find, add, edit, archive. */
export function LookupList({ kind }: { kind: LookupKind }): ReactNode {
  const { list, one, many } = lookupKinds[kind];
  const { searchTerm = '', state, entryId } = page.useSearch();
  const navigate = page.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const table = useLinkRows<HTMLDivElement>();
  const filters = { searchTerm, state };
  const query = useInfiniteQuery({
    queryKey: [list.path, filters, 'pages'] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(list, { ...filters, page: pageParam }, { signal }),
    getNextPageParam: ({ hasMore }, _pages, last) => (hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const set = (change: Partial<typeof filters & { entryId: number }>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  const close = () => void navigate({ search: (search) => ({ ...search, entryId: undefined }), replace: true });
  const total = query.data?.pages[0]?.totalItemCount;
  return (
    <>
      <Group gap="md" className={classes['bar']}>
        <div className={classes['search']}>
          <SearchBox
            label={`Find ${one}`}
            placeholder="Name or code"
            value={searchTerm}
            isLoading={query.isFetching}
            onSearch={(term) => set({ searchTerm: term })}
          />
        </div>
        <FilterSelect
          label="State"
          data={lookupStates.map((value) => ({ value, label: stateLabels[value] }))}
          value={state}
          onChange={(value) =>
            void navigate({ search: (search) => ({ ...search, state: value as typeof state }), replace: true })
          }
        />
        <Text fz="sm" c="dimmed" role="status">
          {total !== undefined && `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`}
        </Text>
        <Button ml="auto" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {`Add ${one}`}
        </Button>
      </Group>
      <div className={classes['list']}>
        <QueryTable
          label={many}
          ref={table}
          columns={columnsOf(kind)}
          items={query.data?.pages.flatMap(({ items }) => items)}
          error={query.error}
          onRetry={() => void query.refetch()}
          emptyTitle={searchTerm === '' && state === undefined ? `No ${many} yet` : `No ${one} matches these filters`}
          emptyIcon={<IconListDetails size={24} />}
          rowKey={(row) => row.id}
          opensRows
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
      </div>
      {isAdding && <NewLookupDialog kind={kind} onClose={() => setAdding(false)} />}
      {entryId !== undefined && <LookupDialog key={entryId} kind={kind} id={entryId} onClose={close} />}
    </>
  );
}
