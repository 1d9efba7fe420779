import { endUserSession, getSessions } from '@careloop/contracts/session/credentials';
import { expectedUserHeader, getContext, logout, sessionLifetimeHours } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { callerOf, startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { setUserActive } from './userActive.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function somebody() {
  const user = await buildUser(app.db);
  const caller = await app.as(user);
  const { sessions } = await caller.ok(getSessions, {});
  return { user, caller, sessionId: sessions[0]?.sessionId ?? 0 };
}

async function change(sessionId: number, values: { created_at?: string; last_active_at?: string }): Promise<void> {
  await app.db
    .updateTable('user_session')
    .set(Object.fromEntries(Object.entries(values).map(([name, past]) => [name, sql`now() - ${past}::interval`])))
    .where('session_id', '=', sessionId)
    .execute();
}

async function expireTokens(sessionId: number): Promise<void> {
  await app.db
    .updateTable('session_token')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('session_id', '=', sessionId)
    .execute();
}

/** What a token that opens nothing any more hears, at the first call and at the next. */
async function expectEnding(caller: Caller, sessionEnding: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    expect(await caller.fail(getContext, {})).toMatchObject({ status: 401, code: 'unauthenticated', sessionEnding });
  }
}

describe('whoever shows a token that once opened a session hears why it does not any more', () => {
  test('ended in another session of the user', async () => {
    const { user, caller, sessionId } = await somebody();
    await (await app.as(user)).ok(endUserSession, { sessionId });
    await expectEnding(caller, 'ended');
  });

  test('the account was switched off', async () => {
    const { user, caller } = await somebody();
    await setUserActive(app.db, { username: user.username, isActive: false });
    await expectEnding(caller, 'ended');
  });

  test('signed out', async () => {
    const { caller } = await somebody();
    await caller.ok(logout, {});
    await expectEnding(caller, 'signed_out');
  });

  test('signed out for inactivity by the page', async () => {
    const { caller } = await somebody();
    await caller.ok(logout, { reason: 1 });
    await expectEnding(caller, 'inactivity');
  });

  test('nobody used it', async () => {
    const { caller, sessionId } = await somebody();
    await change(sessionId, { last_active_at: '31 minutes' });
    await expectEnding(caller, 'inactivity');
  });

  test('it lasted as long as any may', async () => {
    const { caller, sessionId } = await somebody();
    await change(sessionId, { created_at: `${sessionLifetimeHours} hours 1 minute` });
    await expectEnding(caller, 'lifetime');
  });

  test('nobody could use it', async () => {
    const caller = await app.as(await buildUser(app.db, { firstName: '', lastName: ' ' }));
    await expectEnding(caller, 'invalid');
  });

  test('its token was not renewed in time; used no more meanwhile, that is why', async () => {
    const { caller, sessionId } = await somebody();
    await expireTokens(sessionId);
    await expectEnding(caller, 'expired');
    await change(sessionId, { last_active_at: '31 minutes' });
    await expectEnding(caller, 'inactivity');
  });

  test('it is somebody else’s than the page believes', async () => {
    const { user, caller } = await somebody();
    const failure = await caller.fail(getContext, {}, { [expectedUserHeader]: String(user.userId + 1) });
    expect(failure).toMatchObject({ status: 401, sessionEnding: 'replaced' });
  });
});

test('a token that never opened anything hears nothing', async () => {
  const { user } = await somebody();
  for (const caller of [app.nobody, callerOf(app.app, user.userId, 'x'.repeat(43))]) {
    const failure = await caller.fail(getContext, {});
    expect(failure).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(failure).not.toHaveProperty('sessionEnding');
  }
});

test('the page is told beforehand when its session will have lasted as long as any may', async () => {
  const { caller, sessionId } = await somebody();
  await change(sessionId, { created_at: '11 hours 50 minutes' });
  const { sessionEndsAt } = await caller.ok(getContext, {});
  expect((Date.parse(sessionEndsAt) - Date.now()) / 60_000).toBeCloseTo(10, 0);
});
