import { Direction, referralStatuses, referralStatusLabels, urgencyLabel } from '@careloop/contracts/codes';
import { referralTypeLabel, selectionReasonLabel } from '@careloop/contracts/codes/referrals';
import {
  getReferralFilterValues,
  type ReferralCounts,
  type ReferralScope,
  type ReferralSort,
} from '@careloop/contracts/referrals/filters';
import type { ReferralSide } from '@careloop/contracts/referrals/states';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { CountedFilter, FilterGroup, MoreFilters, nameOf } from '../../../components/MoreFilters.tsx';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import { withDirection, withNewAnswers } from '../../../components/answersByDirection.ts';
import { NewAnswersFilter } from '../../../components/NewAnswersFilter.tsx';
import { useSession } from '../../../session/useSession.ts';
import { BarSelect } from '../../../ui/BarSelect.tsx';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import type { ReferralFiltersSearch, ReferralsSearch } from '../search.ts';
import classes from './ReferralFilters.module.css';
import { MyDrafts } from '../drafts/MyDrafts.tsx';
import { defaultOrderOf, filtersOf, narrow, type ListState } from './listState.ts';
import { useNavigationPart } from '../../../shell/navigation.ts';
import { formatNumber } from '../../../ui/numbers.ts';

const directions = [
  { value: String(Direction.all), label: 'All' },
  { value: String(Direction.incoming), label: 'Incoming' },
  { value: String(Direction.outgoing), label: 'Outgoing' },
];

const scopes: { value: ReferralScope; label: string }[] = [
  { value: 'organization', label: 'My organization' },
  { value: 'mine', label: 'Mine' },
];

const orders: { value: ReferralSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'urgent', label: 'Most urgent first' },
  { value: 'due', label: 'Due soonest' },
];

const shownStatuses = ['open', ...referralStatuses, 'overdue'] as const;
type ShownStatus = (typeof shownStatuses)[number];
const labels: Record<ShownStatus, string> = { ...referralStatusLabels, open: 'Open' };

export interface ReferralFiltersProps {
  state: ListState;
  /** Undefined until loaded. */
  counts: ReferralCounts | undefined;
  /** Shows search, direction and status only. */
  isLite: boolean;
}

/** Filters and order of the list, kept in the address. */
export function ReferralFilters({ state, counts, isLite }: ReferralFiltersProps): ReactNode {
  const { search } = state;
  // Until the counts are loaded, the permission tells it: the control must not push the list down later.
  const maySeeAll = useSession().permissions.has('ViewAllPatients');
  const hasOrganization = counts?.hasOrganization ?? maySeeAll;
  const { data: answers } = useNavigationPart('referrals');
  const change = (filter: Partial<ReferralFiltersSearch>) => narrow(state, filter);
  const statuses = shownStatuses.map((status) => {
    const counted = counts?.statuses.find((one) => one.status === status);
    return {
      value: status,
      label: counted === undefined ? labels[status] : `${labels[status]} (${countText(counted)})`,
    };
  });
  return (
    <>
      <UrlSearchBox
        label="Search referrals"
        placeholder="Patient name or MRN"
        value={search.searchTerm ?? ''}
        onSearch={(term) => change({ searchTerm: term || undefined })}
      />
      <SegmentedControl
        aria-label="Direction"
        fullWidth
        data={directions}
        value={String(search.direction ?? Direction.all)}
        onChange={(value) => change(withDirection(value))}
      />
      {!isLite && hasOrganization && (
        <SegmentedControl
          aria-label="Whose"
          fullWidth
          data={scopes}
          value={search.scope ?? 'organization'}
          onChange={(scope) => change({ scope: scope === 'mine' ? scope : undefined })}
        />
      )}
      <div className={classes['pair']}>
        <BarSelect
          aria-label="Status"
          placeholder="All statuses"
          clearable
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          data={statuses}
          value={search.status ?? null}
          onChange={(value) => change({ status: shownStatuses.find((status) => status === value) })}
        />
        <BarSelect
          aria-label="Order"
          allowDeselect={false}
          data={orders}
          value={search.sortBy ?? defaultOrderOf(search)}
          onChange={(value) => {
            const order = orders.find((one) => one.value === value)?.value;
            change({ sortBy: order === defaultOrderOf(search) ? undefined : order });
          }}
        />
      </div>
      <div className={classes['row']}>
        <NewAnswersFilter
          count={answers?.unreadCount ?? 0}
          isOn={search.unread === true}
          onChange={(isOn) => change(withNewAnswers(isOn, search.direction))}
        />
        <MyDrafts />
        {!isLite && <ReferralMoreFilters search={search} onChange={change} />}
      </div>
    </>
  );
}

/** "12", or "1,000+" where counting stops. */
function countText({ count, isMore }: { count: number; isMore: boolean }): string {
  return `${formatNumber(count)}${isMore ? '+' : ''}`;
}

const names = [
  'urgencyDays',
  'healthcareProviderSpecialtyId',
  'healthcareProviderId',
  'referredByHealthcareProviderId',
  'referralType',
  'providerSelectionReason',
  'awaitReplyFrom',
  'from',
  'until',
] as const;

interface ReferralMoreFiltersProps {
  search: ReferralsSearch;
  onChange: (filter: Partial<ReferralFiltersSearch>) => void;
}

/** Urgency, specialty, providers and days, each value with the number of referrals it leaves; loaded when opened. */
function ReferralMoreFilters(props: ReferralMoreFiltersProps): ReactNode {
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
  const referredBy = values?.referredBy.map(({ healthcareProviderId: referredByHealthcareProviderId, ...one }) => ({
    ...one,
    referredByHealthcareProviderId,
  }));
  const filter = { search, onChange };
  return (
    <FilterGroup query={query}>
      <CountedFilter
        {...filter}
        name="urgencyDays"
        label="Urgency"
        values={values?.urgencies}
        textOf={({ urgencyDays }) => urgencyLabel(urgencyDays)}
      />
      <CountedFilter
        {...filter}
        name="healthcareProviderSpecialtyId"
        label="Specialty"
        values={values?.specialties}
        textOf={nameOf}
      />
      <CountedFilter
        {...filter}
        name="healthcareProviderId"
        label="Referred to"
        values={values?.providers}
        textOf={nameOf}
      />
      <CountedFilter
        {...filter}
        name="referredByHealthcareProviderId"
        label="Referred by"
        values={referredBy}
        textOf={nameOf}
      />
      <CountedFilter
        {...filter}
        name="referralType"
        label="Referral type"
        values={values?.referralTypes}
        textOf={({ referralType }) => referralTypeLabel(referralType)}
      />
      <CountedFilter
        {...filter}
        name="providerSelectionReason"
        label="Selection reason"
        values={values?.selectionReasons}
        textOf={({ providerSelectionReason }) => selectionReasonLabel(providerSelectionReason)}
      />
      <CountedFilter
        {...filter}
        name="awaitReplyFrom"
        label="Awaiting reply"
        values={values?.awaitReply}
        textOf={({ awaitReplyFrom }) => sides[awaitReplyFrom]}
      />
      <div className={classes['days']}>
        <DaysFilter label="Sent" isLabelShown from={search.from} until={search.until} onChange={onChange} />
      </div>
    </FilterGroup>
  );
}

const sides: Record<ReferralSide, string> = { referring: 'Reply owed by sender', receiving: 'Reply owed by receiver' };
