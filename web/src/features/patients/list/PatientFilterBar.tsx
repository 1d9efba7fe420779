import { patientName } from '@careloop/contracts/patients/identity';
import { dischargeWindows, teamRoleLabels, teamRoles } from '@careloop/contracts/patients/filters';
import { getPatientListOptions, listRecentPatients } from '@careloop/contracts/patients/lists';
import { managingPopulations } from '@careloop/contracts/patients/populations';
import { Button, Chip, Group } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { useSession } from '../../../session/useSession.ts';
import { SavedViews } from '../../saved-views/shared/SavedViews.tsx';
import { useFacilityChoices } from '../../directory/shared/facilities.ts';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import classes from '../PatientsPage.module.css';
import type { PopulationsDialogProps } from '../populations/populationDialogs.ts';
import type { PatientsSearch } from '../search.ts';
import { patientFacts } from '../shared/patientFacts.ts';
import { useListFilters } from './useListFilters.ts';

const roleChoices = teamRoles.map((role) => ({ value: role, label: teamRoleLabels[role] }));
const windowChoices = dischargeWindows.map((days) => ({
  value: String(days),
  label: `Discharged in the last ${days} days`,
}));

const flags = [
  { name: 'isFavorite', label: 'Favorites' },
  { name: 'isAdmitted', label: 'Admitted now' },
  { name: 'hasOpenReferrals', label: 'Open referrals' },
  { name: 'hasUnreadMessages', label: 'Unread messages' },
  { name: 'includeInactive', label: 'Inactive records' },
] as const;

/** Filters of the list, all kept in the address. */
export function PatientFilterBar(): ReactNode {
  const { search, change } = useListFilters();
  const options = useQuery(queryOf(getPatientListOptions, {}));
  const facilities = useFacilityChoices();
  const populations = (options.data?.populations ?? []).map(({ populationId, name }) => ({
    value: String(populationId),
    label: name,
  }));
  const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  return (
    <div role="group" aria-label="Filters" className={classes['filters']}>
      <FilterSelect
        label="Care team role"
        data={roleChoices}
        value={search.role}
        onChange={(role) => change({ role: role as PatientsSearch['role'] })}
      />
      <FilterSelect
        label="Facility"
        data={facilities.groups}
        nothingFound={facilities.nothingFound}
        value={search.facilityId}
        onChange={(value) => change({ facilityId: numberOf(value) })}
      />
      <FilterSelect
        label="Discharged"
        data={windowChoices}
        value={search.dischargedWithinDays}
        onChange={(value) => change({ dischargedWithinDays: numberOf(value) })}
      />
      <FilterSelect
        label="Population"
        data={populations}
        value={search.populationId}
        onChange={(value) => change({ populationId: numberOf(value) })}
      />
      <Group gap={6}>
        {flags.map(({ name, label }) => (
          <Chip key={name} size="xs" checked={search[name] === true} onChange={(isOn) => change({ [name]: isOn })}>
            {label}
          </Chip>
        ))}
      </Group>
    </div>
  );
}

/** Recently viewed patients, and tools for the filters as a whole. */
export function ListTools(): ReactNode {
  const { reset, count, input, apply } = useListFilters();
  return (
    <div className={classes['tools']}>
      <RecentPatients />
      <Group gap={4} wrap="nowrap">
        <Button variant="subtle" size="compact-sm" onClick={reset} disabled={count === 0}>
          {count === 0 ? 'Reset filters' : `Reset filters (${count})`}
        </Button>
        <SavedViews screen="patients" current={input} onApply={apply} />
        <ManagePopulations />
      </Group>
    </div>
  );
}

/** The patients the user opened last, in one line whose space is reserved. */
function RecentPatients(): ReactNode {
  // The patient the user just left must come first.
  const query = useQuery({ ...queryOf(listRecentPatients, {}), staleTime: 0 });
  const items = query.data?.items ?? [];
  return (
    <nav aria-label="Recently viewed" className={classes['recent']}>
      <span className={classes['recentTitle']}>Recently viewed</span>
      {query.data !== undefined && items.length === 0 && <span>Patients you open appear here.</span>}
      {items.map((patient) => (
        <Link
          key={patient.patientId}
          to="/Patient/$patientId"
          params={{ patientId: String(patient.patientId) }}
          title={patientFacts(patient)}
        >
          {patientName(patient)}
        </Link>
      ))}
    </nav>
  );
}

const PopulationsDialog = lazyPart<PopulationsDialogProps>(async () => {
  const { PopulationsDialog: Dialog } = await import('../populations/PopulationsDialog.tsx');
  return Dialog;
});

/** For users who define the populations of their clients. */
function ManagePopulations(): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can(managingPopulations)) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUsersGroup size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Populations
      </Button>
      {isOpen && <PopulationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
