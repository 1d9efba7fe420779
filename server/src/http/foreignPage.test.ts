import { signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { from, securityOf } from '../../test/attempts.ts';
import { startTestApp } from '../../test/harness.ts';
import type { TestApp } from '../../test/harness.ts';

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
