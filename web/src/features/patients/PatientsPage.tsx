import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import { Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconUserSearch, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { useIsLeaving } from '../../components/useIsLeaving.ts';
import { useLinkRows } from '../../components/useLinkRows.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { PendingInvitesLink } from '../care-teams/shared/PendingInvitations.tsx';
import { patientColumns } from './patientColumns.tsx';
import classes from './PatientsPage.module.css';

const page = getRouteApi('/Patients');

/** Milliseconds between typing and searching patients (docs/domain/screens.md). */
const patientSearchDebounce = 400;

/** "My Patients": everybody the user may see, found by name, date of birth or MRN. */
export function PatientsPage(): ReactNode {
  const { searchTerm = '', includeInactive = false } = page.useSearch();
  const navigate = page.useNavigate();
  const isLeaving = useIsLeaving();
  const search = (term: string) => {
    if (!isLeaving()) void navigate({ search: (kept) => ({ ...kept, searchTerm: term || undefined }), replace: true });
  };
  const showInactive = (isShown: boolean) =>
    void navigate({ search: (kept) => ({ ...kept, includeInactive: isShown || undefined }), replace: true });
  const query = useInfiniteQuery({
    ...pagesOf(listPatients, { searchTerm, ...(includeInactive && { includeInactive }) }),
    // The list stays while the next one is looked up: typing must not make it flicker.
    placeholderData: keepPreviousData,
  });
  const patients = query.data?.pages.flatMap((one) => one.items) ?? [];
  return (
    <Stack gap={0} h="100%" mih={0} className={classes.page}>
      <Group component="header" gap="lg" className={classes.header}>
        <Title order={1}>My Patients</Title>
        <div className={classes.search}>
          <SearchBox
            label="Search patients"
            placeholder="Name, date of birth or MRN"
            value={searchTerm}
            debounce={patientSearchDebounce}
            isLoading={query.isFetching && query.isPlaceholderData}
            onSearch={search}
          />
        </div>
        <Switch
          label="Show inactive records"
          checked={includeInactive}
          onChange={(event) => showInactive(event.currentTarget.checked)}
        />
        <PendingInvitesLink />
        <Text c="dimmed" fz="sm" role="status">
          {query.data === undefined || patients.length === 0 ? '' : countText(patients.length, query.hasNextPage)}
        </Text>
      </Group>
      <PatientList query={query} patients={patients} isSearching={searchTerm !== ''} />
    </Stack>
  );
}

function countText(count: number, hasMore: boolean): string {
  if (count === 1) return '1 patient';
  return hasMore ? `First ${count} patients` : `${count} patients`;
}

interface PatientListProps {
  query: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'isPending' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'
  > & { error: { message: string; reference?: string; status?: number } | null };
  patients: readonly PatientListItem[];
  isSearching: boolean;
}

function PatientList({ query, patients, isSearching }: PatientListProps): ReactNode {
  const table = useLinkRows<HTMLDivElement>();
  const router = useRouter();
  // The page's code only: reading the record itself would count as a look in the audit.
  const point = ({ patientId }: PatientListItem) =>
    void router.preloadRoute({ to: '/Patient/$patientId', params: { patientId: String(patientId) } });
  if (query.isPending) return <ListSkeleton />;
  if (patients.length === 0 && query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (patients.length === 0) return <NoPatients isSearching={isSearching} />;
  return (
    <DataTable
      label="Patients"
      ref={table}
      columns={patientColumns}
      items={patients}
      rowKey={(patient) => patient.patientId}
      opensRows
      onPoint={point}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      onLoadMore={() => void query.fetchNextPage()}
    />
  );
}

function NoPatients({ isSearching }: { isSearching: boolean }): ReactNode {
  if (isSearching) {
    return (
      <EmptyState
        icon={<IconUserSearch size={24} />}
        title="No results found"
        text="There are no items based on your current filter criteria."
      />
    );
  }
  return (
    <EmptyState
      icon={<IconUsers size={24} />}
      title="No patients yet"
      text="Patients appear here as soon as you are on their care team."
    />
  );
}
