import { urgencyLabel } from '@careloop/contracts/codes';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { referralSides, type ReferralSide } from '@careloop/contracts/referrals/states';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { filtersOf } from './listState.ts';
import type { ReferralFiltersSearch, ReferralsSearch } from '../search.ts';
import classes from './ReferralFilters.module.css';

const names = [
  'urgencyDays',
  'healthcareProviderSpecialtyId',
  'healthcareProviderId',
  'referredByHealthcareProviderId',
  'awaitReplyFrom',
  'from',
  'until',
] as const;

export interface MoreFiltersProps {
  search: ReferralsSearch;
  onChange: (filter: Partial<ReferralFiltersSearch>) => void;
}

/** Urgency, specialty, providers and days, each value with the number of referrals it leaves; loaded when opened. */
export function MoreFilters(props: MoreFiltersProps): ReactNode {
  const count = names.filter((name) => props.search[name] !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Fewer filters' : count === 0 ? 'More filters' : `More filters (${count})`}
      </Button>
      {isOpen && <Fields {...props} />}
    </>
  );
}

function Fields({ search, onChange }: MoreFiltersProps): ReactNode {
  const { sortBy: _sortBy, ...filters } = filtersOf(search);
  const query = useQuery({
    ...queryOf(getReferralFilterValues, filters),
    placeholderData: keepPreviousData,
  });
  const values = query.data;
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  return (
    <div role="group" aria-label="Filters" className={classes['more']}>
      {query.isError && (
        <div className={classes['failed']}>
          <QueryState query={query} size="small" failure="The filters could not be loaded" showsRefetchError />
        </div>
      )}
      <FilterSelect
        width="100%"
        label="Urgency"
        data={values?.urgencies.map((one) => choice(one.urgencyDays, urgencyLabel(one.urgencyDays), one.count))}
        value={search.urgencyDays}
        onChange={(value) => onChange({ urgencyDays: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Specialty"
        data={values?.specialties.map((one) => choice(one.healthcareProviderSpecialtyId, one.name, one.count))}
        value={search.healthcareProviderSpecialtyId}
        onChange={(value) => onChange({ healthcareProviderSpecialtyId: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Referred to"
        data={values?.providers.map((one) => choice(one.healthcareProviderId, one.name, one.count))}
        value={search.healthcareProviderId}
        onChange={(value) => onChange({ healthcareProviderId: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Referred by"
        data={values?.referredBy.map((one) => choice(one.healthcareProviderId, one.name, one.count))}
        value={search.referredByHealthcareProviderId}
        onChange={(value) => onChange({ referredByHealthcareProviderId: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Awaiting reply"
        data={values?.awaitReply.map((one) => choice(one.awaitReplyFrom, sides[one.awaitReplyFrom], one.count))}
        value={search.awaitReplyFrom}
        onChange={(value) => onChange({ awaitReplyFrom: referralSides.find((side) => side === value) })}
      />
      <DaysFilter
        labels={{ from: 'Sent from', until: 'Sent until' }}
        from={search.from}
        until={search.until}
        onChange={onChange}
      />
    </div>
  );
}

const sides: Record<ReferralSide, string> = { referring: 'Reply owed by sender', receiving: 'Reply owed by receiver' };

function choice(value: number | string, label: string, count: number | null) {
  return { value: String(value), label: count === null ? label : `${label} (${count})` };
}
