import { declineReasonLabels, dueReferralStatuses } from '@careloop/contracts/codes';
import { providerSelectionReasonLabels, referralTypeLabels } from '@careloop/contracts/codes/referrals';
import { consultationStatusLabels, openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import { groupingsOf } from '@careloop/contracts/reports';
import type { ReportGrouping, ReportName } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { literals } from '../../platform/db/literals.ts';

/** The time of the data, which due times are compared with. */
const asOf = sql`(select refreshed_at from report_refresh)`;

/** A number of a report, computed from its rows `f`. */
interface ReportNumber {
  value: RawBuilder<unknown>;
  /** The rows it counts or measures. */
  of: RawBuilder<unknown>;
  /** The value measured for a row, in hours; defaults to the `hours` of the source. */
  hours?: RawBuilder<unknown>;
}

/** The source of a report: its rows, the time that assigns them to the period, the grouping, and the numbers. */
export interface Source {
  table: 'report_referral' | 'report_consultation' | 'report_queue_item' | 'report_work';
  moment: 'f.sent_at' | 'f.entered_at' | 'f.done_at';
  /** Duration of a row in hours. */
  hours: RawBuilder<unknown>;
  /** Condition on the rows. */
  where?: RawBuilder<unknown>;
  /** Whether a row belongs to a specialty. */
  isOfSpecialty: (healthcareProviderSpecialtyId: number) => RawBuilder<unknown>;
  /** The grouping column of `f`, and its label. */
  key: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  numbers: Record<string, ReportNumber>;
}

const hoursBetween = (from: string, to: string) => sql`date_part('epoch', ${sql.ref(to)} - ${sql.ref(from)}) / 3600`;
const count = (of: RawBuilder<unknown>): ReportNumber => ({ value: sql`(count(*) filter (where ${of}))::int`, of });
const countAll: ReportNumber = { value: sql`count(*)::int`, of: sql`true` };
const percentile = (share: number, hours: RawBuilder<unknown>, of = sql`true`): ReportNumber => ({
  value: sql`round((percentile_cont(${sql.lit(share)}) within group (order by ${hours})
    filter (where ${of}))::numeric, 2)::float8`,
  of: sql`${of} and ${hours} is not null`,
  hours,
});

/** Median and 90th percentile, as two numbers. */
function times(name: string, hours: RawBuilder<unknown>): Record<string, ReportNumber> {
  return { [`${name}Median`]: percentile(0.5, hours), [`${name}P90`]: percentile(0.9, hours) };
}

const providerName = sql`(select h.last_name || ', ' || h.first_name from healthcare_provider h
  where h.healthcare_provider_id = f.healthcare_provider_id)`;
/** The label of a code, as SQL. */
export const labelOf = (column: RawBuilder<unknown>, labels: Readonly<Record<string, string>>) =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(labels).map(([code, label]) => sql`when ${sql.lit(code)} then ${sql.lit(label)}`),
    sql` `,
  )} end`;

/** The groupings of referrals and consultations: the key and the label of a row `f`. */
const groups: Record<ReportGrouping, { key: RawBuilder<unknown>; label: RawBuilder<unknown> }> = {
  specialty: {
    key: sql`f.healthcare_provider_specialty_id`,
    label: sql`(select s.name from healthcare_provider_specialty s
      where s.healthcare_provider_specialty_id = f.healthcare_provider_specialty_id)`,
  },
  provider: { key: sql`f.healthcare_provider_id`, label: providerName },
  facility: {
    key: sql`f.facility_id`,
    label: sql`(select x.name from facility x where x.facility_id = f.facility_id)`,
  },
  urgency: {
    key: sql`f.urgency_days`,
    label: sql`case f.urgency_days when 1 then 'STAT' when 7 then 'Urgent' when 30 then 'Routine' else f.urgency_days || ' days' end`,
  },
  type: { key: sql`f.referral_type`, label: labelOf(sql`f.referral_type`, referralTypeLabels) },
  selection: {
    key: sql`f.provider_selection_reason`,
    label: labelOf(sql`f.provider_selection_reason`, providerSelectionReasonLabels),
  },
  answer: { key: sql`f.status`, label: labelOf(sql`f.status`, consultationStatusLabels) },
};

const isOfSpecialty = (id: number) => sql`f.healthcare_provider_specialty_id = ${id}`;

const isOverdue = sql`f.status in (${literals(dueReferralStatuses)}) and f.due_at < ${asOf}`;
const ofReferrals = {
  table: 'report_referral',
  moment: 'f.sent_at',
  hours: hoursBetween('f.sent_at', 'f.answered_at'),
  isOfSpecialty,
} as const;

/** Only completed referrals have a time to close; canceled or declined ones do not. */
const untilClosed = times(
  'close',
  sql`case when f.status = 'completed' then ${hoursBetween('f.sent_at', 'f.closed_at')} end`,
);
const untilAnswered = times('answer', hoursBetween('f.sent_at', 'f.answered_at'));
const notPreferred = (reason: string) => count(sql`f.not_preferred_reason = ${sql.lit(reason)}`);
const isOf = (kind: string) => sql`f.kind = ${sql.lit(kind)}`;

const personName = sql`(select u.last_name || ', ' || u.first_name from user_account u where u.user_id = f.user_id)`;
const ofWork = {
  table: 'report_work',
  moment: 'f.done_at',
  hours: sql`f.seconds / 3600`,
  // The specialty of the user who did the work.
  isOfSpecialty: (id: number) => sql`f.user_id in (select h.user_id from healthcare_provider h
    where h.user_id is not null and h.healthcare_provider_specialty_id = ${id})`,
  key: sql`f.user_id`,
  label: personName,
} as const;

type SourceOf = (group: { key: RawBuilder<unknown>; label: RawBuilder<unknown> }) => Source;

const sources: Record<ReportName, SourceOf> = {
  referrals: (group) => ({
    ...ofReferrals,
    ...group,
    numbers: {
      sent: countAll,
      answered: count(sql`f.answered_at is not null`),
      ...untilAnswered,
      ...times('appointment', hoursBetween('f.sent_at', 'f.appointment_at')),
      ...untilClosed,
    },
  }),
  leakage: (group) => ({
    ...ofReferrals,
    ...group,
    numbers: {
      sent: countAll,
      overdue: count(isOverdue),
      outOfNetwork: count(sql`not f.is_in_network`),
      notPreferred: count(sql`f.not_preferred_reason is not null`),
      establishedPhysician: notPreferred('established_physician'),
      patientPreference: notPreferred('patient_preference'),
      physicianDirected: notPreferred('physician_directed'),
    },
  }),
  declines: () => ({
    ...ofReferrals,
    where: sql`f.status = 'declined'`,
    key: sql`f.decline_reason`,
    label: labelOf(sql`f.decline_reason`, declineReasonLabels),
    numbers: { declined: countAll, ...untilAnswered },
  }),
  consultations: (group) => ({
    table: 'report_consultation',
    moment: 'f.sent_at',
    hours: hoursBetween('f.sent_at', 'f.answered_at'),
    isOfSpecialty,
    ...group,
    numbers: {
      sent: countAll,
      answered: count(sql`f.answered_at is not null`),
      accepted: count(sql`f.status = 'accepted'`),
      acceptedWithChange: count(sql`f.status = 'accepted_with_change'`),
      declined: count(sql`f.status = 'declined'`),
      waiting: count(sql`f.status in (${literals(openConsultationStatuses)})`),
      ...untilAnswered,
      ...times('decision', hoursBetween('f.sent_at', 'f.decided_at')),
    },
  }),
  queues: () => ({
    table: 'report_queue_item',
    moment: 'f.entered_at',
    hours: sql`date_part('epoch', coalesce(f.completed_at, ${asOf}) - f.entered_at) / 3600`,
    isOfSpecialty,
    key: sql`f.work_queue_id`,
    label: sql`(select q.name from work_queue q where q.work_queue_id = f.work_queue_id)`,
    numbers: {
      entered: countAll,
      completed: count(sql`f.completed_at is not null`),
      open: count(sql`f.completed_at is null`),
      ...times('wait', hoursBetween('f.entered_at', 'f.completed_at')),
      openAgeMedian: percentile(
        0.5,
        sql`date_part('epoch', ${asOf} - f.entered_at) / 3600`,
        sql`f.completed_at is null`,
      ),
    },
  }),
  messages: () => ({
    ...ofWork,
    where: isOf('message_answered'),
    numbers: { answered: countAll, ...times('answer', ofWork.hours) },
  }),
  work: () => ({
    ...ofWork,
    numbers: {
      referralsAnswered: count(isOf('referral_answered')),
      itemsCompleted: count(isOf('item_completed')),
      tasksCompleted: count(isOf('task_completed')),
      messagesAnswered: count(isOf('message_answered')),
    },
  }),
};

export function sourceOf(report: ReportName, groupBy: ReportGrouping | undefined): Source {
  return sources[report](groups[groupBy ?? groupingsOf[report]?.[0] ?? 'specialty']);
}
