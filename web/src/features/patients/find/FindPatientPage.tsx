import { patientName } from '@careloop/contracts/patients/identity';
import { mostFound, searchPatients, shortestPhrase, type FoundPatient } from '@careloop/contracts/patients/find';
import { Button, Select, Text } from '@mantine/core';
import { IconSearch, IconUserPlus, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import links from '../../../components/rowLink.module.css';
import { Unknown } from '../../../components/Unknown.tsx';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import { DataTable, type Column } from '../../../components/DataTable.tsx';
import { useLinkRows } from '../../../components/useLinkRows.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatBirth } from '../../../ui/dates.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { QueryState, type ShownQuery } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { useFacilityChoices } from '../../directory/shared/facilities.ts';
import classes from '../PatientsPage.module.css';
import { PatientMarks } from '../shared/PatientMarks.tsx';
import { FoundAction } from './FoundAction.tsx';

/** Columns of found patients: full details only if the user has access. */
const foundColumns: readonly Column<FoundPatient>[] = [
  {
    title: 'Patient',
    render: (found) => (
      <>
        {found.access === 'open' ? (
          <Link to="/Patient/$patientId" params={{ patientId: String(found.patientId) }} className={links.rowLink}>
            {patientName(found)}
          </Link>
        ) : (
          <strong>{patientName(found)}</strong>
        )}
        {found.patient !== null && <PatientMarks patient={found.patient} />}
        {found.isSimilar && <span className={classes.similar}>Similar name</span>}
      </>
    ),
  },
  {
    title: 'Born',
    isShort: true,
    render: ({ patient, birthYear }) => {
      if (patient?.dateOfBirth) return formatBirth(patient.dateOfBirth, patient.deceasedOn);
      return birthYear ?? <Unknown word="Not stated" />;
    },
  },
  { title: 'City', isShort: true, render: ({ city }) => city },
  { title: 'Client', isShort: true, isSecondary: true, render: ({ clientName }) => clientName },
  { title: 'MRN', isShort: true, render: ({ patient }) => patient?.mrn },
  {
    title: 'Access',
    isShort: true,
    render: (found) =>
      found.access === 'open' ? <StatusBadge tone="success" label="You have access" /> : <FoundAction found={found} />,
  },
];

const page = getRouteApi('/Patients/Find');
const searchDebounce = 400;

/** Finds patients of the user's clients beyond their own list: enough to recognize them and request access. */
export function FindPatientPage(): ReactNode {
  const { phrase = '', facilityId } = page.useSearch();
  const navigate = page.useNavigate();
  const facilities = useFacilityChoices();
  const isAsked = phrase.length >= shortestPhrase;
  const query = useQuery({
    ...queryOf(searchPatients, { phrase, ...(facilityId !== undefined && { facilityId }) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Find patient"
      layout="fillUnlessNarrow"
      beside={
        <>
          <UrlSearchBox
            label="Find patient"
            placeholder="Name, date of birth, MRN or phone"
            value={phrase}
            debounce={searchDebounce}
            isLoading={query.isFetching}
            onSearch={(term) =>
              void navigate({ search: (old) => ({ ...old, phrase: term || undefined }), replace: true })
            }
            width="24rem"
          />
          <Select
            aria-label="Facility"
            placeholder="Any facility"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear facility' }}
            searchable
            nothingFoundMessage={facilities.nothingFound}
            data={facilities.groups}
            value={facilityId === undefined ? null : String(facilityId)}
            onChange={(value) =>
              void navigate({
                search: (old) => ({ ...old, facilityId: value === null ? undefined : Number(value) }),
                replace: true,
              })
            }
          />
        </>
      }
      actions={<AddButton />}
      filters={
        <Text c="dimmed" fz="sm">
          Searches all patients of your clients. Until you have access, only the name, year of birth, city and client
          are shown. Searches are recorded.
        </Text>
      }
    >
      {isAsked ? <Found query={query} phrase={phrase} /> : <NothingAsked />}
    </Page>
  );
}

function AddButton(): ReactNode {
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/Patients/Add" {...props} />}
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      Add patient
    </Button>
  );
}

function NothingAsked(): ReactNode {
  return (
    <EmptyState
      icon={<IconSearch size={24} />}
      title="Who are you looking for?"
      text="Type at least 2 characters of a name, a date of birth, a whole MRN or a phone number. Names that sound or are spelled alike are found, too."
    />
  );
}

interface FoundProps {
  query: ShownQuery<{ items: FoundPatient[]; hasMore: boolean }>;
  phrase: string;
}

function Found({ query, phrase }: FoundProps): ReactNode {
  const table = useLinkRows<HTMLDivElement>();
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton />} />;
  const { items, hasMore } = query.data;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconUserSearch size={24} />}
        title="No patient found"
        text={`No patient of your clients matches “${phrase}”. Check the spelling, try a date of birth or MRN, or add the patient.`}
        action={<AddButton />}
      />
    );
  }
  return (
    <>
      {hasMore && (
        <div className={classes.note}>
          <Callout tone="info">
            Only the first {mostFound} patients are shown. Type more of the name, or add the date of birth, to narrow
            them down.
          </Callout>
        </div>
      )}
      <DataTable
        label="Patients found"
        ref={table}
        columns={foundColumns}
        items={items}
        rowKey={(patient) => patient.patientId}
        opensRows
      />
    </>
  );
}
