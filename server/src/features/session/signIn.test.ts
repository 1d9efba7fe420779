import { lockReasonTexts, signIn } from '@careloop/contracts/session';
import { LockReason } from '@careloop/contracts/session/authStates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hashPassword } from '../../platform/identity/passwords.ts';
import { age, from, fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { password, passwordHash } from '../../../test/passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Fails to sign in this many times with a name, from an address. */
async function failTimes(times: number, username: string, headers: Record<string, string>) {
  const messages: (string | undefined)[] = [];
  for (let failure = 0; failure < times; failure += 1) {
    messages.push((await app.nobody.fail(signIn, { username, password: 'wrong' }, headers)).message);
  }
  return messages;
}

async function setLastSignIn(userId: number, days: number) {
  const then = new Date(Date.now() - days * 24 * 3_600_000);
  await app.db
    .updateTable('user_account')
    .set({ last_sign_in_at: then, created_at: then })
    .where('user_id', '=', userId)
    .execute();
}

describe('signing in', () => {
  test('starts a session for the token', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const answer = await app.nobody.ok(signIn, { username: ` ${user.username.toUpperCase()} `, password });
    expect(answer).toMatchObject({ wasSuccessful: true, userId: user.userId });
    const response = await app.app.http.inject({
      url: '/api/get-context',
      headers: { authorization: `Bearer ${answer.token}` },
    });
    expect(response.json()).toMatchObject({
      wasSuccessful: true,
      user: { userId: user.userId },
      permissions: ['ManageWorkQueues'],
    });
    expect(await securityOf(app.db, user.userId)).toEqual([{ action: 'session.sign-in', outcome: 'ok' }]);
  });

  test('sets a cookie scripts cannot read, and one with only the user id and the expiry', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const payload = { username: user.username, password };
    const { cookies } = await app.app.http.inject({ method: 'POST', url: '/api/sign-in', payload });
    expect(cookies[0]).toMatchObject({ name: 'careloop-session', httpOnly: true, secure: true, sameSite: 'Lax' });
    expect(cookies[1]?.name).toBe('careloop-session-info');
    // A duration instead of a time, because the client's clock may be wrong.
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ maxAge: 1_800 });
      expect(cookie).not.toHaveProperty('expires');
    }
    expect(cookies[1]?.value).toMatch(new RegExp(`^${user.userId}\\.\\d{13}$`));
  });

  test('is refused identically for a wrong password and an unknown name', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const wrong = await app.nobody.fail(signIn, { username: user.username, password: 'wrong' });
    const unknown = await app.nobody.fail(signIn, { username: 'nobody-here', password: 'wrong' });
    expect(wrong).toMatchObject({ status: 200, lockReason: 1, message: lockReasonTexts[1] });
    expect(unknown).toEqual(wrong);
    const details = { reason: 1, name: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
    expect(await securityOf(app.db, user.userId)).toEqual([{ action: 'session.sign-in', outcome: 'denied', details }]);
  });

  test('reports what is missing', async () => {
    expect(await app.nobody.fail(signIn, {} as never)).toMatchObject({
      code: 'invalid_input',
      validationErrors: { username: expect.any(String) as string, password: expect.any(String) as string },
    });
  });

  test.each(['ada\u202e', "' or 1=1 --", '{}', '%00'])('finds no user for %j', async (username) => {
    const { code, message } = await app.nobody.fail(signIn, { username, password: '\0' }, fromElsewhere());
    expect([code, message]).toEqual(['refused', lockReasonTexts[1]]);
  });

  test('rejects a name with invalid characters', async () => {
    expect(await app.nobody.fail(signIn, { username: 'x\0y', password })).toMatchObject({ code: 'invalid_input' });
  });

  test('from a page of another site is refused', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const failure = await app.nobody.fail(
      signIn,
      { username: user.username, password },
      { origin: 'https://evil.example' },
    );
    expect(failure.status).toBe(403);
  });
});

describe('a name with five failures', () => {
  test('is locked for that address, whether or not it exists, and for no other address', async () => {
    const user = await buildUser(app.db, { passwordHash });
    for (const username of [user.username, 'nobody-at-all']) {
      const there = fromElsewhere();
      expect(await failTimes(5, username, there)).toEqual(Array(5).fill(lockReasonTexts[1]));
      expect((await app.nobody.fail(signIn, { username, password }, there)).message).toBe(lockReasonTexts[4]);
    }
    await app.nobody.ok(signIn, { username: user.username, password }, fromElsewhere());
  });

  test('leaves one audit row per lock, with a digest of the name', async () => {
    const { username, userId } = await buildUser(app.db, { passwordHash });
    const there = fromElsewhere();
    await failTimes(5, username, there);
    const before = (await securityOf(app.db, null)).length;
    const lockRows = async () => (await securityOf(app.db, null)).slice(before);
    await failTimes(10, username, there);
    const [failure] = await securityOf(app.db, userId);
    const details = { ...(failure?.details as { name: string }), reason: 4 };
    expect(await lockRows()).toEqual([{ action: 'session.sign-in', outcome: 'denied', details }]);
    await age(app.db, '16 minutes');
    await failTimes(8, username, there);
    expect(await lockRows()).toHaveLength(2);
  });

  test('is unlocked there after 15 minutes, regardless of attempts in between', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const there = fromElsewhere();
    await failTimes(5, user.username, there);
    expect(await failTimes(1, user.username, there)).toEqual([lockReasonTexts[4]]);
    await age(app.db, '14 minutes');
    expect(await failTimes(3, user.username, there)).toEqual(Array(3).fill(lockReasonTexts[4]));
    await age(app.db, '2 minutes');
    await app.nobody.ok(signIn, { username: user.username, password }, there);
  });

  test('counts an IPv6 network as one address', async () => {
    const user = await buildUser(app.db, { passwordHash });
    for (let host = 1; host <= 5; host += 1) await failTimes(1, user.username, from(`2001:db8:0:7::${host}`));
    expect(await failTimes(1, user.username, from('2001:db8:0:7:ffff::9'))).toEqual([lockReasonTexts[4]]);
    expect(await failTimes(1, user.username, from('2001:db8:0:8::1'))).toEqual([lockReasonTexts[1]]);
  });

  test('cannot be bypassed with concurrent attempts', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const there = fromElsewhere();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.nobody.fail(signIn, { username: user.username, password: 'wrong' }, there)),
    );
    expect(answers.filter((answer) => answer.message === lockReasonTexts[1])).toHaveLength(5);
    expect((await app.nobody.fail(signIn, { username: user.username, password }, there)).message).toBe(
      lockReasonTexts[4],
    );
  });

  test('starts over after a successful sign-in', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const there = fromElsewhere();
    for (let round = 0; round < 2; round += 1) {
      expect(await failTimes(4, user.username, there)).toEqual(Array(4).fill(lockReasonTexts[1]));
      await app.nobody.ok(signIn, { username: user.username, password }, there);
    }
  });
});

describe('an account', () => {
  test('that is inactive is reported only after the correct password', async () => {
    const user = await buildUser(app.db, { passwordHash, isActive: false });
    expect(await app.nobody.fail(signIn, { username: user.username, password })).toMatchObject({
      lockReason: LockReason.accountNotActive,
      message: lockReasonTexts[2],
    });
    expect((await app.nobody.fail(signIn, { username: user.username, password: 'wrong' })).message).toBe(
      lockReasonTexts[1],
    );
    expect(await securityOf(app.db, user.userId)).toMatchObject([
      { details: { reason: 2 } },
      { details: { reason: 1 } },
    ]);
  });

  test('that was unused for too long is locked if a client says so, reported only after the correct password', async () => {
    const user = await buildUser(app.db, { passwordHash });
    await setLastSignIn(user.userId, 61);
    await app.nobody.ok(signIn, { username: user.username, password });
    await setLastSignIn(user.userId, 61);
    const setting = { client_id: user.clientId, name: 'daysUntilInactive', value: 60 };
    await app.db.insertInto('client_setting').values(setting).execute();
    expect((await app.nobody.fail(signIn, { username: user.username, password })).message).toBe(lockReasonTexts[3]);
    expect((await app.nobody.fail(signIn, { username: user.username, password: 'wrong' })).message).toBe(
      lockReasonTexts[1],
    );
    await setLastSignIn(user.userId, 59);
    await app.nobody.ok(signIn, { username: user.username, password });
  });

  test('accepts any Unicode normalization of the password', async () => {
    const hash = await hashPassword('Zürich und Gruyères'.normalize('NFD'));
    const { username } = await buildUser(app.db, { passwordHash: hash });
    await app.nobody.ok(signIn, { username, password: 'Zürich und Gruyères'.normalize('NFC') });
  });

  test('without a password accepts no password', async () => {
    const user = await buildUser(app.db);
    for (const attempt of ['nobody has this password', 'null', ' ']) {
      const { message } = await app.nobody.fail(signIn, { username: user.username, password: attempt });
      expect(message).toBe(lockReasonTexts[1]);
    }
  });
});
