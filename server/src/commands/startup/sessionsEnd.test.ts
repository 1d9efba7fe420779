import { endOtherSessions, endUserSession, getSessions } from '@careloop/contracts/session/credentials';
import { getContext, logout } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { endIdle } from '../../features/session/jobs.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { startWebBeside } from '../../../test/listening.ts';
import type { WebBeside } from '../../../test/listening.ts';
import { startBackground } from './background.ts';

// Sessions are ended through one process; their connections are open at another.
let app: TestApp;
let web: WebBeside;
let background: { stop: () => Promise<void> };

beforeAll(async () => {
  app = await startTestApp();
  web = await startWebBeside(app);
  background = await startBackground(app.deps, app.databaseUrl);
});
afterAll(async () => {
  await background.stop();
  await web.stop();
  await app.stop();
});

/** Time limit promised by the product. */
const within = { timeout: 1_000, interval: 10 };

async function sessionIdOf(caller: Caller): Promise<number> {
  const { sessions } = await caller.ok(getSessions, {});
  return sessions.find(({ isCurrent }) => isCurrent)?.sessionId ?? 0;
}

test.each([
  ['ended from another one', async (other: Caller, sessionId: number) => await other.ok(endUserSession, { sessionId })],
  ['ended with all others', async (other: Caller) => await other.ok(endOtherSessions, {})],
])('a session that is %s is closed everywhere within a second', async (_name, end) => {
  const user = await buildUser(app.db);
  const [here, there] = [await app.as(user), await app.as(user)];
  const [stays, ends] = [await web.listen(here), await web.listen(there)];
  await end(here, await sessionIdOf(there));
  await expect.poll(ends.isClosed, within).toBe(true);
  const response = await fetch(`${web.address}/api/get-context`, {
    headers: { authorization: `Bearer ${there.token}` },
  });
  expect(response.status).toBe(401);
  await expect(web.listen(there)).rejects.toThrow(/401/);
  expect(stays.isClosed()).toBe(false);
  await here.ok(getContext, {});
});

test('logging out closes the connections of all its tabs', async () => {
  const caller = await app.as(await buildUser(app.db));
  const tabs = [await web.listen(caller), await web.listen(caller)];
  await caller.ok(logout, {});
  for (const tab of tabs) await expect.poll(tab.isClosed, within).toBe(true);
});

test('a connection stays open no longer than its session is used', async () => {
  const [idle, working] = [await app.as(await buildUser(app.db)), await app.as(await buildUser(app.db))];
  const [ends, stays] = [await web.listen(idle), await web.listen(working)];
  await app.db
    .updateTable('user_session')
    .set({ last_active_at: sql<Date>`now() - interval '31 minutes'` })
    .where('user_id', '=', idle.userId)
    .execute();
  await expect(web.listen(idle)).rejects.toThrow(/401/);
  await enqueue(app.db, endIdle, {});
  await expect.poll(ends.isClosed).toBe(true);
  expect(stays.isClosed()).toBe(false);
});

test('another site’s page gets no connection with a user’s cookie, and the attempt is recorded', async () => {
  const caller = await app.as(await buildUser(app.db));
  const headers = { cookie: `careloop-session=${caller.token}` };
  const refusal = (origin: string, told: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const socket = new WebSocket(`${web.address.replace('http', 'ws')}/signalr`, {
        origin,
        headers: { ...headers, ...told },
      });
      socket.on('open', () => resolve(socket.close() as undefined));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', reject);
    });
  expect(await refusal(web.address)).toBeUndefined();
  expect(await refusal('https://evil.example')).toBe(403);
  // Through a trusted proxy that forwards a header from an untrusted client.
  expect(await refusal('https://evil.example', { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' })).toBe(403);
  const kept = () =>
    app.db
      .selectFrom('audit_event')
      .select(['action', 'outcome', 'details', 'ip'])
      .where('user_id', '=', caller.userId)
      .where('kind', '=', 'security')
      .orderBy('audit_event_id')
      .execute();
  const row = {
    action: 'session.foreign-page',
    outcome: 'denied',
    details: { path: '/signalr', origin: 'https://evil.example' },
  };
  await expect.poll(kept).toEqual([
    { ...row, ip: '127.0.0.1' },
    { ...row, ip: '203.0.113.9' },
  ]);
});
