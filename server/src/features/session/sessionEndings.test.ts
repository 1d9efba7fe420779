import { endUserSession, getSessions } from '@careloop/contracts/session/credentials';
import { expectedUserHeader, getContext, logout, sessionLifetimeHours } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { callerOf, startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { setUserActive } from './setUserActive.ts';

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

/** Expects the first and second call with an ended token to return this reason. */
async function expectEnding(caller: Caller, sessionEnding: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    expect(await caller.fail(getContext, {})).toMatchObject({ status: 401, code: 'unauthenticated', sessionEnding });
  }
}

describe('a call with the token of an ended session gets the reason', () => {
  test('ended in another session of the user', async () => {
    const { user, caller, sessionId } = await somebody();
    await (await app.as(user)).ok(endUserSession, { sessionId });
    await expectEnding(caller, 'ended');
  });

  test('the account was deactivated', async () => {
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

  test('it was idle too long', async () => {
    const { caller, sessionId } = await somebody();
    await change(sessionId, { last_active_at: '31 minutes' });
    await expectEnding(caller, 'inactivity');
  });

  test('it reached the maximum age', async () => {
    const { caller, sessionId } = await somebody();
    await change(sessionId, { created_at: `${sessionLifetimeHours} hours 1 minute` });
    await expectEnding(caller, 'lifetime');
  });

  test('it could not be used', async () => {
    const caller = await app.as(await buildUser(app.db, { firstName: '', lastName: ' ' }));
    await expectEnding(caller, 'invalid');
  });

  test('its token was not renewed in time; if it was idle by then, that is the reason', async () => {
    const { caller, sessionId } = await somebody();
    await expireTokens(sessionId);
    await expectEnding(caller, 'expired');
    await change(sessionId, { last_active_at: '31 minutes' });
    await expectEnding(caller, 'inactivity');
  });

  test('it belongs to another user than the page shows', async () => {
    const { user, caller } = await somebody();
    const failure = await caller.fail(getContext, {}, { [expectedUserHeader]: String(user.userId + 1) });
    expect(failure).toMatchObject({ status: 401, sessionEnding: 'replaced' });
  });
});

test('a token that was never valid gets no reason', async () => {
  const { user } = await somebody();
  for (const caller of [app.nobody, callerOf(app.app, user.userId, 'x'.repeat(43))]) {
    const failure = await caller.fail(getContext, {});
    expect(failure).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(failure).not.toHaveProperty('sessionEnding');
  }
});

test('the page knows in advance when its session reaches the maximum age', async () => {
  const { caller, sessionId } = await somebody();
  await change(sessionId, { created_at: '11 hours 50 minutes' });
  const { sessionEndsAt } = await caller.ok(getContext, {});
  expect((Date.parse(sessionEndsAt) - Date.now()) / 60_000).toBeCloseTo(10, 0);
});
