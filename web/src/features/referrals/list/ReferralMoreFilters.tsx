import { urgencyLabel } from '@careloop/contracts/codes';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { referralSides, type ReferralSide } from '@careloop/contracts/referrals/states';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { countedChoice, FilterGroup, MoreFilters } from '../../../components/MoreFilters.tsx';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { filtersOf } from './listState.ts';
import type { ReferralFiltersSearch, ReferralsSearch } from '../search.ts';

const names = [
  'urgencyDays',
  'healthcareProviderSpecialtyId',
  'healthcareProviderId',
  'referredByHealthcareProviderId',
  'awaitReplyFrom',
  'from',
  'until',
] as const;

interface ReferralMoreFiltersProps {
  search: ReferralsSearch;
  onChange: (filter: Partial<ReferralFiltersSearch>) => void;
}

/** Urgency, specialty, providers and days, each value with the number of referrals it leaves; loaded when opened. */
export function ReferralMoreFilters(props: ReferralMoreFiltersProps): ReactNode {
  const count = names.filter((name) => props.search[name] !== undefined).length;
  return (
    <MoreFilters isNarrowed={count > 0} count={count}>
      <Fields {...props} />
    </MoreFilters>
  );
}

function Fields({ search, onChange }: ReferralMoreFiltersProps): ReactNode {
  const { sortBy: _sortBy, ...filters } = filtersOf(search);
  const query = useQuery({
    ...queryOf(getReferralFilterValues, filters),
    placeholderData: keepPreviousData,
  });
  const values = query.data;
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  return (
    <FilterGroup query={query}>
      <FilterSelect
        width="100%"
        label="Urgency"
        data={values?.urgencies.map((one) => countedChoice(one.urgencyDays, urgencyLabel(one.urgencyDays), one.count))}
        value={search.urgencyDays}
        onChange={(value) => onChange({ urgencyDays: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Specialty"
        data={values?.specialties.map((one) => countedChoice(one.healthcareProviderSpecialtyId, one.name, one.count))}
        value={search.healthcareProviderSpecialtyId}
        onChange={(value) => onChange({ healthcareProviderSpecialtyId: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Referred to"
        data={values?.providers.map((one) => countedChoice(one.healthcareProviderId, one.name, one.count))}
        value={search.healthcareProviderId}
        onChange={(value) => onChange({ healthcareProviderId: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Referred by"
        data={values?.referredBy.map((one) => countedChoice(one.healthcareProviderId, one.name, one.count))}
        value={search.referredByHealthcareProviderId}
        onChange={(value) => onChange({ referredByHealthcareProviderId: number(value) })}
      />
      <FilterSelect
        width="100%"
        label="Awaiting reply"
        data={values?.awaitReply.map((one) => countedChoice(one.awaitReplyFrom, sides[one.awaitReplyFrom], one.count))}
        value={search.awaitReplyFrom}
        onChange={(value) => onChange({ awaitReplyFrom: referralSides.find((side) => side === value) })}
      />
      <DaysFilter
        labels={{ from: 'Sent from', until: 'Sent until' }}
        from={search.from}
        until={search.until}
        onChange={onChange}
      />
    </FilterGroup>
  );
}

const sides: Record<ReferralSide, string> = { referring: 'Reply owed by sender', receiving: 'Reply owed by receiver' };
