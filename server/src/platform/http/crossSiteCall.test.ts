import { signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { from, securityOf } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { recordCrossSiteCall } from './crossSiteCall.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function recordedAfter(calls: number, ip: string): Promise<number> {
  const before = (await securityOf(app.db, null)).length;
  for (let call = 0; call < calls; call += 1) {
    const headers = { origin: `https://evil-${call}.example`, ...from(ip) };
    expect((await app.nobody.fail(signIn, { username: 'a', password: 'b' }, headers)).status).toBe(403);
  }
  return (await securityOf(app.db, null)).length - before;
}

test('calls from other sites are all refused, and recorded up to a limit per network, whatever their origin', async () => {
  expect(await recordedAfter(30, '203.0.113.7')).toBe(20);
  expect(await recordedAfter(3, '203.0.113.8')).toBe(3);
});

test('a caller with thousands of networks can neither fill the audit nor hide calls that carry a session', async () => {
  const from = (ip: string, session: { userId: number; sessionId: number } | null) =>
    recordCrossSiteCall(app.db, { path: '/api/logout', headers: {}, ip, session });
  for (let network = 0; network < 1_100; network += 1) await from(`2001:db8:0:${network.toString(16)}::1`, null);
  // Includes the calls recorded by the test above.
  expect(await securityOf(app.db, null)).toHaveLength(1_000);
  const { userId } = await buildUser(app.db);
  await from('2001:db8:1::1', { userId, sessionId: 1 });
  expect(await securityOf(app.db, userId)).toHaveLength(1);
});
