import { patientName } from '@careloop/contracts/patients/identity';
import {
  auditKindLabels,
  auditKinds,
  auditOutcomeLabels,
  auditOutcomes,
  type listAudit,
} from '@careloop/contracts/administration/audit';
import { findUsers } from '@careloop/contracts/directory/users';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { findPatientsBeyond, shortestPhrase, type FoundPatient } from '@careloop/contracts/patients/find';
import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { AsyncSelect, userSearchDebounce } from '../../../ui/AsyncSelect.tsx';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import classes from './Audit.module.css';
import type { AuditSearch } from './search.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  /** Names of the people in the filters, once loaded. */
  named: OutputOf<typeof listAudit>['named'] | undefined;
  onChange: (change: Partial<AuditSearch>) => void;
}

/** Filters of the audit: actor, person acted for, patient, kind, outcome and days; all kept in the address. */
export function AuditFilters({ search, named, onChange }: AuditFiltersProps): ReactNode {
  const { userId, forUserId, patientId, kind, outcome, from, until } = search;
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      <PersonFilter label="Who" id={userId} named={named?.who} onChange={(next) => onChange({ userId: next })} />
      <PersonFilter
        label="For whom"
        id={forUserId}
        named={named?.forWhom}
        onChange={(next) => onChange({ forUserId: next })}
      />
      <PatientFilter id={patientId} named={named?.patient} onChange={(next) => onChange({ patientId: next })} />
      <Select
        label="Kind"
        placeholder="All"
        clearable
        data={auditKinds.map((value) => ({ value, label: auditKindLabels[value] }))}
        value={kind ?? null}
        onChange={(value) => onChange({ kind: (value ?? undefined) as typeof kind })}
      />
      <Select
        label="Outcome"
        placeholder="All"
        clearable
        data={auditOutcomes.map((value) => ({ value, label: auditOutcomeLabels[value] }))}
        value={outcome ?? null}
        onChange={(value) => onChange({ outcome: (value ?? undefined) as typeof outcome })}
      />
      <div className={classes['days']}>
        <DaysFilter
          size="sm"
          label="Days of the audit"
          from={from}
          until={until}
          onChange={(days) => onChange({ from: days.from, until: days.until })}
        />
      </div>
    </div>
  );
}

interface Choice {
  id: number;
  fullName: string;
}

interface PatientChoice extends Choice {
  found?: FoundPatient;
}

/** The selected person. Shows the id until the name is known, or if the user may not know it. */
function chosen(id: number | undefined, fullName: string | undefined): Choice | null {
  return id === undefined ? null : { id, fullName: fullName ?? `Number ${id}` };
}

interface PersonFilterProps {
  label: string;
  id: number | undefined;
  named: { userId: number; fullName: string } | null | undefined;
  onChange: (id: number | undefined) => void;
}

function PersonFilter({ label, id, named, onChange }: PersonFilterProps): ReactNode {
  return (
    <AsyncSelect<Choice>
      label={label}
      placeholder="Search by name"
      value={chosen(id, named?.userId === id ? named?.fullName : undefined)}
      onChange={(choice) => onChange(choice?.id)}
      search={async (searchTerm, signal) => {
        const { items } = await call(findUsers, { searchTerm }, { signal });
        return items.map(({ userId, fullName }) => ({ id: userId, fullName }));
      }}
      debounce={userSearchDebounce}
      itemKey={(choice) => choice.id}
      itemLabel={(choice) => choice.fullName}
    />
  );
}

interface PatientFilterProps {
  id: number | undefined;
  named: { patientId: number; fullName: string } | null | undefined;
  onChange: (id: number | undefined) => void;
}

function PatientFilter({ id, named, onChange }: PatientFilterProps): ReactNode {
  return (
    <AsyncSelect<PatientChoice>
      label="Patient"
      placeholder="Search by name"
      minimum={shortestPhrase}
      value={chosen(id, named?.patientId === id ? named?.fullName : undefined)}
      onChange={(choice) => onChange(choice?.id)}
      search={async (phrase, signal) => {
        // Any patient of the user's clients, not only those whose record the user may open.
        const { items } = await call(findPatientsBeyond, { phrase, includeInactive: true }, { signal });
        return items.map((found) => ({
          id: found.patientId,
          fullName: patientName({ ...found, middleName: null, nameSuffix: null }),
          found,
        }));
      }}
      debounce={400}
      itemKey={(choice) => choice.id}
      itemLabel={(choice) => choice.fullName}
      renderItem={(choice) => <PatientOption choice={choice} />}
    />
  );
}

/** A patient in the picker, with facts that distinguish patients of the same name. */
function PatientOption({ choice }: { choice: PatientChoice }): ReactNode {
  const { found, fullName } = choice;
  const facts = [found?.birthYear && `born ${found.birthYear}`, found?.city, found?.clientName];
  return (
    <>
      {fullName}
      <Text fz="xs" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
