import { getPowerBiReport, listPowerBiReports, powerBiTexts } from '@careloop/contracts/reports/powerBi';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { embedOrigin, staffingReport, startPowerBiService, volumeReport } from '../../../test/powerBiService.ts';
import type { PowerBiService } from '../../../test/powerBiService.ts';

let service: PowerBiService;
let app: TestApp;
beforeAll(async () => {
  service = await startPowerBiService();
  app = await startTestApp({ ...service.env, POWERBI_ROLE: 'Careloop user' });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});
beforeEach(() => {
  service.asked.length = 0;
  service.next.clear();
});

const general = async () => app.as(await buildUser(app.db, { permissions: ['ReportsPowerBIGeneral'] }));
const volume = { reportId: volumeReport, kind: 'general' } as const;
const staffing = { reportId: staffingReport, kind: 'internal' } as const;
const callsOf = (ending: string) => service.asked.filter(({ path }) => path.endsWith(ending));

test('need the permission of their kind', async () => {
  for (const [endpoint, input] of [
    [listPowerBiReports, {}],
    [getPowerBiReport, volume],
  ] as const) {
    expect(await app.nobody.fail(endpoint, input)).toMatchObject({ status: 401 });
    const outsider = await app.as(await buildUser(app.db, { permissions: ['Reports'] }));
    expect(await outsider.fail(endpoint, input)).toMatchObject({ status: 403 });
  }
  const caller = await general();
  expect((await caller.ok(listPowerBiReports, {})).reports.map(({ name }) => name)).toEqual([
    'Referral volume',
    'Wait times',
  ]);
  expect(await caller.fail(getPowerBiReport, staffing)).toMatchObject({
    status: 403,
    message: powerBiTexts.notPermitted,
  });
  // A report of the other workspace is not of this kind.
  expect(await caller.fail(getPowerBiReport, { ...staffing, kind: 'general' })).toMatchObject({
    message: powerBiTexts.gone,
  });
  const both = await buildUser(app.db, { permissions: ['ReportsPowerBIGeneral', 'ReportsPowerBIInternal'] });
  expect((await (await app.as(both)).ok(listPowerBiReports, {})).reports).toHaveLength(3);
});

test('are shown with a token for that report only', async () => {
  const report = await (await general()).ok(getPowerBiReport, volume);
  expect(report).toMatchObject({ ...volume, name: 'Referral volume', accessToken: 'H4sI-Referral volume' });
  expect(report.embedUrl).toContain('/reportEmbed?reportId=');
  expect(Date.parse(report.expiresAt)).toBeGreaterThan(Date.now());
  expect(callsOf('/GenerateToken').map(({ body }) => body)).toEqual([JSON.stringify({ accessLevel: 'View' })]);
});

test('are audited with user and report', async () => {
  const user = await buildUser(app.db, { permissions: ['ReportsPowerBIGeneral'] });
  const caller = await app.as(user);
  await caller.ok(getPowerBiReport, volume);
  await caller.fail(getPowerBiReport, staffing);
  const audited = await app.db
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'subject_type', 'details'])
    .where('user_id', '=', user.userId)
    .where('action', '=', getPowerBiReport.path)
    .orderBy('audit_event_id')
    .execute();
  expect(audited).toEqual([
    { action: '/powerbi/report', outcome: 'ok', subject_type: 'power_bi_report', details: volume },
    { action: '/powerbi/report', outcome: 'denied', subject_type: 'power_bi_report', details: staffing },
  ]);
});

test('with row-level security get the identity of the user', async () => {
  const user = await buildUser(app.db, { permissions: ['ReportsPowerBIInternal'] });
  await (await app.as(user)).ok(getPowerBiReport, staffing);
  const { username } = await app.db
    .selectFrom('user_account')
    .select('username')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const [asked] = callsOf('/GenerateToken');
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ identities: [{ username, roles: ['Careloop user'] }] });
});

test('are rejected without a report id or kind', async () => {
  const caller = await general();
  expect(await caller.fail(getPowerBiReport, { reportId: '12', kind: 'secret' })).toMatchObject({
    validationErrors: { reportId: 'This is not a report', kind: 'Invalid value' },
  });
});

test('that are unavailable are refused with a message', async () => {
  const caller = await general();
  const busy = { status: 503, body: '' };
  service.next.set('/reports', [
    busy,
    busy,
    { status: 403, body: { error: { code: 'PowerBINotAuthorizedException' } } },
  ]);
  expect(await caller.fail(listPowerBiReports, {})).toMatchObject({ message: powerBiTexts.unreachable });
  expect(await caller.fail(listPowerBiReports, {})).toMatchObject({ message: powerBiTexts.misconfigured });
  expect(await caller.fail(getPowerBiReport, { ...volume, reportId: crypto.randomUUID() })).toMatchObject({
    message: powerBiTexts.gone,
  });
});

test('may be framed only if Power BI is configured', async () => {
  const policyOf = async (of: TestApp) =>
    String((await of.app.http.inject({ url: '/api/healthcheck/api' })).headers['content-security-policy']);
  expect(await policyOf(app)).toContain(`frame-src 'self' ${embedOrigin}`);
  const without = await startTestApp();
  try {
    expect(await policyOf(without)).not.toContain('frame-src');
    const caller = await without.as(await buildUser(without.db, { permissions: ['ReportsPowerBIGeneral'] }));
    expect(await caller.ok(listPowerBiReports, {})).toMatchObject({ isConfigured: false, reports: [] });
    expect(await caller.fail(getPowerBiReport, volume)).toMatchObject({ message: powerBiTexts.gone });
  } finally {
    await without.stop();
  }
});
