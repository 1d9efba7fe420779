import { dischargeWindows, teamRoleLabels, teamRoles } from '@careloop/contracts/patients/filters';
import { getPatientListOptions } from '@careloop/contracts/patients/lists';
import { Button, Chip, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { SavedViews } from '../../saved-views/shared/SavedViews.tsx';
import { useFacilityChoices } from '../../directory/shared/facilities.ts';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import classes from '../PatientsPage.module.css';
import type { PatientsSearch } from '../search.ts';
import { ManagePopulations } from '../populations/ManagePopulations.tsx';
import { RecentPatients } from './RecentPatients.tsx';
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
  const { reset, count, asked, apply } = useListFilters();
  return (
    <div className={classes['tools']}>
      <RecentPatients />
      <Group gap={4} wrap="nowrap">
        <Button variant="subtle" size="compact-sm" onClick={reset} disabled={count === 0}>
          {count === 0 ? 'Reset filters' : `Reset filters (${count})`}
        </Button>
        <SavedViews screen="patients" current={asked} onApply={apply} />
        <ManagePopulations />
      </Group>
    </div>
  );
}
