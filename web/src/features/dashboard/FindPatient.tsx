import { patientName } from '@careloop/contracts/patients/identity';
import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import { Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import classes from './HomePage.module.css';

/** Number of matches shown; the rest is one click away. */
const shownMatches = 6;

/** Debounce in milliseconds (docs/domain/screens.md). */
const patientSearchDebounce = 400;

/** Finds a patient by name, date of birth or MRN without leaving Home. */
export function FindPatient(): ReactNode {
  const [searchTerm, setSearchTerm] = useState('');
  const [entered, setEntered] = useState('');
  return (
    <section aria-labelledby="find-patient" className={classes.card}>
      <div className={classes.cardHead}>
        <Title order={2} id="find-patient">
          Find a patient
        </Title>
        <Link to="/Patients">My Patients</Link>
      </div>
      <div className={classes.cardBody}>
        <SearchBox
          label="Find a patient"
          placeholder="Name, date of birth or MRN"
          value={searchTerm}
          debounce={patientSearchDebounce}
          onSearch={setSearchTerm}
          onEnter={setEntered}
        />
      </div>
      {searchTerm !== '' && <Matches searchTerm={searchTerm} opensOnly={entered === searchTerm} />}
    </section>
  );
}

/** @param opensOnly after Enter: the only match is opened once it is known */
function Matches({ searchTerm, opensOnly }: { searchTerm: string; opensOnly: boolean }): ReactNode {
  const query = useQuery({ ...queryOf(listPatients, { searchTerm }), placeholderData: keepPreviousData });
  const found = query.isPlaceholderData ? undefined : query.data;
  const only = found?.items.length === 1 && found.nextCursor === null ? found.items[0]?.patientId : undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (!opensOnly || only === undefined) return;
    void navigate({ to: '/Patient/$patientId', params: { patientId: String(only) } });
  }, [opensOnly, only, navigate]);
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton count={3} />} size="small" />;
  const { items, nextCursor } = query.data;
  const hasMore = items.length > shownMatches || nextCursor !== null;
  if (items.length === 0) {
    return (
      <EmptyState
        title="No results found"
        text="Check the spelling, or search by MRN or date of birth."
        action={
          <Link to="/Patients/Find" search={{ phrase: searchTerm }}>
            Search beyond my list
          </Link>
        }
      />
    );
  }
  return (
    <ul className={classes.rows} aria-label="Patients found">
      {items.slice(0, shownMatches).map((patient) => (
        <Match key={patient.patientId} patient={patient} />
      ))}
      {hasMore && (
        <li>
          <Link to="/Patients" search={{ searchTerm }} className={classes.row}>
            Show all matches
          </Link>
        </li>
      )}
    </ul>
  );
}

function Match({ patient }: { patient: PatientListItem }): ReactNode {
  return (
    <li>
      <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }} className={classes.row}>
        <Group justify="space-between" gap="0 var(--mantine-spacing-sm)">
          <Text span fw={600}>
            {patientName(patient)}
          </Text>
          <Text span fz="sm" c="dimmed">
            {patientFacts(patient)}
          </Text>
        </Group>
      </Link>
    </li>
  );
}
