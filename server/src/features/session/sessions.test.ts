import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { endOtherSessions, endUserSession, getSessions } from '@careloop/contracts/session/credentials';
import { getContext, idleSecondsHeader, logout, refreshToken, signIn } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildUser } from '../../../test/factories.ts';
import { callerOf, openSession, startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { findActorOfSession } from '../../platform/identity/findActor.ts';
import { endDueSessions } from '../../platform/identity/sessions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** The stored session of a caller. */
async function sessionOf(caller: Caller) {
  const { sessions } = await caller.ok(getSessions, {});
  const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.sessionId ?? 0;
  return { sessionId, sessions };
}

function stored(sessionId: number) {
  return app.db
    .selectFrom('user_session')
    .select(['ended_at', 'end_reason', 'last_active_at', 'last_seen_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** The security audit rows of a session, in order. */
function auditOf(sessionId: number) {
  return app.db
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'details'])
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'security')
    .orderBy('audit_event_id')
    .execute();
}

async function useLast(sessionId: number, minutesAgo: number): Promise<void> {
  const before = sql<Date>`now() - ${minutesAgo}::int * interval '1 minute'`;
  await app.db
    .updateTable('user_session')
    .set({ last_active_at: before, last_seen_at: before })
    .where('session_id', '=', sessionId)
    .execute();
}

describe('the user’s own sessions', () => {
  test('are listed with their device, the latest use first', async () => {
    const user = await buildUser(app.db);
    const [laptop, phone] = [await app.as(user), await app.as(user)];
    const { sessionId } = await sessionOf(phone);
    await app.db
      .updateTable('user_session')
      .set({ user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', ip: '203.0.113.7' })
      .where('session_id', '=', sessionId)
      .execute();
    await app.as(await buildUser(app.db));
    const { sessions } = await laptop.ok(getSessions, {});
    expect(sessions).toMatchObject([
      { sessionId, isCurrent: false, device: 'Firefox on Linux', ip: '203.0.113.7' },
      { isCurrent: true, device: 'Unknown device', ip: null },
    ]);
  });

  test('are the user’s, so nobody else can be named', async () => {
    const [doctor, office] = [await buildUser(app.db), await buildUser(app.db)];
    await addProxy(app.db, doctor, office);
    await app.as(doctor);
    const caller = await app.as(office);
    const refused = await caller.fail(getSessions, { onBehalfOfUserId: doctor.userId });
    expect(refused.validationErrors).toEqual({ onBehalfOfUserId: fallbackTexts.undeclared });
    expect((await caller.ok(getSessions, {})).sessions).toMatchObject([{ isCurrent: true }]);
  });

  test('can be ended one by one, effective at the next call, and the audit records who did it', async () => {
    const user = await buildUser(app.db);
    const [here, there] = [await app.as(user), await app.as(user)];
    const { sessionId } = await sessionOf(there);
    const { sessionId: bySessionId } = await sessionOf(here);
    await here.ok(endUserSession, { sessionId });
    expect(await there.fail(getContext, {})).toMatchObject({ status: 401, code: 'unauthenticated' });
    await here.ok(getContext, {});
    expect(await stored(sessionId)).toMatchObject({ end_reason: 'revoked' });
    expect(await auditOf(sessionId)).toEqual([
      { action: 'session.end', outcome: 'ok', details: { reason: 'revoked', bySessionId } },
    ]);
    expect(await here.fail(endUserSession, { sessionId })).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('another user’s session is not found', async () => {
    const [caller, other] = [await app.as(await buildUser(app.db)), await app.as(await buildUser(app.db))];
    const { sessionId } = await sessionOf(other);
    const foreign = await caller.fail(endUserSession, { sessionId });
    const absent = await caller.fail(endUserSession, { sessionId: 2 ** 40 });
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
    expect(foreign).toEqual(absent);
    await other.ok(getContext, {});
  });

  test('all others end at once, this one stays', async () => {
    const user = await buildUser(app.db);
    const stranger = await app.as(await buildUser(app.db));
    const [here, ...others] = [await app.as(user), await app.as(user), await app.as(user)];
    expect(await here.ok(endOtherSessions, {})).toMatchObject({ endedCount: 2 });
    for (const other of others) expect((await other.fail(getContext, {})).status).toBe(401);
    await here.ok(getContext, {});
    await stranger.ok(getContext, {});
    expect((await sessionOf(here)).sessions).toHaveLength(1);
    expect(await here.ok(endOtherSessions, {})).toMatchObject({ endedCount: 0 });
  });

  test.each([[getSessions], [endUserSession], [endOtherSessions]])('need a session: $path', async (endpoint) => {
    expect((await app.nobody.fail(endpoint, { sessionId: 1 })).status).toBe(401);
  });
});

describe('an idle session', () => {
  test('is refused and ended after the limit, regardless of the call', async () => {
    for (const headers of [undefined, { [idleSecondsHeader]: '0' }]) {
      const caller = await app.as(await buildUser(app.db));
      const { sessionId } = await sessionOf(caller);
      await useLast(sessionId, 31);
      expect(await caller.fail(getContext, {}, headers)).toMatchObject({ status: 401, code: 'unauthenticated' });
      expect(await stored(sessionId)).toMatchObject({ end_reason: 'inactivity' });
      expect(await auditOf(sessionId)).toEqual([
        { action: 'session.end', outcome: 'ok', details: { reason: 'inactivity' } },
      ]);
    }
  });

  test('gets no new token', async () => {
    const caller = await app.as(await buildUser(app.db));
    await useLast((await sessionOf(caller)).sessionId, 31);
    expect((await caller.fail(refreshToken, {})).status).toBe(401);
  });

  test('lasts as long as the page’s own idle limit', async () => {
    const caller = await app.as(await buildUser(app.db));
    await useLast((await sessionOf(caller)).sessionId, 27);
    await caller.ok(refreshToken, {});
  });

  test('is extended by user activity, not by background calls of the page', async () => {
    const caller = await app.as(await buildUser(app.db));
    const { sessionId } = await sessionOf(caller);
    await useLast(sessionId, 20);
    const before = await stored(sessionId);
    await caller.ok(getContext, {}, { [idleSecondsHeader]: '1260' });
    expect((await stored(sessionId)).last_active_at).toEqual(before.last_active_at);
    expect((await stored(sessionId)).last_seen_at.getTime()).toBeGreaterThan(before.last_seen_at.getTime());
    await caller.ok(getContext, {}, { [idleSecondsHeader]: '600' });
    const later = (await stored(sessionId)).last_active_at.getTime() - before.last_active_at.getTime();
    expect(later / 60_000).toBeCloseTo(10, 0);
    // The time of last activity never moves back.
    await caller.ok(getContext, {}, { [idleSecondsHeader]: '1700' });
    expect((await stored(sessionId)).last_active_at.getTime() - before.last_active_at.getTime()).toBe(later);
    await caller.ok(getContext, {});
    const { last_active_at, last_seen_at } = await stored(sessionId);
    expect(last_active_at.getTime()).toBeGreaterThanOrEqual(last_seen_at.getTime());
  });

  test.each(['-1', '-999999', '1e9', '999999', '9'.repeat(400), 'never', '', ' ', '0x0', '1.5', '0, 0', 'NaN'])(
    'is not extended by the invalid value %j',
    async (value) => {
      const caller = await app.as(await buildUser(app.db));
      const { sessionId } = await sessionOf(caller);
      await useLast(sessionId, 20);
      const before = await stored(sessionId);
      await caller.ok(getContext, {}, { [idleSecondsHeader]: value });
      expect((await stored(sessionId)).last_active_at).toEqual(before.last_active_at);
    },
  );

  test('ends even without further calls', async () => {
    const [gone, working] = [await app.as(await buildUser(app.db)), await app.as(await buildUser(app.db))];
    const { sessionId } = await sessionOf(gone);
    await useLast(sessionId, 31);
    expect(await app.db.transaction().execute(endDueSessions)).toBe(1);
    expect(await stored(sessionId)).toMatchObject({ end_reason: 'inactivity' });
    expect(await auditOf(sessionId)).toHaveLength(1);
    await working.ok(getContext, {});
    expect(await app.db.transaction().execute(endDueSessions)).toBe(0);
  });
});

describe('a session that is twelve hours old', () => {
  async function begin(sessionId: number, minutesAgo: number): Promise<void> {
    const before = sql<Date>`now() - ${minutesAgo}::int * interval '1 minute'`;
    await app.db.updateTable('user_session').set({ created_at: before }).where('session_id', '=', sessionId).execute();
  }

  test('is refused and ended, even if in use', async () => {
    const user = await buildUser(app.db);
    const [caller, here] = [await app.as(user), await app.as(user)];
    const { sessionId } = await sessionOf(caller);
    await begin(sessionId, 12 * 60 - 1);
    await caller.ok(refreshToken, {});
    await begin(sessionId, 12 * 60 + 1);
    expect((await sessionOf(here)).sessions).toHaveLength(1);
    expect(await caller.fail(refreshToken, {}, { [idleSecondsHeader]: '0' })).toMatchObject({ status: 401 });
    expect(await stored(sessionId)).toMatchObject({ end_reason: 'session' });
    expect(await auditOf(sessionId)).toEqual([
      { action: 'session.end', outcome: 'ok', details: { reason: 'session' } },
    ]);
    expect(await findActorOfSession(app.db, sessionId)).toBeNull();
  });

  test('ends even without further calls', async () => {
    const caller = await app.as(await buildUser(app.db));
    const { sessionId } = await sessionOf(caller);
    await begin(sessionId, 12 * 60 + 1);
    expect(await findActorOfSession(app.db, sessionId)).toBeNull();
    expect(await app.db.transaction().execute(endDueSessions)).toBe(1);
    expect(await stored(sessionId)).toMatchObject({ end_reason: 'session' });
  });
});

describe('a refreshed token', () => {
  /** Moves the issue times of the session's tokens into the past by this many seconds. */
  async function pass(sessionId: number, seconds: number): Promise<void> {
    await app.db
      .updateTable('session_token')
      .set({ expires_at: sql<Date>`expires_at - ${seconds}::int * interval '1 second'` })
      .where('session_id', '=', sessionId)
      .execute();
  }

  test('leaves the previous one valid for a minute, then ends it', async () => {
    const caller = await app.as(await buildUser(app.db));
    const { sessionId } = await sessionOf(caller);
    const next = callerOf(app.app, caller.userId, (await caller.ok(refreshToken, {})).token);
    await pass(sessionId, 55);
    await caller.ok(getContext, {});
    await pass(sessionId, 10);
    for (const endpoint of [getContext, refreshToken]) expect((await caller.fail(endpoint, {})).status).toBe(401);
    await next.ok(getContext, {});
  });

  test('two tabs that refresh at once both get a lasting token', async () => {
    const caller = await app.as(await buildUser(app.db));
    const { sessionId } = await sessionOf(caller);
    const answers = await Promise.all([caller.ok(refreshToken, {}), caller.ok(refreshToken, {})]);
    answers.push(await caller.ok(refreshToken, {}));
    await pass(sessionId, 20 * 60);
    for (const { token } of answers) await callerOf(app.app, caller.userId, token).ok(getContext, {});
    expect((await caller.fail(refreshToken, {})).status).toBe(401);
  });

  test('the last one still ends the earlier ones', async () => {
    const caller = await app.as(await buildUser(app.db));
    const { sessionId } = await sessionOf(caller);
    const second = callerOf(app.app, caller.userId, (await caller.ok(refreshToken, {})).token);
    const third = callerOf(app.app, caller.userId, (await second.ok(refreshToken, {})).token);
    await pass(sessionId, 61);
    for (const old of [caller, second]) expect((await old.fail(refreshToken, {})).status).toBe(401);
    await third.ok(refreshToken, {});
  });

  test('does not work once the session has ended', async () => {
    const caller = await app.as(await buildUser(app.db));
    const next = callerOf(app.app, caller.userId, (await caller.ok(refreshToken, {})).token);
    await next.ok(logout, {});
    for (const one of [caller, next]) expect((await one.fail(refreshToken, {})).status).toBe(401);
  });
});

describe('a call with the cookie', () => {
  const own = { host: 'localhost', origin: 'http://localhost', 'frontend-version': '1' };

  test('from another site is refused and audited', async () => {
    const caller = await app.as(await buildUser(app.db));
    const { sessionId } = await sessionOf(caller);
    await useLast(sessionId, 20);
    const before = await stored(sessionId);
    const inject = (headers: Record<string, string>) =>
      app.app.http.inject({
        method: 'POST',
        url: '/api/logout',
        payload: {},
        headers: { cookie: `careloop-session=${caller.token}`, ...headers },
      });
    const forged = await inject({ ...own, origin: 'https://evil.example' });
    expect(forged.statusCode).toBe(403);
    expect(forged.json()).toMatchObject({ wasSuccessful: false, code: 'forbidden' });
    expect((await inject({ host: own.host, origin: own.origin })).statusCode).toBe(403);
    expect(await auditOf(sessionId)).toEqual([
      {
        action: 'session.foreign-page',
        outcome: 'denied',
        details: { path: '/api/logout', origin: 'https://evil.example' },
      },
      {
        action: 'session.foreign-page',
        outcome: 'denied',
        details: { path: '/api/logout', origin: 'http://localhost' },
      },
    ]);
    // It does not count as activity either.
    expect(await stored(sessionId)).toEqual(before);
    expect((await inject(own)).statusCode).toBe(200);
  });

  test('before anyone is signed in is audited too', async () => {
    const response = await app.app.http.inject({
      method: 'POST',
      url: `/api${signIn.path}`,
      payload: { username: 'somebody', password: 'anything' },
      headers: { ...own, origin: 'https://login-forger.example' },
    });
    expect(response.statusCode).toBe(403);
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['user_id', 'outcome', 'details'])
      .where('action', '=', 'session.foreign-page')
      .orderBy('audit_event_id', 'desc')
      .executeTakeFirst();
    expect(audited).toEqual({
      user_id: null,
      outcome: 'denied',
      details: { path: '/api/sign-in', origin: 'https://login-forger.example' },
    });
  });

  test('of another installation is not authenticated', async () => {
    const user = await buildUser(app.db);
    const token = await openSession(
      { ...app.deps, sessionSecret: 'the secret of some other installation' },
      user.userId,
    );
    expect((await callerOf(app.app, user.userId, token).fail(getContext, {})).status).toBe(401);
  });

  test.each(['', 'x', 'a'.repeat(4_000), '%00', '"; drop table'])('is refused with invalid token %#', async (token) => {
    const response = await app.app.http.inject({
      url: '/api/get-context',
      headers: { cookie: `careloop-session=${token}` },
    });
    expect(response.statusCode).toBe(401);
  });
});

test('a user without a name invalidates the session', async () => {
  const caller = await app.as(await buildUser(app.db, { firstName: ' ', lastName: '' }));
  const { sessionId } = await sessionOf(caller);
  expect(await caller.fail(getContext, {})).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(await stored(sessionId)).toMatchObject({ end_reason: 'session' });
  expect((await caller.fail(getSessions, {})).status).toBe(401);
  expect((await auditOf(sessionId)).map(({ details }) => details)).toEqual([{ reason: 'session' }]);
});
