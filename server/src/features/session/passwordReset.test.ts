import {
  changePassword,
  credentialTexts,
  requestPasswordReset,
  resetPassword,
} from '@careloop/contracts/session/credentials';
import { getContext, lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { age, answerTo, countHashing, fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { portalUrl, runCredentialJob, takeJobs, textOf, workCredentialJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { removeExpired } from './removeExpired.ts';
import { makeResetLink } from './resetPassword.ts';

const next = { password: 'an altogether other one', confirmPassword: 'an altogether other one' };
let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());
beforeEach(() => workCredentialJobs(app, smtp));

const build = () => buildUser(app.db, { passwordHash });

function request(username: string, headers = fromElsewhere()) {
  return app.nobody.ok(requestPasswordReset, { username }, headers);
}

/** The token in the mail sent for a request. */
async function tokenFor(username: string): Promise<string> {
  await request(username);
  const [mail] = await workCredentialJobs(app, smtp);
  const text = textOf(mail ?? { text: '' });
  return new RegExp(`${portalUrl}/provider/ResetPassword#([\\w-]+)`).exec(text)?.[1] ?? '';
}

describe('requesting a link', () => {
  test('responds and does the same for existing and unknown names', async () => {
    const [user, silent] = [await build(), await buildUser(app.db, { passwordHash, email: null })];
    const elsewhere = await buildUser(app.db);
    const inactive = await buildUser(app.db, { passwordHash, isActive: false });
    const usernames = [user, silent, elsewhere, inactive].map(({ username }) => username);
    const answers: unknown[] = [];
    for (const username of [...usernames, 'nobody-at-all']) {
      const { result, hashings } = await countHashing(() =>
        answerTo(app, requestPasswordReset, { username }, fromElsewhere()),
      );
      answers.push(result);
      expect(hashings).toBe(0);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 200, body: '{"wasSuccessful":true}' });
    // One row and one job each; only the first one sends a mail.
    const rows = await app.db.selectFrom('password_reset').select('user_id').orderBy('password_reset_id').execute();
    expect(rows.slice(-5).map(({ user_id }) => user_id)).toEqual([user.userId, null, null, null, null]);
    const mails = await workCredentialJobs(app, smtp);
    expect(mails.map(({ to }) => to)).toEqual([`${user.username}@example.org`]);
    expect(await securityOf(app.db, user.userId)).toEqual([{ action: 'password-reset.requested', outcome: 'ok' }]);
  });

  test('sends five mails an hour per name, and does not reveal the limit', async () => {
    const user = await build();
    for (let times = 0; times < 7; times += 1) await request(user.username);
    expect(await takeJobs(app, 'mail-password-reset')).toHaveLength(5);
    const refused = { action: 'password-reset.requested', outcome: 'refused' };
    expect(await securityOf(app.db, null)).toContainEqual(refused);
    await age(app.db, '61 minutes');
    await request(user.username);
    expect(await takeJobs(app, 'mail-password-reset')).toHaveLength(1);
  });

  test('is limited for an address that requests many names', async () => {
    const there = fromElsewhere();
    for (let times = 0; times < 30; times += 1) await request(`asked-for-${times}`, there);
    const answer = await answerTo(app, requestPasswordReset, { username: 'one-more' }, there);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    await request('one-more');
  });

  test('needs a username', async () => {
    expect(await app.nobody.fail(requestPasswordReset, {})).toMatchObject({ code: 'invalid_input' });
  });
});

describe('a link', () => {
  test('sets the password once, and ends every session, sign-in and other link of the user', async () => {
    const user = await build();
    const [first, second] = [await tokenFor(user.username), await tokenFor(user.username)];
    const here = await app.as(user);
    await app.nobody.ok(resetPassword, { token: first, ...next });
    expect((await here.fail(getContext, {})).status).toBe(401);
    await app.nobody.ok(signIn, { username: user.username, password: next.password }, fromElsewhere());
    for (const token of [first, second]) {
      const { message } = await app.nobody.fail(resetPassword, { token, ...next });
      expect(message).toBe(credentialTexts.linkExpired);
    }
    const mails = await workCredentialJobs(app, smtp);
    expect(mails.map(textOf).join()).toContain('Your password was changed');
    const actions = (await securityOf(app.db, user.userId)).map(({ action, details }) => [action, details]);
    expect(actions).toContainEqual(['password.changed', { by: 'reset' }]);
    expect(actions).toContainEqual(['session.end', { reason: 'revoked' }]);
    expect(await securityOf(app.db, null)).toContainEqual({ action: 'password.reset', outcome: 'denied' });
  });

  test('that is used many times at once sets one password', async () => {
    const user = await build();
    const token = await tokenFor(user.username);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => {
        const chosen = `an altogether other one ${index}`;
        return app.nobody.call(resetPassword, { token, password: chosen, confirmPassword: chosen });
      }),
    );
    expect(answers.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
  });

  test('stays valid after a password that breaks a rule', async () => {
    const user = await build();
    const token = await tokenFor(user.username);
    const weak = { password: 'Password2026!', confirmPassword: 'Password2026!' };
    expect(await app.nobody.fail(resetPassword, { token, ...weak })).toMatchObject({
      validationErrors: { password: credentialTexts.passwordBreached },
    });
    await app.nobody.ok(resetPassword, { token, ...next });
  });

  test('expires after half an hour, and is then removed', async () => {
    const user = await build();
    const token = await tokenFor(user.username);
    await age(app.db, '31 minutes');
    const { message } = await app.nobody.fail(resetPassword, { token, ...next });
    expect(message).toBe(credentialTexts.linkExpired);
    await removeExpired(app);
    const left = await app.db.selectFrom('password_reset').selectAll().where('user_id', '=', user.userId).execute();
    expect(left).toEqual([]);
  });

  test('ends when the account is deactivated or the password is changed in another way', async () => {
    const [user, gone] = [await build(), await build()];
    const tokens = [await tokenFor(user.username), await tokenFor(gone.username)];
    await (await app.as(user)).ok(changePassword, { currentPassword: password, ...next });
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', gone.userId).execute();
    for (const token of tokens) {
      expect((await app.nobody.fail(resetPassword, { token, ...next })).message).toBe(credentialTexts.linkExpired);
    }
  });

  test.each(['', 'x', 'a'.repeat(43), "' or 1=1"])('cannot be forged: "%s"', async (token) => {
    expect((await app.nobody.fail(resetPassword, { token, ...next })).message).toBe(credentialTexts.linkExpired);
  });

  test('is created at the command line without email, for the same users', async () => {
    const [user, silent] = [await build(), await buildUser(app.db, { passwordHash, email: null })];
    const make = (username: string) =>
      makeResetLink(app.db, { sessionSecret: app.deps.sessionSecret, portalUrl, username });
    expect(await make(silent.username)).toBeNull();
    expect(await make('nobody-at-all')).toBeNull();
    const token = (await make(user.username))?.split('#')[1] ?? '';
    await app.nobody.ok(resetPassword, { token, ...next });
    await app.nobody.ok(signIn, { username: user.username, password: next.password }, fromElsewhere());
  });

  test('that is too long is invalid; from another site it is refused', async () => {
    const huge = await app.nobody.fail(resetPassword, { token: 'a'.repeat(201), ...next });
    expect(huge.code).toBe('invalid_input');
    const headers = { origin: 'https://evil.example' };
    expect((await app.nobody.fail(resetPassword, { token: 'a', ...next }, headers)).status).toBe(403);
    expect((await app.nobody.fail(requestPasswordReset, { username: 'a' }, headers)).status).toBe(403);
  });

  test('is only in the mail, not in the ledger, the queue, the audit or the tables', async () => {
    const user = await build();
    await request(user.username);
    const jobs = await takeJobs(app, 'mail-password-reset');
    expect(Object.keys(jobs[0] ?? {})).toEqual(['passwordResetId']);
    const token = await tokenFor(user.username);
    expect(token).toMatch(/^[\w-]{43}$/);
    const delivery = await app.db
      .selectFrom('delivery')
      .selectAll()
      .where('recipient_user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(delivery).toMatchObject({ status: 'delivered', client_id: null });
    expect(delivery.body).toContain('[a link that is kept nowhere]');
    const kept = await Promise.all([
      app.db.selectFrom('delivery').selectAll().execute(),
      app.db.selectFrom('delivery_attempt').selectAll().execute(),
      app.db.selectFrom('audit_event').select(['action', 'details']).execute(),
      app.db.selectFrom('password_reset').selectAll().execute(),
    ]);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('that is invalid can be tried thirty times from a network', async () => {
    const there = fromElsewhere();
    const tried = { token: 'x', ...next };
    for (let times = 0; times < 30; times += 1) await app.nobody.fail(resetPassword, tried, there);
    const before = (await securityOf(app.db, null)).length;
    const answer = await answerTo(app, resetPassword, tried, there);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    expect(await securityOf(app.db, null)).toHaveLength(before);
    expect((await app.nobody.fail(resetPassword, tried, fromElsewhere())).message).toBe(credentialTexts.linkExpired);
  });

  test('is the same at every attempt to send it', async () => {
    const user = await build();
    await request(user.username);
    const sentBefore = smtp.messages.length;
    // The mail server received the message, but its confirmation is lost.
    smtp.fail('MESSAGE', '451 later');
    const jobs = await takeJobs(app, 'mail-password-reset');
    const run = () => runCredentialJob(app, smtp, 'mail-password-reset', jobs[0] ?? {});
    await expect(run()).rejects.toThrow('451');
    await run();
    const [first, second] = smtp.messages.slice(sentBefore).map(textOf);
    expect(first).toContain(`${portalUrl}/provider/ResetPassword#`);
    expect(second).toBe(first);
  });
});

test('a reset clears the requirement to change the password; a lock at another address stays', async () => {
  const user = await build();
  const there = fromElsewhere();
  for (let failure = 0; failure < 5; failure += 1) {
    await app.nobody.fail(signIn, { username: user.username, password: 'wrong' }, there);
  }
  await app.db
    .updateTable('user_account')
    .set({ must_change_password: true })
    .where('user_id', '=', user.userId)
    .execute();
  await app.nobody.ok(resetPassword, { token: await tokenFor(user.username), ...next });
  const signInInput = { username: user.username, password: next.password };
  expect(await app.nobody.ok(signIn, signInInput, fromElsewhere())).toHaveProperty('token');
  expect((await app.nobody.fail(signIn, signInInput, there)).message).toBe(lockReasonTexts[4]);
});
