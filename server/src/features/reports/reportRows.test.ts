import { fillDemo } from '@careloop/demo/fillDemo';
import { getReport, groupingsOf, listReportRows, reportNames } from '@careloop/contracts/reports';
import type { ReportName } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { refreshReports } from './refreshReports.ts';

// The rows behind every number of every report of the demo organization.

let app: TestApp;
let coordinator: Caller;
let analyst: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  await refreshReports(app.db);
  const user = await app.db
    .selectFrom('user_account')
    .select(['user_id', 'origin_client_id'])
    .where('username', '=', 'coordinator')
    .executeTakeFirstOrThrow();
  clientId = user.origin_client_id;
  coordinator = await app.as({ userId: user.user_id });
  // A user of the same client who may see none of its patients.
  analyst = await app.as(await buildUser(app.db, { clientId, permissions: ['Reports'] }));
});
afterAll(() => app.stop());

const year = { from: '2024-06-01', to: '2026-12-31', timeZone: 'America/New_York' };
const period = () => ({ ...year, clientId });
const isCount = (name: string) => !/(Median|P90)$/.test(name);

describe.each(reportNames)('%s', (report) => {
  test('each number links to as many rows as it counts', async () => {
    const numbers = await coordinator.ok(getReport, { ...period(), report });
    for (const [measure, value] of Object.entries(numbers.total).filter(([name]) => isCount(name))) {
      const { totalItemCount, items } = await coordinator.ok(listReportRows, { ...period(), report, measure });
      expect({ measure, totalItemCount }).toEqual({ measure, totalItemCount: value });
      expect(items).toHaveLength(Math.min(20, totalItemCount));
    }
    const [row] = numbers.rows;
    const [measure = ''] = Object.keys(row?.values ?? {}).filter(isCount);
    const behind = await coordinator.ok(listReportRows, { ...period(), report, measure, key: row?.key ?? 'none' });
    expect(behind.totalItemCount).toBe(row?.values[measure]);
  });

  test('names no patient to a user who may see none', async () => {
    const { total } = await analyst.ok(getReport, { ...period(), report });
    const [measure = ''] = Object.entries(total).find(([, value]) => value) ?? [];
    const { items } = await analyst.ok(listReportRows, { ...period(), report, measure });
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      expect(item).toMatchObject({ patient: null, about: null, subjectId: null, conversationKey: null });
    }
  });
});

test('rows of referrals, items and tasks show patient and subject to users who may see them', async () => {
  const rowsOf = async (report: ReportName, measure: string) =>
    (await coordinator.ok(listReportRows, { ...period(), report, measure })).items;
  for (const item of [...(await rowsOf('referrals', 'sent')), ...(await rowsOf('queues', 'entered'))]) {
    expect(item.patient?.clientId).toBe(clientId);
    expect(item.subjectId).not.toBeNull();
    expect(item.about).not.toBeNull();
  }
  // Rows behind a time have a time.
  const timed = await rowsOf('referrals', 'answerMedian');
  expect(timed.filter(({ hours }) => hours === null)).toEqual([]);
});

test('bad input is refused by name', async () => {
  const of = async (change: Record<string, unknown>) =>
    coordinator.fail(listReportRows, { ...year, report: 'queues', measure: 'entered', ...change });
  const refusals: [Record<string, unknown>, string][] = [
    [{ measure: 'constructor' }, 'measure'],
    [{ measure: 'declined' }, 'measure'],
    [{ report: 'salaries' }, 'report'],
    [{ report: 'referrals', groupBy: 'answer' }, 'groupBy'],
    [{ report: 'consultations', groupBy: 'urgency' }, 'groupBy'],
    [{ groupBy: 'shoe size' }, 'groupBy'],
    [{ page: 0 }, 'page'],
  ];
  for (const [change, field] of refusals) {
    expect({ change, wrong: Object.keys((await of(change)).validationErrors) }).toEqual({ change, wrong: [field] });
  }
});

test('consultation answers match plain SQL, by answer and by specialty', async () => {
  const input = { ...period(), report: 'consultations' } as const;
  const { rows: expected } = await sql<{ status: string; sent: number; median: number | null }>`
    with own as (select c.status, extract(epoch from (select min(e.occurred_at) from consultation_event e
        where e.consultation_id = c.consultation_id and e.to_status in ('acknowledged', 'accepted', 'accepted_with_change', 'declined'))
        - c.date_created) / 3600 as took
      from consultation c where c.client_id = ${clientId})
    select status, count(*)::int as sent,
      round((percentile_cont(0.5) within group (order by took))::numeric, 2)::float8 as median from own group by status`.execute(
    app.db,
  );
  const byAnswer = await coordinator.ok(getReport, input);
  expect(expected.length).toBeGreaterThan(2);
  expect(
    byAnswer.rows
      .map(({ key, values }) => ({ status: key, sent: values['sent'], median: values['answerMedian'] }))
      .toSorted((one, other) => String(one.status).localeCompare(String(other.status))),
  ).toEqual(expected.toSorted((one, other) => one.status.localeCompare(other.status)));
  for (const groupBy of groupingsOf.consultations ?? []) {
    const { rows, total } = await coordinator.ok(getReport, { ...input, groupBy });
    expect(rows.reduce((sum, { values }) => sum + (values['sent'] ?? 0), 0)).toBe(total['sent']);
  }
});
