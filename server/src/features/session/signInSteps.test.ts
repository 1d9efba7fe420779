import {
  changeRequiredPassword,
  credentialTexts,
  enableRequiredSecondFactor,
  prepareRequiredSecondFactor,
  verifySecondFactor,
} from '@careloop/contracts/session/credentials';
import { getContext, lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { age, fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { codeOf, forgetLastCode } from '../../../test/authenticator.ts';
import { buildClient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { takeJobs } from '../../../test/mails.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { removeExpired } from './removeExpired.ts';

const other = { password: 'an altogether other one', confirmPassword: 'an altogether other one' };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildForced() {
  const user = await buildUser(app.db, { passwordHash });
  await app.db
    .updateTable('user_account')
    .set({ must_change_password: true })
    .where('user_id', '=', user.userId)
    .execute();
  return user;
}

/** The challenge issued for the correct password. */
async function challengeOf(username: string, headers = fromElsewhere()): Promise<string> {
  const { nextStep, token } = await app.nobody.ok(signIn, { username, password }, headers);
  expect(token).toBeUndefined();
  return nextStep?.challenge ?? '';
}

/** A client that requires a second factor, and one of its users who has not set it up yet. */
async function buildRequired() {
  const { clientId } = await buildClient(app.db, { features: ['twoFactorAuthentication'] });
  return buildUser(app.db, { clientId, passwordHash });
}

/** Sets up the required second factor. */
async function setUp(username: string) {
  const challenge = await challengeOf(username);
  const { secret, otpauthUrl } = await app.nobody.ok(prepareRequiredSecondFactor, { challenge });
  const answer = await app.nobody.ok(enableRequiredSecondFactor, { challenge, code: codeOf(secret) });
  await forgetLastCode(app.db, username);
  return { secret, otpauthUrl, challenge, ...answer };
}

/** A six-digit code that is not valid in any nearby time step. */
function wrongCodeOf(secret: string): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

async function isOpen(token: string | undefined): Promise<boolean> {
  const { status } = await app.nobody.call(getContext, {}, { authorization: `Bearer ${token}` });
  return status === 200;
}

describe('a password that must be changed', () => {
  test('is changed during sign-in, which then starts the session', async () => {
    const user = await buildForced();
    const challenge = await challengeOf(user.username);
    const answer = await app.nobody.ok(changeRequiredPassword, { challenge, ...other });
    expect(answer.userId).toBe(user.userId);
    expect(await isOpen(answer.token)).toBe(true);
    const again = { username: user.username, password: other.password };
    expect(await app.nobody.ok(signIn, again)).toHaveProperty('token');
    expect((await app.nobody.fail(signIn, { username: user.username, password })).message).toBe(lockReasonTexts[1]);
    expect((await securityOf(app.db, user.userId)).slice(0, 3)).toEqual([
      { action: 'session.step', outcome: 'ok', details: { nextStep: 'password_change' } },
      { action: 'password.changed', outcome: 'ok', details: { by: 'sign_in_step' } },
      { action: 'session.sign-in', outcome: 'ok' },
    ]);
  });

  test.each([
    [{ password, confirmPassword: password }, { password: credentialTexts.passwordUnchanged }],
    [{ password: 'x', confirmPassword: 'x' }, { password: credentialTexts.passwordTooShort(12) }],
    [{ password: other.password, confirmPassword: 'y' }, { confirmPassword: credentialTexts.passwordsDiffer }],
  ])('is not changed to %j, and the challenge stays valid', async (input, validationErrors) => {
    const user = await buildForced();
    const challenge = await challengeOf(user.username);
    expect(await app.nobody.fail(changeRequiredPassword, { challenge, ...input })).toMatchObject({ validationErrors });
    await app.nobody.ok(changeRequiredPassword, { challenge, ...other });
  });

  test('is required once it is too old for a client, counted from its last change', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const setting = { client_id: user.clientId, name: 'passwordExpirationDays', value: 90 };
    await app.db.insertInto('client_setting').values(setting).execute();
    expect(await app.nobody.ok(signIn, { username: user.username, password })).toHaveProperty('token');
    const changedAt = new Date(Date.now() - 91 * 24 * 3_600_000);
    await app.db
      .updateTable('user_account')
      .set({ password_changed_at: changedAt })
      .where('user_id', '=', user.userId)
      .execute();
    const challenge = await challengeOf(user.username);
    await app.nobody.ok(changeRequiredPassword, { challenge, ...other });
    expect(await app.nobody.ok(signIn, { username: user.username, password: other.password })).toHaveProperty('token');
  });
});

describe('a challenge', () => {
  test('works once, even when used twice concurrently', async () => {
    const { username } = await buildForced();
    const challenge = await challengeOf(username);
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.nobody.call(changeRequiredPassword, { challenge, ...other })),
    );
    expect(answers.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
    const { message } = await app.nobody.fail(changeRequiredPassword, { challenge, ...other });
    expect(message).toBe(credentialTexts.challengeExpired);
  });

  test.each(['x', 'a'.repeat(43), "' or 1=1", '../../etc'])('cannot be forged: %s', async (challenge) => {
    const calls = [
      app.nobody.fail(changeRequiredPassword, { challenge, ...other }),
      app.nobody.fail(verifySecondFactor, { challenge, code: '123456' }),
      app.nobody.fail(prepareRequiredSecondFactor, { challenge }),
      app.nobody.fail(enableRequiredSecondFactor, { challenge, code: '123456' }),
    ];
    for (const { code, message } of await Promise.all(calls)) {
      expect([code, message]).toEqual(['refused', credentialTexts.challengeExpired]);
    }
  });

  test('that is empty or too long is invalid', async () => {
    for (const challenge of [undefined, '', 'a'.repeat(201), 7, ['x']]) {
      expect(await app.nobody.fail(verifySecondFactor, { challenge, code: '1' })).toMatchObject({
        code: 'invalid_input',
      });
    }
  });

  test('allows no other step, and no other call', async () => {
    const { username } = await buildForced();
    const challenge = await challengeOf(username);
    for (const call of [
      app.nobody.fail(verifySecondFactor, { challenge, code: '123456' }),
      app.nobody.fail(prepareRequiredSecondFactor, { challenge }),
    ]) {
      expect((await call).message).toBe(credentialTexts.challengeExpired);
    }
    expect(await isOpen(challenge)).toBe(false);
  });

  test('expires after ten minutes, and is then removed', async () => {
    const { username, userId } = await buildForced();
    const challenge = await challengeOf(username);
    await age(app.db, '11 minutes');
    const { message } = await app.nobody.fail(changeRequiredPassword, { challenge, ...other });
    expect(message).toBe(credentialTexts.challengeExpired);
    await removeExpired(app);
    const left = await app.db.selectFrom('sign_in_challenge').selectAll().where('user_id', '=', userId).execute();
    expect(left).toEqual([]);
  });

  test('ends when the password changes or the account is deactivated', async () => {
    const user = await buildForced();
    const [first, second] = [await challengeOf(user.username), await challengeOf(user.username)];
    await app.nobody.ok(changeRequiredPassword, { challenge: first, ...other });
    const late = await app.nobody.fail(changeRequiredPassword, { challenge: second, ...other });
    expect(late.message).toBe(credentialTexts.challengeExpired);

    const gone = await buildForced();
    const challenge = await challengeOf(gone.username);
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', gone.userId).execute();
    const { message } = await app.nobody.fail(changeRequiredPassword, { challenge, ...other });
    expect(message).toBe(lockReasonTexts[2]);
  });

  test('is refused from a page of another site', async () => {
    const challenge = await challengeOf((await buildForced()).username);
    const headers = { origin: 'https://evil.example' };
    expect((await app.nobody.fail(changeRequiredPassword, { challenge, ...other }, headers)).status).toBe(403);
  });
});

describe('a second factor that the client requires', () => {
  test('is set up during sign-in; the recovery codes are shown once, the secret is stored encrypted', async () => {
    const user = await buildRequired();
    const { secret, otpauthUrl, token, recoveryCodes } = await setUp(user.username);
    expect(await isOpen(token)).toBe(true);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(otpauthUrl).toContain(`secret=${secret}`);
    expect(otpauthUrl).toContain('issuer=Careloop');
    const kept = await app.db
      .selectFrom('second_factor')
      .select('encrypted_secret')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(kept.encrypted_secret.toString('latin1')).not.toContain(secret);
    expect(await securityOf(app.db, user.userId)).toEqual([
      { action: 'session.step', outcome: 'ok', details: { nextStep: 'second_factor_setup' } },
      { action: 'second-factor.enabled', outcome: 'ok' },
      { action: 'session.sign-in', outcome: 'ok', details: { secondFactor: 'authenticator' } },
    ]);
  });

  test('is not turned on by a wrong code; the challenge stays valid', async () => {
    const { username } = await buildRequired();
    const challenge = await challengeOf(username);
    const early = await app.nobody.fail(enableRequiredSecondFactor, { challenge, code: '123456' });
    expect(early.validationErrors).toEqual({ code: credentialTexts.codeWrong });
    const { secret } = await app.nobody.ok(prepareRequiredSecondFactor, { challenge });
    const code = wrongCodeOf(secret);
    const wrong = await app.nobody.fail(enableRequiredSecondFactor, { challenge, code });
    expect(wrong.validationErrors).toEqual({ code: credentialTexts.codeWrong });
    await app.nobody.ok(enableRequiredSecondFactor, { challenge, code: codeOf(secret) });
    const replayed = await app.nobody.fail(prepareRequiredSecondFactor, { challenge });
    expect(replayed.message).toBe(credentialTexts.challengeExpired);
  });

  test('comes before a required password change, which it cannot be skipped for', async () => {
    const user = await buildRequired();
    const { secret } = await setUp(user.username);
    await app.db
      .updateTable('user_account')
      .set({ must_change_password: true })
      .where('user_id', '=', user.userId)
      .execute();
    const first = await app.nobody.ok(signIn, { username: user.username, password });
    expect(first.nextStep?.kind).toBe('second_factor');
    const challenge = first.nextStep?.challenge ?? '';
    expect((await app.nobody.fail(changeRequiredPassword, { challenge, ...other })).message).toBe(
      credentialTexts.challengeExpired,
    );
    const second = await app.nobody.ok(verifySecondFactor, { challenge, code: codeOf(secret) });
    expect(second).toMatchObject({ nextStep: { kind: 'password_change' } });
    expect(second.token).toBeUndefined();
    const last = { challenge: second.nextStep?.challenge ?? '', ...other };
    expect(await isOpen((await app.nobody.ok(changeRequiredPassword, last)).token)).toBe(true);
  });
});

test('a second factor that becomes required during the password change is not skipped', async () => {
  const user = await buildForced();
  const challenge = await challengeOf(user.username);
  const feature = { client_id: user.clientId, feature: 'twoFactorAuthentication' };
  await app.db.insertInto('client_feature').values(feature).execute();
  const answer = await app.nobody.ok(changeRequiredPassword, { challenge, ...other });
  expect(answer.token).toBeUndefined();
  expect(answer.nextStep?.kind).toBe('second_factor_setup');
});

describe('a code', () => {
  test('works once, also across challenges; spaces are ignored', async () => {
    const { username } = await buildRequired();
    const { secret } = await setUp(username);
    const code = codeOf(secret);
    const [first, second] = [await challengeOf(username), await challengeOf(username)];
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { token } = await app.nobody.ok(verifySecondFactor, { challenge: first, code: spaced });
    expect(await isOpen(token)).toBe(true);
    const replayed = await app.nobody.fail(verifySecondFactor, { challenge: second, code });
    expect(replayed.validationErrors).toEqual({ code: credentialTexts.codeWrong });
    const later = await app.nobody.ok(verifySecondFactor, { challenge: second, code: codeOf(secret, 30) });
    expect(later).toHaveProperty('token');
  });

  test('used concurrently starts one session', async () => {
    const { username } = await buildRequired();
    const { secret } = await setUp(username);
    const challenges: string[] = [];
    for (let index = 0; index < 4; index += 1) challenges.push(await challengeOf(username));
    const code = codeOf(secret);
    const answers = await Promise.all(
      challenges.map((challenge) => app.nobody.call(verifySecondFactor, { challenge, code }, fromElsewhere())),
    );
    expect(answers.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
  });

  test('for recovery works once, in upper or lower case', async () => {
    const user = await buildRequired();
    const { recoveryCodes } = await setUp(user.username);
    const code = (recoveryCodes[0] ?? '').toUpperCase();
    const challenge = await challengeOf(user.username);
    expect(await app.nobody.ok(verifySecondFactor, { challenge, code })).toHaveProperty('token');
    const again = await challengeOf(user.username);
    const replayed = await app.nobody.fail(verifySecondFactor, { challenge: again, code });
    expect(replayed.validationErrors).toEqual({ code: credentialTexts.codeWrong });
    expect((await securityOf(app.db, user.userId)).slice(-3)).toEqual([
      { action: 'session.sign-in', outcome: 'ok', details: { secondFactor: 'recovery_code' } },
      { action: 'session.step', outcome: 'ok', details: { nextStep: 'second_factor' } },
      { action: 'second-factor.code', outcome: 'denied', details: {} },
    ]);
  });

  test('of another user, another time or another format is wrong', async () => {
    const { username } = await buildRequired();
    const [mine, theirs] = [await setUp(username), await setUp((await buildRequired()).username)];
    const codes = [codeOf(mine.secret, -90), codeOf(mine.secret, 90), theirs.recoveryCodes[0] ?? '', '١٢٣٤٥٦', '0'];
    for (const code of codes) {
      const challenge = await challengeOf(username);
      const { validationErrors } = await app.nobody.fail(verifySecondFactor, { challenge, code }, fromElsewhere());
      expect(validationErrors).toEqual({ code: credentialTexts.codeWrong });
    }
  });

  test('can be guessed five times with a challenge, and five times at an address: a new challenge allows no more', async () => {
    const { username } = await buildRequired();
    const { secret } = await setUp(username);
    const code = wrongCodeOf(secret);
    const challenge = await challengeOf(username);
    for (let guess = 0; guess < 5; guess += 1) {
      await app.nobody.fail(verifySecondFactor, { challenge, code }, fromElsewhere());
    }
    const right = { challenge, code: codeOf(secret) };
    expect((await app.nobody.fail(verifySecondFactor, right, fromElsewhere())).message).toBe(
      credentialTexts.challengeExpired,
    );

    const there = fromElsewhere();
    const messages: (string | undefined)[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const fresh = await app.nobody.call(signIn, { username, password }, there);
      const next = fresh.body.wasSuccessful ? (fresh.body.nextStep?.challenge ?? '') : '';
      if (next === '') messages.push(fresh.body.wasSuccessful ? '' : fresh.body.message);
      else messages.push((await app.nobody.fail(verifySecondFactor, { challenge: next, code }, there)).message);
    }
    expect(messages).toEqual([...(Array(5).fill(undefined) as undefined[]), lockReasonTexts[4]]);
  });

  test('can be guessed thirty times across all addresses, then nothing is checked for a while, and the user is notified', async () => {
    const { username, userId } = await buildRequired();
    const { secret } = await setUp(username);
    await takeJobs(app, 'tell-credential-change');
    const code = wrongCodeOf(secret);
    for (let guess = 0; guess < 30; guess += 1) {
      const challenge = await challengeOf(username);
      await app.nobody.fail(verifySecondFactor, { challenge, code }, fromElsewhere());
    }
    const late = { challenge: await challengeOf(username), code: codeOf(secret) };
    expect((await app.nobody.fail(verifySecondFactor, late, fromElsewhere())).message).toBe(lockReasonTexts[4]);
    const later = { challenge: await challengeOf(username), code: codeOf(secret) };
    expect((await app.nobody.fail(verifySecondFactor, later, fromElsewhere())).message).toBe(lockReasonTexts[4]);
    expect(await takeJobs(app, 'tell-credential-change')).toEqual([
      expect.objectContaining({ userId, change: 'second_factor_stopped' }),
    ]);
    const stops = (await securityOf(app.db, userId)).filter(
      ({ details }) => (details as { reason?: number })?.reason === 4,
    );
    expect(stops).toHaveLength(1);
    await age(app.db, '16 minutes');
    const challenge = await challengeOf(username);
    await app.nobody.ok(verifySecondFactor, { challenge, code: codeOf(secret) }, fromElsewhere());
  });
});
