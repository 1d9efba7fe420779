import { WorkQueue } from '@careloop/contracts/codes';
import { getReport, getReportFilters, listReportRows, reportTexts } from '@careloop/contracts/reports';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { setWorkQueueItemCompleted } from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildReferral, buildReferralParties, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';
import { reassignItems } from '../../core/work-queues/reassign.ts';
import { refreshReports } from './refreshReports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const period = { from: '2026-03-01', to: '2026-03-31', timeZone: 'America/New_York' };

/** Sets the times at which a referral was sent and answered, this many hours apart. */
async function sentAt(referralId: number, sent: string, answeredAfterHours: number | null) {
  await app.db
    .updateTable('referral')
    .set({ date_created: new Date(sent) })
    .where('referral_id', '=', referralId)
    .execute();
  if (answeredAfterHours === null) return;
  await sql`insert into referral_event (referral_id, user_id, action, from_status, to_status, occurred_at)
    select referral_id, created_by_user_id, 'accepted', 'pending', 'accepted', date_created + make_interval(hours => ${answeredAfterHours})
    from referral where referral_id = ${referralId}`.execute(app.db);
}

async function buildReports() {
  const parties = await buildReferralParties(app);
  const { clientId } = parties.sender;
  await app.db
    .insertInto('user_permission')
    .values({ user_id: parties.sender.userId, permission: 'Reports' })
    .execute();
  const hours = [2, 4, 10, 48, null];
  for (const [index, hour] of hours.entries()) {
    const { referralId } = await buildReferral(app, { parties });
    await sentAt(referralId, `2026-03-0${index + 2}T15:00:00Z`, hour);
  }
  await refreshReports(app.db);
  return { parties, clientId, caller: await app.as(parties.sender) };
}

test('reports need a session and the permission', async () => {
  expect(await app.nobody.fail(getReport, { ...period, report: 'referrals' })).toMatchObject({ status: 401 });
  const caller = await app.as(await buildUser(app.db));
  for (const endpoint of [getReport, listReportRows])
    expect(await caller.fail(endpoint, { ...period, report: 'referrals', measure: 'sent' })).toMatchObject({
      status: 403,
    });
  expect(await caller.fail(getReportFilters, {})).toMatchObject({ status: 403 });
});

describe('bad input', () => {
  test.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, { from: reportTexts.backwards }],
    [{ clientId: 999_999 }, { clientId: reportTexts.notYourClient }],
  ])('%o is rejected', async (wrong, validationErrors) => {
    const caller = await app.as(await buildUser(app.db, { permissions: ['Reports'] }));
    const input = { ...period, report: 'referrals', measure: 'sent', ...wrong };
    expect(await caller.fail(getReport, declared(getReport, input))).toMatchObject({ validationErrors });
    expect(await caller.fail(listReportRows, input)).toMatchObject({ validationErrors });
  });
});

test('turnaround matches plain SQL over the referrals', async () => {
  const { caller, parties, clientId } = await buildReports();
  const report = await caller.ok(getReport, { ...period, report: 'referrals', groupBy: 'provider' });
  const { rows } = await sql<{ sent: number; answered: number; median: number; p90: number }>`
    with turnaround as (select r.referral_id, (select min(e.occurred_at) from referral_event e where e.referral_id = r.referral_id
        and e.action in ('accepted', 'declined')) - r.date_created as took
      from referral r where r.client_id = ${clientId})
    select count(*)::int as sent, count(took)::int as answered,
      (percentile_cont(0.5) within group (order by extract(epoch from took) / 3600))::float8 as median,
      round((percentile_cont(0.9) within group (order by extract(epoch from took) / 3600))::numeric, 2)::float8 as p90
    from turnaround`.execute(app.db);
  expect(rows[0]).toMatchObject({ sent: 5, answered: 4, median: 7 });
  expect(report.total).toMatchObject({
    sent: rows[0]?.sent,
    answered: rows[0]?.answered,
    answerMedian: rows[0]?.median,
    answerP90: rows[0]?.p90,
    appointmentMedian: null,
  });
  expect(report.rows).toMatchObject([{ key: String(parties.receiver.healthcareProviderId), values: { sent: 5 } }]);
  // Every day of the period, including those without referrals.
  expect(report.series).toHaveLength(31);
  expect(report.series.flatMap(({ from, values }) => (values['sent'] ? [from] : []))).toEqual(
    [2, 3, 4, 5, 6].map((day) => `2026-03-0${day}`),
  );
  expect(report.refreshedAt).not.toBeNull();
});

test('referrals are grouped by type and by the reason for the provider', async () => {
  const { caller, clientId } = await buildReports();
  await sql`update referral set referral_type = 'other', provider_selection_reason = 'payer' where referral_id =
    (select min(referral_id) from referral where client_id = ${clientId} and status = 'pending')`.execute(app.db);
  await sql`delete from report_refresh`.execute(app.db);
  await refreshReports(app.db);
  const rowsBy = async (groupBy: 'type' | 'selection') => {
    const { rows } = await caller.ok(getReport, { ...period, report: 'referrals', groupBy });
    return rows.map(({ key, label, values }) => [key, label, values['sent']]);
  };
  const byType = await rowsBy('type');
  expect(byType).toHaveLength(2);
  expect(byType).toContainEqual(['other', 'Other', 1]);
  expect(byType).toContainEqual(['physician_consultation', 'Physician consultation', 4]);
  expect(await rowsBy('selection')).toContainEqual(['payer', 'Payer', 1]);
});

test('time to close covers completed referrals only', async () => {
  const { caller, parties, clientId } = await buildReports();
  const sent = await app.db
    .selectFrom('referral')
    .select('referral_id')
    .where('client_id', '=', clientId)
    .orderBy('referral_id')
    .execute();
  const ends = [
    ['completed', 24],
    ['completed', 72],
    ['cancelled', 240],
    ['declined', 480],
  ] as const;
  for (const [index, [status, hours]] of ends.entries()) {
    await sql`update referral set status = ${status}, status_changed_at = date_created + make_interval(hours => ${hours}),
        decline_reason = case when ${status}::text = 'declined' then 'availability' end
      where referral_id = ${sent[index]?.referral_id}`.execute(app.db);
  }
  // A refresh only covers changes since the last one, so start over.
  await sql`delete from report_refresh`.execute(app.db);
  await refreshReports(app.db);
  const { rows } = await sql<{ median: number; p90: number }>`
    with closed as (select extract(epoch from status_changed_at - date_created) / 3600 as took from referral
      where client_id = ${clientId} and status = 'completed')
    select (percentile_cont(0.5) within group (order by took))::float8 as median,
      round((percentile_cont(0.9) within group (order by took))::numeric, 2)::float8 as p90 from closed`.execute(
    app.db,
  );
  expect(rows).toEqual([{ median: 48, p90: 67.2 }]);
  const input = { ...period, report: 'referrals' } as const;
  const { total, rows: groups } = await caller.ok(getReport, input);
  expect(total).toMatchObject({ sent: 5, closeMedian: rows[0]?.median, closeP90: rows[0]?.p90 });
  expect(groups).toMatchObject([{ key: String(parties.receiver.specialtyId), values: { closeMedian: 48 } }]);
  const behind = await caller.ok(listReportRows, { ...input, measure: 'closeMedian' });
  expect(behind.items.map(({ hours }) => hours)).toEqual([72, 24]);
});

test('a day is a day in the time zone, also when the clocks change', async () => {
  const parties = await buildReferralParties(app);
  await app.db
    .insertInto('user_permission')
    .values({ user_id: parties.sender.userId, permission: 'Reports' })
    .execute();
  // March 8, 2026 has 23 hours in New York: from 05:00 UTC to 04:00 UTC.
  for (const at of [
    '2026-03-08T00:00:00Z',
    '2026-03-08T04:59:59Z',
    '2026-03-08T05:00:00Z',
    '2026-03-09T03:59:59Z',
    '2026-03-09T04:00:00Z',
  ]) {
    const { referralId } = await buildReferral(app, { parties });
    await sentAt(referralId, at, null);
  }
  await refreshReports(app.db);
  const caller = await app.as(parties.sender);
  const day = { report: 'referrals', from: '2026-03-08', to: '2026-03-08' } as const;
  expect((await caller.ok(getReport, { ...day, timeZone: 'America/New_York' })).total).toMatchObject({ sent: 2 });
  expect((await caller.ok(getReport, { ...day, timeZone: 'UTC' })).total).toMatchObject({ sent: 3 });
});

test('numbers and the rows behind them cover only the user’s clients', async () => {
  const { caller, clientId, parties } = await buildReports();
  const input = { ...period, report: 'referrals', measure: 'answered' } as const;
  const behind = await caller.ok(listReportRows, input);
  expect(behind).toMatchObject({ totalItemCount: 4, numPages: 1 });
  expect(behind.items.map(({ patient }) => patient?.clientId)).toEqual(Array.from({ length: 4 }, () => clientId));
  const specialtyId = String(parties.receiver.specialtyId);
  expect(await caller.ok(listReportRows, { ...input, key: specialtyId })).toMatchObject({ totalItemCount: 4 });
  expect(await caller.ok(listReportRows, { ...input, key: 'none' })).toMatchObject({ totalItemCount: 0 });
  const outsider = await app.as(await buildUser(app.db, { permissions: ['Reports'] }));
  expect((await outsider.ok(getReport, declared(getReport, input))).total).toMatchObject({ sent: 0 });
  expect(await outsider.ok(listReportRows, input)).toMatchObject({ items: [], totalItemCount: 0 });
  expect((await outsider.ok(getReportFilters, {})).clients).toHaveLength(1);
});

test('declines, queues and work are counted, and updated after a change', async () => {
  const parties = await buildReferralParties(app);
  const { clientId } = parties.sender;
  await app.db
    .insertInto('user_permission')
    .values({ user_id: parties.sender.userId, permission: 'Reports' })
    .execute();
  const declined = await buildReferral(app, { parties });
  const waiting = await buildReferral(app, { parties });
  const receiver = await app.as(parties.receiver);
  await receiver.ok(declineReferral, { referralId: declined.referralId, declineReason: 1 });
  const caller = await app.as(parties.sender);
  const now = { from: '2026-01-01', to: '2027-12-31', clientId } as const;
  await refreshReports(app.db);
  const declines = await caller.ok(getReport, { ...now, report: 'declines' });
  expect(declines.rows).toMatchObject([{ key: 'availability', values: { declined: 1 } }]);
  const queueOf = async () =>
    (await caller.ok(getReport, { ...now, report: 'queues' })).rows.find(({ key }) => key === '22')?.values;
  expect(await queueOf()).toMatchObject({ entered: 2, completed: 1, open: 1 });
  const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, waiting.referralId);
  await receiver.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
  await refreshReports(app.db);
  expect(await queueOf()).toMatchObject({ completed: 2, open: 0 });
  await receiver.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: false });
  await refreshReports(app.db);
  expect(await queueOf()).toMatchObject({ completed: 1, open: 1 });
  const work = await caller.ok(getReport, { ...now, report: 'work' });
  expect(work.rows.map(({ values }) => values)).toContainEqual(
    expect.objectContaining({ referralsAnswered: 1, itemsCompleted: 2 }),
  );
  expect((await caller.ok(getReport, { ...now, report: 'leakage' })).total).toMatchObject({ sent: 2, outOfNetwork: 0 });
  expect((await caller.ok(getReport, { ...now, report: 'messages' })).rows).toEqual([]);
});

test('an item counts for the queue to which it has moved', async () => {
  const parties = await buildReferralParties(app);
  const { sender, receiver } = parties;
  await app.db.insertInto('user_permission').values({ user_id: sender.userId, permission: 'Reports' }).execute();
  await buildReferral(app, { parties });
  const caller = await app.as(sender);
  const queuesOfOpenItems = async () => {
    const { rows } = await caller.ok(getReport, { report: 'queues', from: '2026-01-01', to: '2027-12-31' });
    return rows.flatMap(({ key, values }) => (values['open'] ? [key] : []));
  };
  await refreshReports(app.db);
  expect(await queuesOfOpenItems()).toEqual([String(WorkQueue.referralToProcess)]);
  await app.db.deleteFrom('user_permission').where('user_id', '=', receiver.userId).execute();
  await reassignItems(app.db, {
    subjectType: 'referral',
    clients: sql`select referral_id as subject_id, client_id from referral`,
    from: WorkQueue.referralToProcess,
    to: WorkQueue.referralExceptions,
  });
  expect(await queuesOfOpenItems()).toEqual([String(WorkQueue.referralExceptions)]);
});

test('years of data are read in slices, each committed separately, and all of them count', async () => {
  const { parties, caller } = await buildReports();
  const { patientId } = parties.patient;
  const ages = [700, 100, 40, 1, 0];
  for (const [index, days] of ages.entries()) {
    await app.db
      .insertInto('work_queue_encounter')
      .values({
        work_queue_id: 60,
        owner_user_id: parties.receiver.userId,
        patient_id: patientId,
        encounter_date: new Date(),
        created_at: new Date(Date.now() - days * 86_400_000 - 60_000),
        ...(index > 2 && { status: 'completed', completed_at: new Date() }),
      })
      .execute();
  }
  for (const table of ['report_refresh', 'report_queue_item', 'report_referral', 'report_work'] as const) {
    await app.db.deleteFrom(table).execute();
  }
  await refreshReports(app.db);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const asked = { from: day(800), to: day(-1) };
  const queues = await caller.ok(getReport, { ...asked, report: 'queues' });
  const values = queues.rows.find(({ key }) => key === '60')?.values;
  expect(values).toMatchObject({ entered: 5, completed: 2, open: 3 });
  expect(Date.now() - Date.parse(queues.refreshedAt ?? '')).toBeLessThan(60_000);
  // Includes those with events after their creation.
  expect((await caller.ok(getReport, { ...asked, report: 'referrals' })).total).toMatchObject({ sent: 5, answered: 4 });
});
