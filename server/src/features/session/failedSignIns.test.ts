import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { recordFailedSignIn } from './failedSignIns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const fail = (ip: string) => recordFailedSignIn(app.db, { userId: null, ip, name: 'x'.repeat(64) });

const kept = () =>
  app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'session.sign-in')
    .orderBy('audit_event_id')
    .execute();

test('nobody fills the audit by failing to sign in: what is not kept is counted', async () => {
  for (let times = 0; times < 130; times += 1) await fail('203.0.113.7');
  expect(await kept()).toHaveLength(100);
  // Somebody else's failure is still kept, and tells how many were not.
  await fail('203.0.113.8');
  await fail('203.0.113.8');
  const rows = await kept();
  expect(rows.slice(100).map(({ details }) => details)).toEqual([
    { reason: 1, name: 'x'.repeat(64), untold: 30 },
    { reason: 1, name: 'x'.repeat(64) },
  ]);
});

test('nor from however many addresses', async () => {
  for (let network = 0; network < 1_000; network += 1) await fail(`10.${Math.floor(network / 250)}.${network % 250}.1`);
  expect((await kept()).length).toBe(1_000);
});
