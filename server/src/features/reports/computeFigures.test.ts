import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { computeFigures } from './computeFigures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Referrals of two clients to 15 providers of 3 specialties, some of them older than the period.
  const clients = [(await buildClient(app.db)).clientId, (await buildClient(app.db)).clientId];
  await sql`insert into report_referral (referral_id, client_id, healthcare_provider_id, healthcare_provider_specialty_id,
      urgency_days, referral_type, status, decline_reason, sent_at, received_at, answered_at, appointment_at, due_at)
    select n, client_id, provider, 1 + provider % 3, 7, 'physician_consultation', status,
      case when status = 'declined' then (array['other', 'availability', 'insurance_acceptance'])[1 + (random() * 2)::int] end,
      sent_at, case when n % 5 = 0 then sent_at + interval '1 day' end,
      case when status <> 'pending' then sent_at + interval '1 day' + random() * interval '9 days' end,
      case when status = 'scheduled' then sent_at + interval '1 day' + random() * interval '40 days' end, now()
    from (select n, (${clients}::bigint[])[1 + n % 2] as client_id, nullif((random() * random() * 15)::int, 15) as provider,
        (array['pending', 'accepted', 'declined', 'scheduled'])[1 + floor(random() * 4)::int] as status,
        now() - random() * interval '500 days' as sent_at
      from generate_series(1, 900) n) as made`.execute(app.db);
});
afterAll(() => app.stop());

/** The same figures of single referrals, sorted and counted here. */
async function expected() {
  const { rows } = await sql<{
    key: string;
    specialty_key: string;
    status: string;
    decline_reason: string | null;
    hours: number | null;
    days: number | null;
  }>`select r.client_id || ' ' || r.healthcare_provider_specialty_id || ' ' || r.healthcare_provider_id as key,
      r.client_id || ' ' || r.healthcare_provider_specialty_id || ' ' as specialty_key, r.status, r.decline_reason,
      extract(epoch from r.answered_at - coalesce(r.received_at, r.sent_at))::float8 / 3600 as hours,
      extract(epoch from r.appointment_at - coalesce(r.received_at, r.sent_at))::float8 / 86400 as days
    from report_referral r where r.healthcare_provider_id is not null
      and r.sent_at >= date_trunc('day', now()) - interval '12 months'`.execute(app.db);
  const groups = new Map<string, typeof rows>();
  for (const row of rows)
    for (const key of [row.key, row.specialty_key]) groups.set(key, [...(groups.get(key) ?? []), row]);
  const medianOf = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null).map((value) => Math.max(0, value));
    const sorted = known.toSorted((one, other) => one - other);
    const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
    return low === undefined || high === undefined ? null : ((low + high) / 2).toFixed(2);
  };
  return [...groups].map(([key, group]) => {
    const declined = group.filter(({ status }) => status === 'declined');
    const counts = Object.entries(Object.groupBy(declined, ({ decline_reason: reason }) => reason ?? ''));
    const mostly = counts.find(([, some]) => (some?.length ?? 0) >= 2 && (some?.length ?? 0) * 2 > declined.length);
    const answered = group.filter(({ hours }) => hours !== null);
    const visits = group.filter(({ days }) => days !== null);
    return {
      key,
      answered: answered.length,
      hours: medianOf(answered.map(({ hours }) => hours)),
      visits: visits.length,
      days: medianOf(visits.map(({ days }) => days)),
      declined: declined.length,
      reason: mostly?.[0] ?? null,
    };
  });
}

async function computed() {
  const rows = await app.db.selectFrom('referral_figures').selectAll().execute();
  return rows.map((row) => ({
    key: `${row.client_id} ${row.healthcare_provider_specialty_id} ${row.healthcare_provider_id ?? ''}`,
    answered: row.answered_count,
    hours: row.answer_hours?.toFixed(2) ?? null,
    visits: row.visit_count,
    days: row.visit_days?.toFixed(2) ?? null,
    declined: row.declined_count,
    reason: row.decline_reason,
  }));
}

const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);
const isFilled = ({ answered, visits }: { answered: number; visits: number }) => answered + visits > 0;
const compare = async () => {
  const [mine, theirs] = [(await computed()).filter(isFilled), (await expected()).filter(isFilled)];
  expect(mine.toSorted(byKey)).toEqual(theirs.toSorted(byKey));
};

const due = async () => (await app.db.selectFrom('referral_figures_due').selectAll().execute()).length;

test('figures of providers and specialties equal those of the single referrals', async () => {
  await computeFigures(app.db);
  await compare();
  expect(await due()).toBe(0);
});

test('only what changed is computed again: an answer, another provider, and referrals that leave the period', async () => {
  const marked = async () => {
    const rows = await app.db.selectFrom('referral_figures').select('client_id').where('visit_count', '<', 0).execute();
    return rows.length;
  };
  await sql`update report_referral set status = 'declined', decline_reason = 'availability', answered_at = now()
    where referral_id = (select min(referral_id) from report_referral where healthcare_provider_id = 2)`.execute(
    app.db,
  );
  await sql`update report_referral set healthcare_provider_id = 3, healthcare_provider_specialty_id = 1
    where referral_id = (select max(referral_id) from report_referral where healthcare_provider_id = 4)`.execute(
    app.db,
  );
  expect(await due()).toBeGreaterThan(0);
  await computeFigures(app.db);
  await compare();
  // A run without changes writes nothing.
  await sql`update referral_figures set visit_count = -visit_count - 1`.execute(app.db);
  const before = await marked();
  await computeFigures(app.db);
  expect(await marked()).toBe(before);
  // The last run was a month ago; what was sent a year before that has left the period.
  await sql`update referral_figures set visit_count = -visit_count - 1`.execute(app.db);
  await sql`update referral_figures_period set starts_at = starts_at - interval '30 days'`.execute(app.db);
  await sql`update referral_figures set answered_count = answered_count + 1000 where healthcare_provider_id in (
    select r.healthcare_provider_id from report_referral r, referral_figures_period p where r.sent_at >= p.starts_at
      and r.sent_at < p.starts_at + interval '29 days' and r.client_id = referral_figures.client_id
      and r.healthcare_provider_specialty_id = referral_figures.healthcare_provider_specialty_id)`.execute(app.db);
  await computeFigures(app.db);
  await compare();
});
