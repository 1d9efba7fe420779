import { voidReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Database, Db } from '../../platform/db/client.ts';
import { codeOf } from '../../platform/db/errors.ts';
import { literals } from '../../platform/db/literals.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ofSubject } from '../queueKinds.ts';

/** Arbitrary lock id, so that concurrent refreshes do not do the same work twice. */
export const REFRESH_LOCK = 7_305_114_953;

/**
 * A transaction that began before a refresh may commit after it, with earlier timestamps, so each refresh starts this long
 * before the end of the previous one.
 */
const overlap = sql`interval '15 minutes'`;

/** Maximum days per statement, so that years of data, for example after a restore, are read in bounded steps. */
const longestSlice = 30;
const shortestSlice = 1;
/** SQLSTATE of a statement that exceeded its timeout. */
const statementCanceled = '57014';

/**
 * Updates the report rows with everything that changed since the last refresh; the first time, with all data. Works in slices,
 * each in its own transaction, so that an interrupted refresh continues where it stopped.
 */
export async function refreshReports(db: Database): Promise<void> {
  let days = longestSlice;
  for (;;) {
    try {
      if (await inTransaction(db, (transaction) => refreshSlice(transaction, days))) return;
    } catch (error) {
      // A month with too much data for one statement is read in smaller slices.
      days /= 2;
      if (codeOf(error) !== statementCanceled || days < shortestSlice) throw error;
    }
  }
}

/** The same within a single transaction. */
export async function refreshReportRows(db: Db): Promise<void> {
  let isUpToDate = false;
  while (!isUpToDate) isUpToDate = await refreshSlice(db, longestSlice);
}

interface SliceRow {
  since: string;
  until: string;
  is_filling: boolean;
  refreshed_at: string;
  is_last: boolean;
}

/** @returns whether it was the last slice */
async function refreshSlice(db: Db, days: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${REFRESH_LOCK})`.execute(db);
  const { rows } = await sql<SliceRow>`
    select (at - ${overlap})::text as since, (case when next < now() then next else 'infinity' end)::text as until,
      at < now() - interval '1 day' as is_filling, least(next, now())::text as refreshed_at, next >= now() as is_last
    from (select at, at + ${days} * interval '1 day' as next from (select coalesce((select refreshed_at from report_refresh), least(
      (select min(date_created) from referral), (select min(date_created) from consultation),
      (select min(created_at) from work_queue_encounter), (select min(date_created) from task),
      (select min(date_sent) from message)), now()) as at) as start) as step`.execute(db);
  const [found] = rows;
  if (found === undefined) return true;
  const period = {
    isWithin: (moment: string) =>
      sql<boolean>`(${sql.ref(moment)} >= ${found.since}::timestamptz and ${sql.ref(moment)} < ${found.until}::timestamptz)`,
    isFilling: found.is_filling,
  };
  await refreshReferrals(db, period);
  await refreshConsultations(db, period);
  await refreshQueueItems(db, period);
  await refreshWork(db, period);
  await sql`insert into report_refresh (refreshed_at) values (${found.refreshed_at}::timestamptz)
    on conflict (is_only) do update set refreshed_at = excluded.refreshed_at`.execute(db);
  return found.is_last;
}

interface Period {
  isWithin: (moment: string) => RawBuilder<boolean>;
  /** The refresh is far behind. Rows without an event, such as imported ones, then count by their creation time. */
  isFilling: boolean;
}

/** The facility of the patient's latest encounter at a given time, for rows without an encounter of their own. */
const facilityAt = (patientId: string, moment: string) => sql<
  number | null
>`(select e.facility_id from patient_encounter e
  where e.patient_id = ${sql.ref(patientId)} and e.encounter_date <= ${sql.ref(moment)}
  order by e.encounter_date desc, e.patient_encounter_id limit 1)`;

async function refreshReferrals(db: Db, { isWithin, isFilling }: Period): Promise<void> {
  await sql`insert into report_referral (referral_id, client_id, facility_id, healthcare_provider_specialty_id,
      healthcare_provider_id, urgency_days, referral_type, provider_selection_reason, status, decline_reason,
      not_preferred_reason, is_in_network, sent_at, received_at, answered_at, appointment_at, closed_at, due_at)
    select r.referral_id, r.client_id, ${facilityAt('r.patient_id', 'r.date_created')},
      r.search_specialty_id, r.healthcare_provider_id, r.urgency_days, r.referral_type,
      r.provider_selection_reason, r.status, r.decline_reason, r.not_preferred_reason,
      case when r.healthcare_provider_id is not null and exists (select from affiliation_tier t where t.client_id = r.client_id)
        then exists (select from healthcare_provider_affiliation a
          where a.healthcare_provider_id = r.healthcare_provider_id and a.client_id = r.client_id) end,
      r.date_created,
      (select max(x.occurred_at) from referral_event x where x.referral_id = r.referral_id
        and (x.action = 'provider_selected' or x.action = 'updated' and x.changes @> '[{"field": "provider"}]')),
      (select min(x.occurred_at) from referral_event x where x.referral_id = r.referral_id
        and x.action in ('accepted', 'scheduled', 'declined')),
      (select min(a.appointment_time) from patient_appointment a where a.referral_id = r.referral_id
        and a.status not in ('canceled', 'canceled_and_rescheduled')),
      case when r.status in ('completed', ${literals(voidReferralStatuses)}) then r.status_changed_at end,
      r.due_at
    from referral r
    where r.referral_id in (select x.referral_id from referral_event x where ${isWithin('x.occurred_at')}
      ${isFilling ? sql`union select n.referral_id from referral n where ${isWithin('n.date_created')}` : sql``})
    on conflict (referral_id) do update set client_id = excluded.client_id, facility_id = excluded.facility_id,
      healthcare_provider_specialty_id = excluded.healthcare_provider_specialty_id,
      healthcare_provider_id = excluded.healthcare_provider_id, urgency_days = excluded.urgency_days,
      referral_type = excluded.referral_type, provider_selection_reason = excluded.provider_selection_reason,
      status = excluded.status, decline_reason = excluded.decline_reason, not_preferred_reason = excluded.not_preferred_reason,
      is_in_network = excluded.is_in_network, received_at = excluded.received_at,
      answered_at = excluded.answered_at, appointment_at = excluded.appointment_at,
      closed_at = excluded.closed_at, due_at = excluded.due_at`.execute(db);
}

async function refreshConsultations(db: Db, { isWithin, isFilling }: Period): Promise<void> {
  await sql`insert into report_consultation (consultation_id, client_id, facility_id, healthcare_provider_specialty_id,
      healthcare_provider_id, status, sent_at, answered_at, decided_at)
    select c.consultation_id, c.client_id, e.facility_id, h.healthcare_provider_specialty_id, c.healthcare_provider_id, c.status,
      c.date_created, x.answered_at, x.decided_at
    from consultation c left join healthcare_provider h on h.healthcare_provider_id = c.healthcare_provider_id
    left join patient_encounter e on e.patient_encounter_id = c.patient_encounter_id
    cross join lateral (select
        min(o.occurred_at) filter (where o.action in ('acknowledged', 'accepted', 'accepted_with_change', 'declined')) as answered_at,
        min(o.occurred_at) filter (where o.action in ('accepted', 'accepted_with_change', 'declined')) as decided_at
      from consultation_event o where o.consultation_id = c.consultation_id) as x
    where c.consultation_id in (select o.consultation_id from consultation_event o where ${isWithin('o.occurred_at')}
      ${isFilling ? sql`union select n.consultation_id from consultation n where ${isWithin('n.date_created')}` : sql``})
    on conflict (consultation_id) do update set client_id = excluded.client_id, facility_id = excluded.facility_id,
      healthcare_provider_specialty_id = excluded.healthcare_provider_specialty_id,
      healthcare_provider_id = excluded.healthcare_provider_id, status = excluded.status,
      answered_at = excluded.answered_at, decided_at = excluded.decided_at`.execute(db);
}

/** The specialty required by an item `w`. */
const specialtyOfItem = ofSubject(({ specialtyId }) => specialtyId(sql.ref('w.subject_id')));

async function refreshQueueItems(db: Db, { isWithin }: Period): Promise<void> {
  await sql`insert into report_queue_item (work_queue_encounter_id, work_queue_id, client_id, facility_id,
      healthcare_provider_specialty_id, entered_at, completed_at)
    select w.work_queue_encounter_id, w.work_queue_id, p.client_id, e.facility_id, ${specialtyOfItem}, w.created_at, w.completed_at
    from work_queue_encounter w join patient p on p.patient_id = w.patient_id
    left join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
    where ${isWithin('w.created_at')} or ${isWithin('w.completed_at')}
    on conflict (work_queue_encounter_id) do update set work_queue_id = excluded.work_queue_id,
      completed_at = excluded.completed_at,
      healthcare_provider_specialty_id = excluded.healthcare_provider_specialty_id`.execute(db);
}

async function refreshWork(db: Db, { isWithin }: Period): Promise<void> {
  const work = [
    sql`select 'referral_answered', x.referral_id, x.referral_event_id, r.client_id,
        ${facilityAt('r.patient_id', 'r.date_created')}, x.user_id, x.occurred_at,
        extract(epoch from x.occurred_at - r.date_created)
      from referral_event x join referral r on r.referral_id = x.referral_id
      where x.action in ('accepted', 'scheduled', 'declined') and ${isWithin('x.occurred_at')}`,
    sql`select 'item_completed', w.work_queue_encounter_id, 0, p.client_id, e.facility_id, w.completed_by_user_id, w.completed_at,
        extract(epoch from w.completed_at - w.created_at)
      from work_queue_encounter w join patient p on p.patient_id = w.patient_id
      left join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
      where w.completed_by_user_id is not null and ${isWithin('w.completed_at')}`,
    sql`select 'task_completed', t.task_id, 0, p.client_id, e.facility_id, t.completed_by_user_id, t.completed_at,
        extract(epoch from t.completed_at - t.date_created)
      from task t join patient p on p.patient_id = t.patient_id
      left join work_queue_encounter w on w.work_queue_encounter_id = t.work_queue_encounter_id
      left join patient_encounter e on e.patient_encounter_id = coalesce(t.patient_encounter_id, w.patient_encounter_id)
      where t.completed_by_user_id is not null and ${isWithin('t.completed_at')}`,
    // A message after one from another user counts as an answer, for the client of its author.
    sql`select 'message_answered', m.conversation_id, m.sequence, u.origin_client_id,
        ${facilityAt('c.patient_id', 'm.date_sent')},
        m.from_identity_user_id, m.date_sent, extract(epoch from m.date_sent - before.date_sent)
      from message m
      -- Otherwise the planner may read a whole conversation for each of its messages, which can be 50,000.
      cross join lateral (select from_user_id, date_sent from message
        where conversation_id = m.conversation_id and sequence = m.sequence - 1 offset 0) as before
      join conversation c on c.conversation_id = m.conversation_id
      join user_account u on u.user_id = m.from_identity_user_id
      where before.from_user_id <> m.from_user_id and ${isWithin('m.date_sent')}`,
  ];
  await sql`insert into report_work (kind, subject_id, sequence, client_id, facility_id, user_id, done_at, seconds)
    ${sql.join(work, sql` union all `)}
    on conflict (kind, subject_id, sequence) do update set facility_id = excluded.facility_id, user_id = excluded.user_id,
      done_at = excluded.done_at, seconds = excluded.seconds`.execute(db);
}
