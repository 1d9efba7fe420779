import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { withClient } from '../../platform/db/connection.ts';
import { recordFailedSignIn, recordLock, recordSummedFailures } from './failedSignIns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const name = 'x'.repeat(64);
const fail = (ip: string, userId: number | null = null) => recordFailedSignIn(app.db, { userId, ip, name });

const asOwner = (statement: string) =>
  withClient({ url: app.databaseUrl, applicationName: 'test' }, (client) => client.query(statement));

async function kept() {
  const rows = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'session.sign-in')
    .orderBy('audit_event_id')
    .execute();
  return rows.map(({ details }) => details);
}

test('failed sign-ins cannot flood the audit: those above the limit are counted', async () => {
  for (let times = 0; times < 130; times += 1) await fail('203.0.113.7');
  expect(await kept()).toHaveLength(100);
  // A failure from another address is still recorded.
  await fail('203.0.113.8');
  await recordSummedFailures(app.db);
  await recordSummedFailures(app.db);
  expect((await kept()).slice(100)).toEqual([
    { reason: 1, name },
    { reason: 1, unrecorded: 30, ofUsers: [] },
  ]);
});

test('nor can locks', async () => {
  const before = (await kept()).length;
  for (let times = 0; times < 130; times += 1) await recordLock(app.db, { ip: '203.0.113.7', name });
  expect((await kept()).slice(before)).toEqual(Array.from({ length: 100 }, () => ({ reason: 4, name })));
  await recordSummedFailures(app.db);
  expect((await kept()).at(-1)).toEqual({ reason: 1, unrecorded: 30, ofUsers: [] });
});

test('nor can many addresses, and the targeted users are still named', async () => {
  const failures = async () => (await kept()).filter((details) => (details as { reason: number }).reason === 1);
  for (let network = 0; network < 1_000; network += 1) await fail(`10.${Math.floor(network / 250)}.${network % 250}.1`);
  await recordSummedFailures(app.db);
  // The overall limit, and three summary rows.
  expect(await failures()).toHaveLength(1_003);
  const [one, other] = [await buildUser(app.db), await buildUser(app.db)];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const user of [one, other, other]) await fail('192.0.2.99', user.userId);
  await fail('192.0.2.99');
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const users = [
    [other.userId, 2],
    [one.userId, 1],
  ];
  await expect.poll(async () => (await kept()).at(-1)).toEqual({ reason: 1, unrecorded: 4, ofUsers: users });
  expect(await failures()).toHaveLength(1_004);
});

test('counts that could not be stored are recorded the next time', async () => {
  await fail('192.0.2.99');
  await asOwner('alter table audit_event rename to audit_event_away');
  await recordSummedFailures(app.db);
  await asOwner('alter table audit_event_away rename to audit_event');
  await recordSummedFailures(app.db);
  expect((await kept()).at(-1)).toMatchObject({ unrecorded: 1 });
});
