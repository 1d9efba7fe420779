import { declineReason } from '@careloop/contracts/codes';
import { figuresPeriodMonths } from '@careloop/contracts/directory/choices';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { REFRESH_LOCK } from './refreshReports.ts';

/** Providers per transaction. */
const batchSize = 20_000;

/** The reasons a provider declines for, as stored. */
const reasons = Object.keys(declineReason.table);

/**
 * Computes the figures of every provider and specialty with a referral that changed, or left the period, since the last run.
 * Each step is a transaction that removes what it computed from the list, so an interrupted run continues where it stopped. It
 * excludes a refresh of the report rows, whose changes would otherwise be missed while their list entry is removed.
 */
export async function computeFigures(db: Database): Promise<void> {
  await inTransaction(db, movePeriod);
  for (const step of steps) {
    while (await inTransaction(db, step));
  }
}

/** The same within a single transaction. */
export async function computeFigureRows(db: Db): Promise<void> {
  await movePeriod(db);
  for (const step of steps) {
    while (await step(db));
  }
}

const steps = [computeProviders, computeSpecialty];

/** Moves the start of the period to this day, and lists what loses a referral by that. */
async function movePeriod(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REFRESH_LOCK})`.execute(db);
  await sql`with period as (select p.starts_at, next.starts_at as next_starts_at from referral_figures_period p,
      (select date_trunc('day', now()) - ${figuresPeriodMonths} * interval '1 month' as starts_at) as next),
    moved as (insert into referral_figures_period (starts_at)
      values (date_trunc('day', now()) - ${figuresPeriodMonths} * interval '1 month')
      on conflict (is_only) do update set starts_at = excluded.starts_at)
    insert into referral_figures_due (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
    select distinct r.client_id, r.healthcare_provider_specialty_id, r.healthcare_provider_id
    from period join client c on true
    join report_referral r on r.client_id = c.client_id and r.sent_at >= period.starts_at and r.sent_at < period.next_starts_at
    where r.healthcare_provider_id is not null and r.healthcare_provider_specialty_id is not null
    on conflict do nothing`.execute(db);
}

/** When the provider got the referral `r`. */
const receivedAt = sql`coalesce(r.received_at, r.sent_at)`;
/** The median time from receiving a referral to a moment, in units of this many seconds; null without any. */
const median = (moment: RawBuilder<unknown>, seconds: number) => sql`percentile_cont(0.5) within group (
  order by greatest(0, extract(epoch from ${moment} - ${receivedAt})::float8 / ${sql.lit(seconds)}))
  filter (where ${moment} is not null)`;
const declinedFor = (reason: string) =>
  sql`count(*) filter (where r.status = 'declined' and r.decline_reason = ${reason})`;

/** The columns of the figures of the referrals `r` of a group. */
const figures = sql`count(r.answered_at) as answered_count,
  ${median(sql`r.answered_at`, 3600)} as answer_hours,
  count(r.appointment_at) as visit_count,
  ${median(sql`r.appointment_at`, 86_400)} as visit_days,
  count(*) filter (where r.status = 'declined') as declined_count,
  case ${sql.join(
    reasons.map(
      (reason) => sql`when ${declinedFor(reason)} >= 2
        and ${declinedFor(reason)} * 2 > count(*) filter (where r.status = 'declined') then ${sql.lit(reason)}`,
    ),
    sql` `,
  )} end as decline_reason`;

const columns = sql`client_id, healthcare_provider_specialty_id, healthcare_provider_id, answered_count, answer_hours,
  visit_count, visit_days, declined_count, decline_reason`;

const replaced = sql`on conflict (client_id, healthcare_provider_specialty_id, healthcare_provider_id) do update set
  answered_count = excluded.answered_count, answer_hours = excluded.answer_hours, visit_count = excluded.visit_count,
  visit_days = excluded.visit_days, declined_count = excluded.declined_count, decline_reason = excluded.decline_reason`;

/** SQL condition: the referral `r` was sent within the period. */
const isInPeriod = sql`r.sent_at >= (select starts_at from referral_figures_period)`;

/** @returns whether there may be more */
async function computeProviders(db: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${REFRESH_LOCK})`.execute(db);
  const { rows } = await sql<{ count: number }>`with due as materialized (
      delete from referral_figures_due d where d.ctid = any(array(select n.ctid from referral_figures_due n
        where n.healthcare_provider_id is not null
        order by n.client_id, n.healthcare_provider_specialty_id, n.healthcare_provider_id limit ${batchSize}))
      returning d.*),
    computed as (insert into referral_figures (${columns})
      select d.client_id, d.healthcare_provider_specialty_id, d.healthcare_provider_id, ${figures}
      from due d left join report_referral r on r.healthcare_provider_id = d.healthcare_provider_id
        and r.client_id = d.client_id and r.healthcare_provider_specialty_id = d.healthcare_provider_specialty_id
        and ${isInPeriod}
      group by 1, 2, 3 ${replaced}),
    specialties as (insert into referral_figures_due (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
      select distinct d.client_id, d.healthcare_provider_specialty_id, null::bigint from due d on conflict do nothing)
    select count(*)::int as count from due`.execute(db);
  return rows[0]?.count === batchSize;
}

/** Computes one specialty of one client. @returns whether there may be more */
async function computeSpecialty(db: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${REFRESH_LOCK})`.execute(db);
  const { rows } = await sql<{ count: number }>`with due as materialized (
      delete from referral_figures_due d where d.ctid = (select n.ctid from referral_figures_due n
        where n.healthcare_provider_id is null limit 1) returning d.*),
    computed as (insert into referral_figures (${columns})
      select d.client_id, d.healthcare_provider_specialty_id, null::bigint, ${figures}
      from due d left join report_referral r on r.client_id = d.client_id
        and r.healthcare_provider_specialty_id = d.healthcare_provider_specialty_id
        and r.healthcare_provider_id is not null and ${isInPeriod}
      group by 1, 2 ${replaced})
    select count(*)::int as count from due`.execute(db);
  return rows[0]?.count === 1;
}
