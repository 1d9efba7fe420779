import { patientName } from '@careloop/contracts/patients/identity';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Chip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { AsyncSelect, userSearchDebounce } from '../../../ui/AsyncSelect.tsx';
import { idOf, labelOf, optionOf, searchMemberChoices, searchPatientChoices } from './filterOptions.tsx';
import classes from '../Messages.module.css';
import { useMessagesSearch } from '../useMessagesSearch.ts';

const switches = [
  { name: 'unreadOnly', label: 'Unread only' },
  { name: 'urgentOnly', label: 'Urgent only' },
  { name: 'includeArchived', label: 'Include archived' },
] as const;

/** Filters: patient, other member, unread, urgent, archived (docs/domain/messages.md). */
export function MessageFilters(): ReactNode {
  const { filters, setFilters } = useMessagesSearch();
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      <div className={classes['selects']}>
        <PatientFilter />
        <MemberFilter />
      </div>
      <div className={classes['chips']}>
        {switches.map(({ name, label }) => (
          <Chip
            key={name}
            size="xs"
            variant="light"
            checked={filters[name] === true}
            onChange={(isOn) => setFilters({ ...filters, [name]: isOn || undefined })}
          >
            {label}
          </Chip>
        ))}
      </div>
    </div>
  );
}

function PatientFilter(): ReactNode {
  const { filters, setFilters } = useMessagesSearch();
  const id = filters.patientId === undefined ? undefined : Number(filters.patientId);
  const { data } = useQuery({
    ...queryOf(getPatientInfo, { patientId: id ?? 0 }),
    enabled: id !== undefined,
    retry: false,
  });
  const label = data === undefined ? 'One patient' : patientName(data);
  return (
    <AsyncSelect
      label="Patient"
      placeholder="All patients"
      value={id === undefined ? null : { id, label, option: label }}
      onChange={(choice) => setFilters({ ...filters, patientId: choice?.id })}
      search={searchPatientChoices}
      debounce={400}
      itemKey={idOf}
      itemLabel={labelOf}
      renderItem={optionOf}
    />
  );
}

function MemberFilter(): ReactNode {
  const { filters, setFilters } = useMessagesSearch();
  const id = filters.memberUserId === undefined ? undefined : Number(filters.memberUserId);
  const { data } = useQuery({
    ...queryOf(findUsers, { ...toMessages, userIds: id === undefined ? [] : [id] }),
    enabled: id !== undefined,
    retry: false,
  });
  const label = data?.items[0]?.fullName ?? 'One person';
  return (
    <AsyncSelect
      label="Member"
      placeholder="All members"
      value={id === undefined ? null : { id, label, option: label }}
      onChange={(choice) => setFilters({ ...filters, memberUserId: choice?.id })}
      search={searchMemberChoices}
      debounce={userSearchDebounce}
      itemKey={idOf}
      itemLabel={labelOf}
      renderItem={optionOf}
    />
  );
}
