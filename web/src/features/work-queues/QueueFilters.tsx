import { encounterTypeLabels, urgencyLabel, WorkQueueStatus } from '@careloop/contracts/codes';
import {
  defaultQueueOrder,
  getWorkQueueFilters,
  mostTags,
  saveWorkQueueOrder,
  type QueueOrder,
  type WorkQueueFacets,
  type WorkQueueInfo,
} from '@careloop/contracts/work-queues';
import { MultiSelect, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { CountedFilter, countedChoice, FilterGroup, MoreFilters, nameOf } from '../../components/MoreFilters.tsx';
import { BarSelect } from '../../ui/BarSelect.tsx';
import { queueSubject } from './shared/queueSubject.ts';
import { orderOf, queueFilterNames, tagIdsOf, type WorkQueuesSearch } from './search.ts';
import classes from './WorkQueuesPage.module.css';

const page = getRouteApi('/WorkQueues');

const statuses = [
  { value: String(WorkQueueStatus.open), label: 'Open' },
  { value: String(WorkQueueStatus.completed), label: 'Completed' },
  { value: String(WorkQueueStatus.all), label: 'All' },
];

/** Orders of the queue; the first is the default (docs/domain/work-queues.md). */
const orders = [
  { value: 'newest', label: 'Encounter date, newest first', ...defaultQueueOrder },
  { value: 'oldest', label: 'Encounter date, oldest first', sortBy: 'encounterDate', sortDirection: 'ASC' },
  { value: 'due', label: 'Due soonest first', sortBy: 'dueAt', sortDirection: 'ASC' },
  { value: 'arrived', label: 'Latest arrivals first', sortBy: 'createdAt', sortDirection: 'DESC' },
  { value: 'patient', label: 'Patient name', sortBy: 'patientName', sortDirection: 'ASC' },
] as const satisfies readonly ({ value: string; label: string } & QueueOrder)[];

/** Filters and order of the queue, all kept in the address. */
export function QueueFilters({ queue }: { queue: WorkQueueInfo }): ReactNode {
  const search = page.useSearch();
  const { status = WorkQueueStatus.open } = search;
  const navigate = page.useNavigate();
  const remember = useCall(saveWorkQueueOrder, { onError: 'none' });
  const { sortBy, sortDirection } = orderOf(search, queue);
  const order = orders.find((one) => one.sortBy === sortBy && one.sortDirection === sortDirection) ?? orders[0];
  const hasDueTime = queue.subjectType !== null && queueSubject(queue.subjectType).hasDueTime;
  const offered = orders.filter((one) => one.value !== 'due' || hasDueTime || one === order);
  // A different list: back to its first page, with nothing selected yet.
  const fresh = { page: undefined, workQueueEncounterId: undefined };
  return (
    <>
      <Text fz="sm" c="dimmed">
        {queue.description}
      </Text>
      <SegmentedControl
        aria-label="Status"
        fullWidth
        data={statuses}
        value={String(status)}
        onChange={(value) => {
          const chosen = Number(value) === WorkQueueStatus.open ? undefined : Number(value);
          void navigate({ search: (old) => ({ ...old, ...fresh, status: chosen }), replace: true });
        }}
      />
      <BarSelect
        aria-label="Order"
        allowDeselect={false}
        data={offered.map(({ value, label }) => ({ value, label }))}
        value={order.value}
        onChange={(value) => {
          const chosen = orders.find((one) => one.value === value) ?? orders[0];
          const chosenOrder = { sortBy: chosen.sortBy, sortDirection: chosen.sortDirection };
          remember.mutate({ workQueueId: queue.workQueueId, ...chosenOrder });
          void navigate({ search: (old) => ({ ...old, ...fresh, ...chosenOrder }), replace: true });
        }}
      />
      <QueueMoreFilters workQueueId={queue.workQueueId} />
    </>
  );
}

/** Facility, specialty and so on, each option with the number of items; loaded when opened. */
function QueueMoreFilters({ workQueueId }: { workQueueId: number }): ReactNode {
  const search = page.useSearch();
  return (
    <MoreFilters isNarrowed={queueFilterNames.some((name) => search[name] !== undefined)}>
      <Fields workQueueId={workQueueId} />
    </MoreFilters>
  );
}

function Fields({ workQueueId }: { workQueueId: number }): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery({
    ...queryOf(getWorkQueueFilters, { workQueueId, status: search.status ?? WorkQueueStatus.open }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const change = (filter: Partial<WorkQueuesSearch>) =>
    void navigate({
      search: (old) => ({ ...old, page: undefined, workQueueEncounterId: undefined, ...filter }),
      replace: true,
    });
  const filter = { search, onChange: change };
  return (
    <FilterGroup query={query}>
      <CountedFilter {...filter} name="facilityId" label="Facility" values={data?.facilities} textOf={nameOf} />
      <CountedFilter
        {...filter}
        name="encounterType"
        label="Encounter type"
        values={data?.encounterTypes}
        textOf={({ encounterType }) => encounterTypeLabels[encounterType]}
      />
      <CountedFilter
        {...filter}
        name="healthcareProviderSpecialtyId"
        label="Specialty"
        values={data?.specialties}
        textOf={nameOf}
      />
      <CountedFilter
        {...filter}
        name="urgencyDays"
        label="Urgency"
        values={data?.urgencies}
        textOf={({ urgencyDays }) => urgencyLabel(urgencyDays)}
      />
      <CountedFilter
        {...filter}
        name="waitingDays"
        label="Waiting"
        values={data?.waitingTimes}
        textOf={({ waitingDays }) => `${waitingDays} ${waitingDays === 1 ? 'day' : 'days'} or more`}
      />
      <CountedFilter
        {...filter}
        name="claimedBy"
        label="Worked on by"
        values={data?.claimedBy}
        textOf={({ claimedBy }) => claimers[claimedBy]}
      />
      <TagFilter tags={data?.tags ?? []} search={search} onChange={change} />
    </FilterGroup>
  );
}

interface TagFilterProps {
  tags: WorkQueueFacets['tags'];
  search: WorkQueuesSearch;
  onChange: (filter: Partial<WorkQueuesSearch>) => void;
}

/** Tags of the provider an item is for; matches any or all of the selected ones. */
function TagFilter({ tags, search, onChange }: TagFilterProps): ReactNode {
  const chosen = tagIdsOf(search.tags).map(String);
  const offered = tags.map((one) => countedChoice(String(one.healthcareProviderTagId), one.name, one.count));
  // A tag in the address that no item has still filters the list, so it is shown.
  const gone = chosen.filter((id) => offered.every(({ value }) => value !== id));
  const unknown = gone.map((id) => ({ value: id, label: `Tag ${id}` }));
  return (
    <div className={classes.wide}>
      <MultiSelect
        aria-label="Provider tags"
        placeholder={chosen.length === 0 ? 'Provider tags' : undefined}
        size="xs"
        searchable
        clearable
        maxValues={mostTags}
        nothingFoundMessage="No options found"
        clearButtonProps={{ 'aria-label': 'Clear provider tags' }}
        data={[...offered, ...unknown]}
        value={chosen}
        onChange={(values) =>
          onChange({
            tags: values.length === 0 ? undefined : values.join(','),
            tagFilterType: values.length < 2 ? undefined : search.tagFilterType,
          })
        }
      />
      {chosen.length > 1 && (
        <SegmentedControl
          aria-label="Providers with"
          size="xs"
          fullWidth
          data={[
            { value: 'Any', label: 'Any of the tags' },
            { value: 'All', label: 'All tags' },
          ]}
          value={search.tagFilterType ?? 'Any'}
          onChange={(value) => onChange({ tagFilterType: value === 'All' ? 'All' : undefined })}
        />
      )}
    </div>
  );
}

const claimers = { me: 'Me', others: 'Somebody else', nobody: 'Nobody' } as const;
