import { dischargeWindows, teamRoleLabels, teamRoles } from '@careloop/contracts/patients/filters';
import { getPatientListOptions } from '@careloop/contracts/patients/lists';
import { Button, Chip, Group, Select, type ComboboxItem, type ComboboxItemGroup } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useFacilityChoices } from '../../directory/shared/facilities.ts';
import classes from '../PatientsPage.module.css';
import type { PatientsSearch } from '../search.ts';
import { ManagePopulations } from '../populations/ManagePopulations.tsx';
import { RecentPatients } from './RecentPatients.tsx';
import { SavedViews } from './SavedViews.tsx';
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

/** What narrows the list; every filter stands in the address. */
export function PatientFilterBar(): ReactNode {
  const { search, change } = useListFilters();
  const options = useQuery(queryOf(getPatientListOptions, {}));
  const facilities = useFacilityChoices();
  const populations = (options.data?.populations ?? []).map(({ populationId, name }) => ({
    value: String(populationId),
    label: name,
  }));
  const numberOf = (value: string | null) => (value === null ? undefined : Number(value));
  return (
    <div role="group" aria-label="Filters" className={classes['filters']}>
      <Choice
        label="Care team role"
        data={roleChoices}
        value={search.role}
        onChange={(role) => change({ role: (role ?? undefined) as PatientsSearch['role'] })}
      />
      <Choice
        label="Facility"
        data={facilities.groups}
        nothingFound={facilities.nothingFound}
        value={search.facilityId}
        onChange={(value) => change({ facilityId: numberOf(value) })}
      />
      <Choice
        label="Discharged"
        data={windowChoices}
        value={search.dischargedWithinDays}
        onChange={(value) => change({ dischargedWithinDays: numberOf(value) })}
      />
      <Choice
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

/** Recently viewed patients, and what one does with the filters as a whole. */
export function ListTools(): ReactNode {
  const { reset, count } = useListFilters();
  const options = useQuery(queryOf(getPatientListOptions, {}));
  return (
    <div className={classes['tools']}>
      <RecentPatients />
      <Group gap={4} wrap="nowrap">
        <Button variant="subtle" size="compact-sm" onClick={reset} disabled={count === 0}>
          {count === 0 ? 'Reset filters' : `Reset filters (${count})`}
        </Button>
        <SavedViews views={options.data?.views ?? []} />
        <ManagePopulations />
      </Group>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  data: readonly (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[];
  nothingFound?: string;
  value: string | number | undefined;
  onChange: (value: string | null) => void;
}

function Choice({ label, data, nothingFound = 'No options found', value, onChange }: ChoiceProps): ReactNode {
  const chosen = value === undefined ? null : String(value);
  // A value of the address that is no longer offered still narrows the list, so it is shown.
  const options = data.flatMap((one) => ('group' in one ? one.items : [one]));
  const isKnown = chosen === null || options.some((one) => one.value === chosen);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="xs"
      w={chosen === null ? '8.5rem' : '12rem'}
      clearable
      searchable={options.length > 8}
      nothingFoundMessage={nothingFound}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={isKnown ? [...data] : [...data, { value: chosen, label: `${label} ${chosen}` }]}
      value={chosen}
      onChange={onChange}
    />
  );
}
