import { changePassword, credentialTexts, generatePassword } from '@careloop/contracts/session/credentials';
import { getContext, lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findPasswordProblem } from '../../platform/identity/passwordRules.ts';
import { from, fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { loggedLines } from '../../../test/harness.ts';
import { textOf, workCredentialJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';

const next = 'an altogether other one';
const change = { currentPassword: password, password: next, confirmPassword: next };
let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

const build = () => buildUser(app.db, { passwordHash });

describe('changing one’s own password', () => {
  test('needs a session', async () => {
    expect((await app.nobody.fail(changePassword, change)).status).toBe(401);
    expect((await app.nobody.fail(generatePassword, {})).status).toBe(401);
  });

  test('ends the other sessions and keeps this one; the old password no longer works', async () => {
    const user = await build();
    const [here, there] = [await app.as(user), await app.as(user)];
    await here.ok(changePassword, change);
    await here.ok(getContext, {});
    expect((await there.fail(getContext, {})).status).toBe(401);
    const old = await app.nobody.fail(signIn, { username: user.username, password }, fromElsewhere());
    expect(old.message).toBe(lockReasonTexts[1]);
    await app.nobody.ok(signIn, { username: user.username, password: next }, fromElsewhere());
    expect((await securityOf(app.db, user.userId)).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'session.end ok',
      'password.changed ok',
      'session.sign-in denied',
      'session.sign-in ok',
    ]);
  });

  test('notifies the user by email', async () => {
    const user = await build();
    await (await app.as(user)).ok(changePassword, change);
    const mails = (await workCredentialJobs(app, smtp)).filter(({ to }) => to === `${user.username}@example.org`);
    expect(mails).toHaveLength(1);
    expect(textOf(mails[0] ?? { text: '' })).toContain('Your password was changed in Careloop on');
  });

  test.each([
    [{ currentPassword: 'wrong' }, { currentPassword: credentialTexts.currentPasswordWrong }],
    [{ password: 'short', confirmPassword: 'short' }, { password: credentialTexts.passwordTooShort(12) }],
    [{ password: 'Password2026!', confirmPassword: 'Password2026!' }, { password: credentialTexts.passwordBreached }],
    [
      { password: 'my careloop word', confirmPassword: 'my careloop word' },
      { password: credentialTexts.passwordHoldsName },
    ],
    [{ password, confirmPassword: password }, { password: credentialTexts.passwordUnchanged }],
    [{ confirmPassword: 'x' }, { confirmPassword: credentialTexts.passwordsDiffer }],
  ])('is refused with %j, and nothing changes', async (wrong, validationErrors) => {
    const user = await build();
    const caller = await app.as(user);
    expect(await caller.fail(changePassword, { ...change, ...wrong })).toMatchObject({ validationErrors });
    await app.nobody.ok(signIn, { username: user.username, password }, fromElsewhere());
    expect(await securityOf(app.db, user.userId)).toEqual([{ action: 'session.sign-in', outcome: 'ok' }]);
  });

  test('is refused if the password contains the user’s name', async () => {
    const user = await buildUser(app.db, { passwordHash, username: 'margaret.d' });
    const password2 = 'dear Margaret.D and I';
    const input = { ...change, password: password2, confirmPassword: password2 };
    expect(await (await app.as(user)).fail(changePassword, input)).toMatchObject({
      validationErrors: { password: credentialTexts.passwordHoldsName },
    });
  });

  test('requires the length of the strictest client', async () => {
    const user = await build();
    const setting = { client_id: user.clientId, name: 'passwordMinimumLength', value: 30 };
    await app.db.insertInto('client_setting').values(setting).execute();
    expect(await (await app.as(user)).fail(changePassword, change)).toMatchObject({
      validationErrors: { password: credentialTexts.passwordTooShort(30) },
    });
  });

  test('cannot be used to guess the current one: five wrong ones lock it there, even concurrently', async () => {
    const user = await build();
    const caller = await app.as(user);
    const there = fromElsewhere();
    const guess = { ...change, currentPassword: 'wrong' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => caller.fail(changePassword, guess, there)));
    const looked = answers.filter(({ validationErrors }) => 'currentPassword' in validationErrors);
    expect(looked).toHaveLength(5);
    expect((await caller.fail(changePassword, change, there)).message).toBe(lockReasonTexts[4]);
    await caller.ok(changePassword, change, from('203.0.113.1'));
  });

  test('writes no password into the log or the audit', async () => {
    const user = await build();
    const secret = 'never to be written down';
    const input = { ...change, password: secret, confirmPassword: secret };
    await (await app.as(user)).ok(changePassword, input);
    expect(loggedLines.join('')).not.toContain(secret);
    expect(JSON.stringify(await securityOf(app.db, user.userId))).not.toContain(secret);
  });
});

test('a generated password satisfies the user’s rules, and differs each time', async () => {
  const user = await build();
  const caller = await app.as(user);
  const setting = { client_id: user.clientId, name: 'passwordMinimumLength', value: 40 };
  const seen = new Set<string>();
  for (let index = 0; index < 20; index += 1) seen.add((await caller.ok(generatePassword, {})).password);
  expect(seen.size).toBe(20);
  await app.db.insertInto('client_setting').values(setting).execute();
  const long = await caller.ok(generatePassword, {});
  const rules = { username: user.username, productName: 'Careloop', minimumLength: 40 };
  expect(await findPasswordProblem(long.password, rules)).toBeNull();
  await caller.ok(changePassword, { ...change, password: long.password, confirmPassword: long.password });
});
