import {
  changeRequiredPassword,
  credentialTexts,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
  verifySecondFactor,
} from '@careloop/contracts/session/credentials';
import { lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { buildWithSecondFactor, codeOf } from '../../../test/authenticator.ts';
import { buildClient, buildUser } from '../../../test/factories.ts';
import { loggedLines } from '../../../test/harness.ts';
import { textOf, workCredentialJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { turnOffSecondFactor } from './turnOffSecondFactor.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

const enabled = () => buildWithSecondFactor(app);

async function challengeOf(username: string): Promise<string> {
  const { nextStep } = await app.nobody.ok(signIn, { username, password }, fromElsewhere());
  return nextStep?.challenge ?? '';
}

async function mailsTo(username: string): Promise<string> {
  const mails = await workCredentialJobs(app, smtp);
  return mails
    .filter(({ to }) => to === `${username}@example.org`)
    .map(textOf)
    .join('\n');
}

test.each([
  [getSecondFactor, {}],
  [prepareSecondFactor, {}],
  [enableSecondFactor, { password, code: '123456' }],
  [disableSecondFactor, { password }],
  [renewRecoveryCodes, { password }],
])('$path needs a session', async (endpoint, input) => {
  expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
});

describe('turning the second factor on', () => {
  test('takes effect with its first code, which sign-ins then require', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const caller = await app.as(user);
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ isEnabled: false, isRequired: false });
    const { secret, otpauthUrl } = await caller.ok(prepareSecondFactor, {});
    expect(otpauthUrl).toMatch(/^otpauth:\/\/totp\/Careloop:user\d+\?/);
    // Prepared only: not required yet.
    expect(await app.nobody.ok(signIn, { username: user.username, password })).toHaveProperty('token');
    // One code, even if the next one begins meanwhile.
    const code = codeOf(secret);
    const { recoveryCodes } = await caller.ok(enableSecondFactor, { password, code });
    expect(recoveryCodes).toHaveLength(10);
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 });
    const step = await app.nobody.ok(signIn, { username: user.username, password });
    expect(step.nextStep?.kind).toBe('second_factor');
    const reused = { challenge: step.nextStep?.challenge ?? '', code };
    expect((await app.nobody.fail(verifySecondFactor, reused)).validationErrors).toEqual({
      code: credentialTexts.codeWrong,
    });
    expect(await mailsTo(user.username)).toContain('Two-step verification was turned on');
    expect(await securityOf(app.db, user.userId)).toContainEqual({ action: 'second-factor.enabled', outcome: 'ok' });
  });

  test('uses the newest prepared secret, and rejects a wrong code', async () => {
    const caller = await app.as(await buildUser(app.db, { passwordHash }));
    expect((await caller.fail(enableSecondFactor, { password, code: '123456' })).validationErrors).toEqual({
      code: credentialTexts.codeWrong,
    });
    const first = await caller.ok(prepareSecondFactor, {});
    const second = await caller.ok(prepareSecondFactor, {});
    await caller.fail(enableSecondFactor, { password, code: codeOf(first.secret) });
    await caller.ok(enableSecondFactor, { password, code: codeOf(second.secret) });
  });

  test('asks for the password again: a stolen session cannot lock the user out', async () => {
    const caller = await app.as(await buildUser(app.db, { passwordHash }));
    const { secret } = await caller.ok(prepareSecondFactor, {});
    const code = codeOf(secret);
    expect(await caller.fail(enableSecondFactor, { code })).toMatchObject({ code: 'invalid_input' });
    const wrong = await caller.fail(enableSecondFactor, { code, password: 'wrong' });
    expect(wrong.validationErrors).toEqual({ password: credentialTexts.currentPasswordWrong });
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ isEnabled: false });
    await caller.ok(enableSecondFactor, { code, password });
  });

  test('is refused with a reason for a user without a password', async () => {
    const caller = await app.as(await buildUser(app.db));
    const refusal = { code: 'wrong_state', message: credentialTexts.noPassword };
    expect(await caller.fail(prepareSecondFactor, {})).toMatchObject(refusal);
    expect(await caller.fail(enableSecondFactor, { code: '123456', password: 'any' })).toMatchObject(refusal);
  });

  test('ends pending sign-ins, and so does turning it off', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const mustChange = (must_change_password: boolean) =>
      app.db.updateTable('user_account').set({ must_change_password }).where('user_id', '=', user.userId).execute();
    await mustChange(true);
    const change = { password: 'an altogether other one', confirmPassword: 'an altogether other one' };
    const before = { challenge: await challengeOf(user.username), ...change };
    const caller = await app.as(user);
    const { secret } = await caller.ok(prepareSecondFactor, {});
    await caller.ok(enableSecondFactor, { password, code: codeOf(secret) });
    expect((await app.nobody.fail(changeRequiredPassword, before)).message).toBe(credentialTexts.challengeExpired);
    const asked = { challenge: await challengeOf(user.username), code: codeOf(secret) };
    await caller.ok(disableSecondFactor, { password });
    expect((await app.nobody.fail(verifySecondFactor, asked)).message).toBe(credentialTexts.challengeExpired);
  });

  test('is refused while it is on: a stolen session cannot replace the phone', async () => {
    const { caller, secret } = await enabled();
    expect(await caller.fail(prepareSecondFactor, {})).toMatchObject({
      code: 'wrong_state',
      message: credentialTexts.secondFactorIsOn,
    });
    expect((await caller.fail(enableSecondFactor, { password, code: codeOf(secret) })).code).toBe('invalid_input');
  });

  test('concurrently creates one set of recovery codes', async () => {
    const caller = await app.as(await buildUser(app.db, { passwordHash }));
    const { secret } = await caller.ok(prepareSecondFactor, {});
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => caller.call(enableSecondFactor, { password, code })));
    expect(answers.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('turning the second factor off', () => {
  test('asks for the password, notifies the user, and voids the recovery codes', async () => {
    const { caller, username, userId } = await enabled();
    const wrong = await caller.fail(disableSecondFactor, { password: 'wrong' });
    expect(wrong.validationErrors).toEqual({ password: credentialTexts.currentPasswordWrong });
    await caller.ok(disableSecondFactor, { password });
    expect(await caller.ok(getSecondFactor, {})).toEqual({
      wasSuccessful: true,
      isEnabled: false,
      isRequired: false,
      recoveryCodesLeft: 0,
    });
    expect(await app.nobody.ok(signIn, { username, password })).toHaveProperty('token');
    expect(await mailsTo(username)).toContain('Two-step verification was turned off');
    expect(await securityOf(app.db, userId)).toContainEqual({ action: 'second-factor.disabled', outcome: 'ok' });
  });

  test('is refused if a client of the user requires it, even with the password', async () => {
    const { caller, userId } = await enabled();
    const { clientId } = await buildClient(app.db, { features: ['twoFactorAuthentication'] });
    await app.db.insertInto('user_client').values({ user_id: userId, client_id: clientId }).execute();
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ isRequired: true });
    expect((await caller.fail(disableSecondFactor, { password })).message).toBe(credentialTexts.secondFactorRequired);
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 });
  });

  test('cannot be used to guess the password', async () => {
    const { caller } = await enabled();
    const there = fromElsewhere();
    for (let guess = 0; guess < 5; guess += 1) await caller.fail(disableSecondFactor, { password: 'wrong' }, there);
    for (const endpoint of [disableSecondFactor, renewRecoveryCodes]) {
      expect((await caller.fail(endpoint, { password }, there)).message).toBe(lockReasonTexts[4]);
    }
  });
});

describe('recovery codes', () => {
  test('are ten, each for one sign-in, and the remaining ones are counted', async () => {
    const { caller, username, recoveryCodes } = await enabled();
    expect(new Set(recoveryCodes.map((code) => code.length))).toEqual(new Set([11]));
    for (const code of recoveryCodes.slice(0, 2)) {
      const input = { challenge: await challengeOf(username), code };
      expect(await app.nobody.ok(verifySecondFactor, input, fromElsewhere())).toHaveProperty('token');
    }
    expect(await caller.ok(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 8 });
    expect(await mailsTo(username)).toContain('Someone signed in with one of your recovery codes');
  });

  test('are renewed with the password; the old ones are void', async () => {
    const { caller, username, userId, recoveryCodes } = await enabled();
    await caller.fail(renewRecoveryCodes, { password: 'wrong' });
    const renewed = await caller.ok(renewRecoveryCodes, { password });
    expect(renewed.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const challenge = await challengeOf(username);
    const old = { challenge, code: recoveryCodes[0] ?? '' };
    expect((await app.nobody.fail(verifySecondFactor, old)).validationErrors).toEqual({
      code: credentialTexts.codeWrong,
    });
    await app.nobody.ok(verifySecondFactor, { challenge, code: renewed.recoveryCodes[0] ?? '' });
    expect(await mailsTo(username)).toContain('Your recovery codes were renewed');
    expect(await securityOf(app.db, userId)).toContainEqual({ action: 'recovery-codes.renewed', outcome: 'ok' });
  });

  test('do not exist while the second factor is off', async () => {
    const caller = await app.as(await buildUser(app.db, { passwordHash }));
    expect((await caller.fail(renewRecoveryCodes, { password })).code).toBe('wrong_state');
  });

  test('and secrets are in no log, audit row or table', async () => {
    const { secret, recoveryCodes } = await enabled();
    const kept = await Promise.all([
      app.db.selectFrom('audit_event').select(['action', 'details']).execute(),
      app.db.selectFrom('delivery').selectAll().execute(),
    ]);
    const everything = JSON.stringify(kept) + loggedLines.join('');
    for (const one of [secret, ...recoveryCodes]) expect(everything).not.toContain(one);
  });
});

test('a secret copied to another user does not work there', async () => {
  const [mine, theirs] = [await enabled(), await enabled()];
  const { encrypted_secret } = await app.db
    .selectFrom('second_factor')
    .select('encrypted_secret')
    .where('user_id', '=', mine.userId)
    .executeTakeFirstOrThrow();
  await app.db.updateTable('second_factor').set({ encrypted_secret }).where('user_id', '=', theirs.userId).execute();
  const input = { challenge: await challengeOf(theirs.username), code: codeOf(mine.secret) };
  expect((await app.nobody.fail(verifySecondFactor, input)).message).toBe(credentialTexts.secondFactorVoid);
});

test('a changed SESSION_SECRET is reported with a message, and logged once', async () => {
  const [first, second] = [await enabled(), await enabled()];
  const usual = app.deps.sessionSecret;
  app.deps.sessionSecret = 'the secret of an installation that was set up anew';
  try {
    for (const { username, secret, recoveryCodes } of [first, second]) {
      for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
        const failure = await app.nobody.fail(verifySecondFactor, { challenge: await challengeOf(username), code });
        expect(failure).toMatchObject({ status: 200, code: 'refused', message: credentialTexts.secondFactorVoid });
      }
    }
  } finally {
    app.deps.sessionSecret = usual;
  }
  expect(loggedLines.filter((line) => line.includes('SESSION_SECRET is not the one'))).toHaveLength(1);
  const input = { challenge: await challengeOf(first.username), code: codeOf(first.secret) };
  expect(await app.nobody.ok(verifySecondFactor, input, fromElsewhere())).toHaveProperty('token');
});

test('the command line turns it off for a user who lost everything, and notifies them', async () => {
  const { username, userId } = await enabled();
  await workCredentialJobs(app, smtp);
  expect(await turnOffSecondFactor(app.db, 'nobody-at-all')).toBe(false);
  expect(await turnOffSecondFactor(app.db, username.toUpperCase())).toBe(true);
  expect(await turnOffSecondFactor(app.db, username)).toBe(false);
  expect(await app.nobody.ok(signIn, { username, password }, fromElsewhere())).toHaveProperty('token');
  expect(await mailsTo(username)).toContain('Two-step verification was turned off');
  const audited = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'second-factor.disabled')
    .where('subject_id', '=', userId)
    .execute();
  expect(audited).toEqual([{ details: { by: 'command line' } }]);
});
