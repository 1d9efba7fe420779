import {
  credentialTexts,
  moveSecondFactor,
  prepareSecondFactorMove,
  verifySecondFactor,
} from '@careloop/contracts/session/credentials';
import { lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { buildWithSecondFactor, codeOf } from '../../../test/authenticator.ts';
import { buildClient, buildUser } from '../../../test/factories.ts';
import { textOf, workCredentialJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

/** A user of a client that requires the second factor, with a current phone and a prepared one. */
async function moving() {
  const { clientId } = await buildClient(app.db, { features: ['twoFactorAuthentication'] });
  const user = await buildWithSecondFactor(app, { clientId });
  const next = await user.caller.ok(prepareSecondFactorMove, {});
  return { ...user, nextSecret: next.secret, otpauthUrl: next.otpauthUrl };
}

async function opens(username: string, code: string): Promise<boolean> {
  const { nextStep } = await app.nobody.ok(signIn, { username, password }, fromElsewhere());
  const input = { challenge: nextStep?.challenge ?? '', code };
  const { body } = await app.nobody.call(verifySecondFactor, input, fromElsewhere());
  return body.wasSuccessful;
}

test('a required second factor moves to another phone with the password and a code of each phone', async () => {
  const { caller, username, userId, secret, recoveryCodes, nextSecret, otpauthUrl } = await moving();
  expect(otpauthUrl).toContain(`secret=${nextSecret}`);
  await workCredentialJobs(app, smtp);
  const codes = { code: codeOf(secret), newCode: codeOf(nextSecret) };
  const moved = await caller.ok(moveSecondFactor, { password, ...codes });
  expect(moved.recoveryCodes).toHaveLength(10);
  expect(await opens(username, codeOf(secret, 30))).toBe(false);
  expect(await opens(username, recoveryCodes[0] ?? '')).toBe(false);
  expect(await opens(username, codes.newCode)).toBe(false);
  expect(await opens(username, codeOf(nextSecret, 30))).toBe(true);
  expect(await opens(username, moved.recoveryCodes[0] ?? '')).toBe(true);
  const mails = await workCredentialJobs(app, smtp);
  expect(mails.map(textOf).join('')).toContain('Two-step verification was moved to another phone');
  expect(await securityOf(app.db, userId)).toContainEqual({ action: 'second-factor.moved', outcome: 'ok' });
});

test('a recovery code replaces a lost phone', async () => {
  const { caller, username, recoveryCodes, nextSecret } = await moving();
  const codes = { code: recoveryCodes[3] ?? '', newCode: codeOf(nextSecret) };
  await caller.ok(moveSecondFactor, { password, ...codes });
  expect(await opens(username, codeOf(nextSecret, 30))).toBe(true);
});

test('until everything is correct the current phone stays valid, and none of its codes is used up', async () => {
  const { caller, username, secret, nextSecret } = await moving();
  const right = { password, code: codeOf(secret), newCode: codeOf(nextSecret) };
  const wrong = [
    [{ ...right, password: 'wrong' }, { password: credentialTexts.currentPasswordWrong }],
    [{ ...right, code: right.newCode }, { code: credentialTexts.codeWrong }],
    [{ ...right, newCode: right.code }, { newCode: credentialTexts.codeWrong }],
  ] as const;
  for (const [input, validationErrors] of wrong) {
    const failure = await caller.fail(moveSecondFactor, input, fromElsewhere());
    expect(failure).toMatchObject({ code: 'invalid_input', validationErrors });
  }
  expect(await opens(username, right.newCode)).toBe(false);
  expect(await opens(username, right.code)).toBe(true);
});

test('cannot be used to guess codes', async () => {
  const { caller, secret, nextSecret } = await moving();
  const newCode = codeOf(nextSecret);
  for (let guess = 0; guess < 30; guess += 1) {
    await caller.fail(moveSecondFactor, { password, code: 'aaaaa-aaaaa', newCode }, fromElsewhere());
  }
  const stopped = await caller.fail(moveSecondFactor, { password, code: codeOf(secret), newCode }, fromElsewhere());
  expect(stopped.message).toBe(lockReasonTexts[4]);
});

test('is refused while the second factor is off, and without a session', async () => {
  const caller = await app.as(await buildUser(app.db, { passwordHash }));
  expect(await caller.fail(prepareSecondFactorMove, {})).toMatchObject({
    code: 'wrong_state',
    message: credentialTexts.secondFactorIsOff,
  });
  const input = { password, code: '123456', newCode: '123456' };
  expect((await caller.fail(moveSecondFactor, input)).validationErrors).toEqual({ code: credentialTexts.codeWrong });
  for (const endpoint of [prepareSecondFactorMove, moveSecondFactor]) {
    expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
  }
});
