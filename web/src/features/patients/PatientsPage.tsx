import { patientName } from '@careloop/contracts/patients/identity';
import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import { parseDay, todayHere } from '@careloop/contracts/fields/dates';
import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import { mostSorted, patientListTexts, type PatientSort } from '@careloop/contracts/patients/filters';
import { countPatients } from '@careloop/contracts/patients/lists';
import { Button, Text } from '@mantine/core';
import { IconUserPlus, IconUserSearch, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { pagedItems } from '../../api/pages.ts';
import { pagesOf, queryOf } from '../../api/query.ts';
import links from '../../components/rowLink.module.css';
import { Unknown } from '../../components/Unknown.tsx';
import { UrlSearchBox } from '../../components/UrlSearchBox.tsx';
import { listFailure, tryAgain } from '../../components/listFailure.ts';
import { DataTable, type Column, type ServerOrder } from '../../components/DataTable.tsx';
import { useLinkRows } from '../../components/useLinkRows.ts';
import { formatBirth } from '../../ui/dates.ts';
import { PlaceDateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoResults } from '../../ui/NoResults.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { PendingInvitesLink } from '../care-teams/shared/PendingInvitations.tsx';
import { ListTools, PatientFilterBar } from './list/PatientFilterBar.tsx';
import { useListFilters } from './list/useListFilters.ts';
import classes from './PatientsPage.module.css';
import { FavoriteButton } from './shared/FavoriteButton.tsx';
import { PatientMarks } from './shared/PatientMarks.tsx';
import { formatNumber } from '../../ui/numbers.ts';

/** Debounce of the patient search in milliseconds (docs/domain/screens.md). */
const patientSearchDebounce = 400;

/** "My Patients": all patients the user may see, filtered by text and filters. */
export function PatientsPage(): ReactNode {
  const { search, change, input, count } = useListFilters();
  const query = useInfiniteQuery({
    ...pagesOf(listPatients, input),
    // Keeps the list while the next one loads, so that typing does not make it flicker.
    placeholderData: keepPreviousData,
  });
  const { sortBy = 'name', isDescending = false, ...narrowing } = input;
  const total = useQuery({ ...queryOf(countPatients, narrowing), placeholderData: keepPreviousData });
  const canSort = total.data?.isMore !== true;
  const order: ServerOrder = {
    key: sortBy,
    isDescending,
    onOrder: canSort
      ? (key, isDown) =>
          change({ sortBy: key === 'name' ? undefined : (key as PatientSort), isDescending: isDown || undefined })
      : undefined,
    ...(!canSort && { reason: patientListTexts.tooManyToSort }),
  };
  const table = useLinkRows<HTMLDivElement>();
  const router = useRouter();
  // Preloads only the page's code: fetching the record would be recorded as an access.
  const point = useCallback(
    ({ patientId }: PatientListItem) =>
      void router.preloadRoute({ to: '/Patient/$patientId', params: { patientId: String(patientId) } }),
    [router],
  );
  return (
    <Page
      title="My Patients"
      layout="fillUnlessNarrow"
      beside={
        <>
          <UrlSearchBox
            label="Search patients"
            placeholder="Name, date of birth, MRN or phone"
            value={search.searchTerm ?? ''}
            debounce={patientSearchDebounce}
            isLoading={query.isFetching && query.isPlaceholderData}
            onSearch={(term) => change({ searchTerm: term })}
            width="24rem"
          />
          <Text c="dimmed" fz="sm" role="status" className={classes.count}>
            {total.data === undefined ? '' : countText(total.data)}
          </Text>
          <PendingInvitesLink />
        </>
      }
      actions={<PageActions phrase={search.searchTerm} />}
      filters={
        <>
          <ListTools />
          <PatientFilterBar />
        </>
      }
    >
      <QueryState
        query={query}
        loading={<ListSkeleton />}
        failure={(error) => listFailure('Patients', error)}
        retryLabel={tryAgain}
        isEmpty={(data) => pagedItems(data).length === 0}
        empty={<NoPatients isNarrowed={input.searchTerm !== undefined || count > 0} phrase={search.searchTerm} />}
      >
        {(data) => (
          <DataTable
            label="Patients"
            ref={table}
            columns={patientColumns}
            items={pagedItems(data)}
            rowKey={(patient) => patient.patientId}
            opensRows
            onPoint={point}
            order={order}
            hasMore={query.hasNextPage}
            hasMoreFailed={query.isFetchNextPageError}
            isLoadingMore={query.isFetchingNextPage}
            onLoadMore={() => void query.fetchNextPage()}
          />
        )}
      </QueryState>
    </Page>
  );
}

function PageActions({ phrase }: { phrase: string | undefined }): ReactNode {
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/Patients/Find" search={{ phrase }} {...props} />}
        leftSection={<IconUserSearch size={16} aria-hidden />}
      >
        Find patient
      </Button>
      <Button
        renderRoot={(props) => <Link to="/Patients/Add" {...props} />}
        leftSection={<IconUserPlus size={16} aria-hidden />}
      >
        Add patient
      </Button>
    </>
  );
}

function countText({ total, isMore }: { total: number; isMore: boolean }): string {
  if (total === 1) return '1 patient';
  return isMore ? `More than ${formatNumber(mostSorted)} patients` : `${formatNumber(total)} patients`;
}

/** Why a date matches nobody: it is invalid or in the future. */
function dateHint(phrase: string | undefined): string | undefined {
  const typed = phrase?.trim() ?? '';
  if (!/^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/.test(typed)) return undefined;
  const day = parseDay(typed);
  if (day === null) return `${typed} is not a date. Enter a birth date as month, day and year.`;
  return day > todayHere() ? `${typed} is in the future.` : undefined;
}

function NoPatients({ isNarrowed, phrase }: { isNarrowed: boolean; phrase: string | undefined }): ReactNode {
  const beyond = (
    <Button variant="default" renderRoot={(props) => <Link to="/Patients/Find" search={{ phrase }} {...props} />}>
      {phrase === undefined ? 'Find patient' : 'Search beyond my list'}
    </Button>
  );
  if (isNarrowed) {
    return <NoResults icon={<IconUserSearch size={24} />} text={dateHint(phrase)} action={beyond} />;
  }
  return (
    <EmptyState
      icon={<IconUsers size={24} />}
      title="No patients yet"
      text="Patients appear here as soon as you are on their care team."
      action={beyond}
    />
  );
}

const place = ({ city, state }: PatientListItem) => [city, state].filter(Boolean).join(', ');

/** Some systems number patients with a UUID: its end tells two of them apart. The banner has the whole of it. */
const shortMrn = (mrn: string) => (mrn.length > 16 ? `…${mrn.slice(-8)}` : mrn);

interface PatientColumn extends Column<PatientListItem> {
  orderKey?: PatientSort;
}

/** Columns that identify a patient in the list. */
const patientColumns: readonly PatientColumn[] = [
  {
    title: 'Patient',
    width: 28,
    orderKey: 'name',
    render: (patient) => (
      <div className={classes['named']}>
        <FavoriteButton patient={patient} isFavorite={patient.isFavorite} />
        <span>
          <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }} className={links.rowLink}>
            {patientName(patient)}
          </Link>
          <PatientMarks patient={patient} />
        </span>
      </div>
    ),
  },
  {
    title: 'Date of birth',
    width: 14,
    orderKey: 'dateOfBirth',
    isShort: true,
    render: ({ dateOfBirth, deceasedOn }) =>
      dateOfBirth ? formatBirth(dateOfBirth, deceasedOn) : <Unknown word="Not stated" />,
  },
  {
    title: 'Gender',
    width: 9,
    orderKey: 'gender',
    isShort: true,
    render: ({ gender }) => (gender === 'unknown' ? <Unknown word="Not stated" /> : genderLabels[gender]),
  },
  {
    title: 'MRN',
    width: 11,
    orderKey: 'mrn',
    isShort: true,
    render: ({ mrn, mrnSystem }) => (
      <>
        <span title={mrn}>{shortMrn(mrn)}</span>
        {mrnSystem !== null && (
          <Text span display="block" fz="xs" c="dimmed">
            {mrnSystem}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Phone', width: 11, orderKey: 'phone', isShort: true, render: ({ phone }) => formatPhone(phone) },
  { title: 'City', width: 13, orderKey: 'city', isShort: true, isSecondary: true, render: (patient) => place(patient) },
  {
    title: 'Last encounter',
    width: 10,
    orderKey: 'lastEncounter',
    isNumeric: true,
    render: ({ lastEncounterDate, lastEncounterTimeZone }) =>
      lastEncounterDate !== null && <PlaceDateText at={lastEncounterDate} timeZone={lastEncounterTimeZone} />,
  },
  {
    title: 'Open referrals',
    width: 10,
    orderKey: 'openReferrals',
    isNumeric: true,
    render: ({ openReferralCount }) => openReferralCount,
  },
];
