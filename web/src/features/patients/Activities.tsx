import { acceptedThroughLabels } from '@careloop/contracts/care-teams/codes';
import { appointmentStatusLabels, encounterTypeLabels } from '@careloop/contracts/codes';
import {
  getActivityFilters,
  listActivities,
  saveActivityFilters,
  type Activity,
  type ActivityType,
} from '@careloop/contracts/patients/activities';
import type { PatientChange } from '@careloop/contracts/patients/history';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import { Button, Chip, Group } from '@mantine/core';
import {
  IconBed,
  IconCalendar,
  IconDoorExit,
  IconFileText,
  IconHistory,
  IconPencil,
  IconSend,
  IconStethoscope,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagedItems } from '../../api/pages.ts';
import { pagesOf, queryOf, useCall } from '../../api/query.ts';
import { DaysFilter } from '../../ui/DaysFilter.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterSelect } from '../../ui/FilterSelect.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import classes from './record/Record.module.css';
import { changeSubjectLabels } from './record/recordLabels.ts';
import type { PatientSearch } from './search.ts';

/**
 * What happened with the patient, and who did it. The selected types are saved for all patients; person and days are in the
 * address.
 */
export function Activities({ patientId }: { patientId: number }): ReactNode {
  const narrowing = useNarrowing();
  const filtersQuery = queryOf(getActivityFilters, { patientId, ...narrowing });
  const filters = useQuery({ ...filtersQuery, placeholderData: keepPreviousData });
  const client = useQueryClient();
  const save = useCall(saveActivityFilters, { onError: 'toast' });
  if (filters.data === undefined) return <QueryState query={filters} loading={<ListSkeleton />} />;
  const { types, people, chosen } = filters.data;
  const choose = (next: string[]) => {
    const activityTypes = types.map(({ activityType }) => activityType).filter((type) => next.includes(type));
    client.setQueryData(filtersQuery.queryKey, { types, people, chosen: activityTypes });
    save.mutate({ activityTypes });
  };
  return (
    <>
      <div className={classes['filters']} role="group" aria-label="Show only">
        <Chip.Group multiple value={chosen} onChange={choose}>
          <Group gap={6}>
            {types.map(({ activityType, label, count }) => (
              <Chip key={activityType} value={activityType} size="xs">
                {label} {count}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {chosen.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => choose([])}>
            Show all
          </Button>
        )}
      </div>
      <PersonAndDays people={people} />
      <ActivityList patientId={patientId} activityTypes={chosen} narrowing={narrowing} />
    </>
  );
}

function useNarrowing() {
  const {
    activityPerson: person,
    activityFrom: from,
    activityUntil: until,
  } = useSearch({ from: '/Patient/$patientId' });
  return {
    ...(person !== undefined && { person }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...((from ?? until) !== undefined && { timeZone }),
  };
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function PersonAndDays({ people }: { people: readonly { name: string; count: number }[] }): ReactNode {
  const search = useSearch({ from: '/Patient/$patientId' });
  const navigate = useNavigate({ from: '/Patient/$patientId' });
  const change = (next: Pick<PatientSearch, 'activityPerson' | 'activityFrom' | 'activityUntil'>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <div className={`${classes['filters']} ${classes['personAndDays']}`} role="group" aria-label="By whom and when">
      <FilterSelect
        label="By whom"
        width="14rem"
        data={people.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }))}
        value={search.activityPerson}
        onChange={(activityPerson) => change({ activityPerson })}
      />
      <DaysFilter
        label="Days of the activities"
        from={search.activityFrom}
        until={search.activityUntil}
        onChange={({ from, until }) => change({ activityFrom: from, activityUntil: until })}
      />
    </div>
  );
}

interface ActivityListProps {
  patientId: number;
  activityTypes: ActivityType[];
  narrowing: ReturnType<typeof useNarrowing>;
}

function ActivityList({ patientId, activityTypes, narrowing }: ActivityListProps): ReactNode {
  const query = useInfiniteQuery(pagesOf(listActivities, { patientId, activityTypes, ...narrowing }));
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton />} />;
  const items = pagedItems(query.data);
  if (items.length === 0) {
    return <EmptyState icon={<IconHistory size={24} />} title="No activities of this kind yet" />;
  }
  return (
    <div className={classes['timeline']}>
      <Timeline
        label="Activities of the patient"
        entries={items.map((activity) => ({
          key: activity.activityKey,
          at: activity.at,
          who: whoOf(activity),
          icon: <ActivityIcon type={activity.activityType} />,
          title: activityTitle(activity),
          about: <ActivityDetail activity={activity} />,
        }))}
      />
      {query.hasNextPage && (
        <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show earlier activities
        </Button>
      )}
    </div>
  );
}

function whoOf({ byName, onBehalfOfName }: Activity): string {
  if (byName === null) return 'Person not stated';
  return onBehalfOfName === null ? byName : `${byName} for ${onBehalfOfName}`;
}

const icons: Record<ActivityType, Icon> = {
  admission: IconBed,
  discharge: IconDoorExit,
  encounter: IconStethoscope,
  appointment: IconCalendar,
  referral: IconSend,
  document: IconFileText,
  care_team: IconUsers,
  record: IconPencil,
};

function ActivityIcon({ type }: { type: ActivityType }): ReactNode {
  const TypeIcon = icons[type];
  return <TypeIcon size={14} aria-hidden />;
}

/** The subject of an activity, as a link if it can be opened. */
function ActivityDetail({ activity }: { activity: Activity }): ReactNode {
  const { activityType, detail, patientEncounterId, referralId, patientDocumentId } = activity;
  if (patientDocumentId !== null) {
    return (
      <Link from="/Patient/$patientId" search={{ section: 'documents', patientDocumentId }}>
        {detail ?? 'Open document'}
      </Link>
    );
  }
  if (referralId !== null) {
    return (
      <Link from="/Patient/$patientId" search={{ section: 'referrals', referralId }}>
        {detail === null ? 'Open referral' : `${activityType === 'referral' ? 'to ' : ''}${detail}`}
      </Link>
    );
  }
  if (patientEncounterId !== null) {
    return (
      <Link from="/Patient/$patientId" search={{ section: 'encounters', patientEncounterId }}>
        {detail ?? 'Open encounter'}
      </Link>
    );
  }
  return detail;
}

/** By what happened, which an activity states as text. */
type Words = Readonly<Record<string, string>>;

const referralActions: Words = {
  created: 'Referral sent',
  updated: 'Referral changed',
  provider_selected: 'Provider selected for a referral',
  accepted: 'Referral accepted',
  scheduled: 'Referral scheduled',
  rescheduled: 'Referral rescheduled',
  no_show: 'Referral appointment: No Show',
  appointment_canceled: 'Referral appointment canceled',
  declined: 'Referral declined',
  cancelled: 'Referral canceled',
  completed: 'Referral completed',
  reopened: 'Referral reopened',
  commented: 'Note added to a referral',
  referred_again: 'Patient referred again',
} satisfies Record<ReferralEvent['action'], string>;
const teamActions: Words = {
  invited: 'Invited to the care team',
  accepted: 'Joined the care team',
  ...Object.fromEntries(
    Object.entries(acceptedThroughLabels).map(([through, label]) => [
      `accepted_${through}`,
      `Care team invitation accepted ${label}`,
    ]),
  ),
  declined: 'Declined to join the care team',
  removed: 'Left the care team',
  inactive: 'Made inactive on the care team',
  cancelled: 'Invitation to the care team canceled',
};
const subjects: Words = changeSubjectLabels;
const recordActions: Words = {
  created: 'added',
  edited: 'edited',
  removed: 'removed',
} satisfies Record<PatientChange['action'], string>;

function encounterLabel(type: string): string {
  return encounterTypeLabels[type as keyof typeof encounterTypeLabels] ?? type;
}

/** Short description of an activity. */
function activityTitle({ activityType, what }: Pick<Activity, 'activityType' | 'what'>): string {
  switch (activityType) {
    case 'admission':
      return `Admitted: ${encounterLabel(what)}`;
    case 'discharge':
      return `Discharged: ${encounterLabel(what)}`;
    case 'encounter':
      return encounterLabel(what);
    case 'appointment':
      return `Appointment: ${appointmentStatusLabels[what as keyof typeof appointmentStatusLabels] ?? what}`;
    case 'referral':
      return referralActions[what] ?? 'Referral changed';
    case 'document':
      return what === 'uploaded' ? 'Document uploaded' : 'Document received';
    case 'care_team':
      return teamActions[what] ?? 'Care team changed';
    case 'record': {
      const [subject = '', action = ''] = what.split('_');
      return `${subjects[subject] ?? 'Record'} ${recordActions[action] ?? 'changed'}`;
    }
  }
}
