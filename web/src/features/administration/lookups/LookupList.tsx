import { lookupStates, type LookupState } from '@careloop/contracts/administration/lookups';
import { Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { pagedItems } from '../../../api/pages.ts';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import links from '../../../components/rowLink.module.css';
import { useLinkRows } from '../../../components/useLinkRows.ts';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { LookupDialog, NewLookupDialog } from './LookupDialog.tsx';
import { allClients } from './OwnerSelect.tsx';
import type { ListedEntry, LookupKind } from './lookupKinds.tsx';
import classes from './Lookups.module.css';
import { LookupStateBadge, lookupStateLabels } from './LookupStateBadge.tsx';
import type { LookupsSearch } from './search.ts';
import { formatNumber } from '../../../ui/numbers.ts';

const page = getRouteApi('/Lookups');

/** The search parameters that open an entry: its form, unless the list says otherwise. */
type Open = (search: LookupsSearch, id: number) => LookupsSearch;
const openForm: Open = (search, id) => ({ ...search, entryId: id });

function columnsOf<Entry extends ListedEntry>(
  own: readonly Column<Entry>[],
  open: Open,
  isShared: boolean,
): readonly Column<Entry>[] {
  return [
    {
      title: 'Name',
      render: ({ id, name }) => (
        <Link from="/Lookups" to="/Lookups" search={(search) => open(search, id)} className={links.rowLink}>
          {name}
        </Link>
      ),
    },
    ...own,
    ...(isShared
      ? [{ title: 'Used by', isShort: true, render: ({ clientName }: Entry) => clientName ?? allClients }]
      : []),
    { title: 'State', isShort: true, render: ({ isArchived }) => <LookupStateBadge isArchived={isArchived} /> },
  ];
}

interface LookupListProps<Entry extends ListedEntry, Values extends FieldValues, Parsed extends FieldValues> {
  kind: LookupKind<Entry, Values, Parsed>;
  open?: Open;
  onAdded?: (id: number) => void;
  /** Further filters, before the search. */
  children?: ReactNode;
}

/** The entries of one list: find, add, edit, archive. */
export function LookupList<Entry extends ListedEntry, Values extends FieldValues, Parsed extends FieldValues>(
  props: LookupListProps<Entry, Values, Parsed>,
): ReactNode {
  const { kind, open = openForm, onAdded, children } = props;
  const { list, one, many } = kind;
  const { searchTerm = '', state, entryId } = page.useSearch();
  const navigate = page.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const table = useLinkRows<HTMLDivElement>();
  const filters = { searchTerm, state };
  const query = useInfiniteQuery({
    queryKey: [list.path, { ...kind.scope, ...filters }, 'pages'] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => kind.find({ ...filters, page: pageParam }, signal),
    getNextPageParam: ({ hasMore }, _pages, last) => (hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const set = (change: Partial<LookupsSearch>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  const total = query.data?.pages[0]?.totalItemCount;
  return (
    <>
      <Group gap="md" className={classes['bar']}>
        {children}
        <UrlSearchBox
          label={`Find ${one}`}
          placeholder={kind.placeholder}
          value={searchTerm}
          isLoading={query.isFetching}
          onSearch={(term) => set({ searchTerm: term })}
          width="18rem"
        />
        <FilterSelect
          label="State"
          data={lookupStates.map((value) => ({ value, label: lookupStateLabels[value] }))}
          value={state}
          onChange={(value) => set({ state: value as LookupState | undefined })}
        />
        <Text fz="sm" c="dimmed" role="status">
          {total !== undefined && `${formatNumber(total)} ${total === 1 ? one : many}`}
        </Text>
        <Button ml="auto" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {`Add ${one}`}
        </Button>
      </Group>
      <div className={classes['list']}>
        <QueryTable
          label={many}
          ref={table}
          columns={columnsOf(kind.columns, open, kind.isShared !== undefined)}
          query={query}
          items={pagedItems}
          emptyTitle={searchTerm === '' && state === undefined ? `No ${many} yet` : `No ${one} matches these filters`}
          emptyIcon={<IconListDetails size={24} />}
          rowKey={(row) => row.id}
          opensRows
        />
      </div>
      {isAdding && (
        <NewLookupDialog
          kind={kind}
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            onAdded?.(id);
          }}
        />
      )}
      {entryId !== undefined && (
        <LookupDialog key={entryId} kind={kind} id={entryId} onClose={() => set({ entryId: undefined })} />
      )}
    </>
  );
}
