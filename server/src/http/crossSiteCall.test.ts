import { signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { from, securityOf } from '../../test/attempts.ts';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { TestApp } from '../../test/harness.ts';
import { recordCrossSiteCall } from './crossSiteCall.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function keptAfter(calls: number, ip: string): Promise<number> {
  const before = (await securityOf(app.db, null)).length;
  for (let call = 0; call < calls; call += 1) {
    const headers = { origin: `https://evil-${call}.example`, ...from(ip) };
    expect((await app.nobody.fail(signIn, { username: 'a', password: 'b' }, headers)).status).toBe(403);
  }
  return (await securityOf(app.db, null)).length - before;
}

test('calls for foreign pages are all refused; of one network so many are kept, whatever they call themselves', async () => {
  expect(await keptAfter(30, '203.0.113.7')).toBe(20);
  expect(await keptAfter(3, '203.0.113.8')).toBe(3);
});

test('nor does whoever holds thousands of networks fill the audit, or hide what comes with a session', async () => {
  const from = (ip: string, session: { userId: number; sessionId: number } | null) =>
    recordCrossSiteCall(app.db, { path: '/api/logout', headers: {}, ip, session });
  for (let network = 0; network < 1_100; network += 1) await from(`2001:db8:0:${network.toString(16)}::1`, null);
  // Some were kept above.
  expect(await securityOf(app.db, null)).toHaveLength(1_000);
  const { userId } = await buildUser(app.db);
  await from('2001:db8:1::1', { userId, sessionId: 1 });
  expect(await securityOf(app.db, userId)).toHaveLength(1);
});
