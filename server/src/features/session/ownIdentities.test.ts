import { credentialTexts, getLoginIdentities, removeLoginIdentity } from '@careloop/contracts/session/credentials';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fromElsewhere, securityOf } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { textOf, workCredentialJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { linkIdentityByHand } from './linkIdentity.ts';
import { findUserOfIdentity } from './queries.ts';
import { notifyUser } from './changePassword.ts';

const issuer = 'https://sign-in.example.org';
let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

async function linked(options: { passwordHash?: string } = { passwordHash }) {
  const user = await buildUser(app.db, options);
  const identity = { issuer, subject: `subject of ${user.username}` };
  await linkIdentityByHand(app.db, { username: user.username, ...identity, identityType: 'azure_ad' });
  await workCredentialJobs(app, smtp);
  return { ...user, identity, caller: await app.as(user) };
}

test('only the user’s own single sign-on identities are listed', async () => {
  await linked();
  const { caller } = await linked();
  const { identities } = await caller.ok(getLoginIdentities, {});
  expect(identities).toMatchObject([{ issuer, identityType: 'azure_ad' }]);
  expect(JSON.stringify(identities)).not.toContain('subject of');
  expect((await (await app.as(await buildUser(app.db))).ok(getLoginIdentities, {})).identities).toEqual([]);
});

test('an identity is removed with the password; the user is notified', async () => {
  const [other, { caller, identity, userId }] = [await linked(), await linked()];
  const wrong = await caller.fail(removeLoginIdentity, { issuer, password: 'wrong' }, fromElsewhere());
  expect(wrong.validationErrors).toEqual({ password: credentialTexts.currentPasswordWrong });
  await caller.ok(removeLoginIdentity, { issuer, password });
  expect(await findUserOfIdentity(app.db, identity)).toBeNull();
  expect(await findUserOfIdentity(app.db, other.identity)).toBe(other.userId);
  const [mail] = await workCredentialJobs(app, smtp);
  expect(textOf(mail ?? { text: '' })).toContain('Single sign-on was removed from your account');
  expect(await securityOf(app.db, userId)).toContainEqual(expect.objectContaining({ action: 'identity.removed' }));
  expect(await caller.fail(removeLoginIdentity, { issuer, password })).toMatchObject({
    status: 404,
    message: credentialTexts.identityGone,
  });
});

test('a user without a password cannot remove it', async () => {
  const { caller, identity, userId } = await linked({});
  expect(await caller.fail(removeLoginIdentity, { issuer, password })).toMatchObject({ code: 'wrong_state' });
  expect(await findUserOfIdentity(app.db, identity)).toBe(userId);
});

test('the mail about a new password says that single sign-on still opens the account', async () => {
  const { userId } = await linked();
  await notifyUser(app.db, userId, 'password_changed');
  await notifyUser(app.db, (await buildUser(app.db)).userId, 'password_changed');
  const mails = (await workCredentialJobs(app, smtp)).map(textOf);
  expect(mails.map((text) => text.includes('Single sign-on still opens your account'))).toEqual([true, false]);
});

test('need a session', async () => {
  expect((await app.nobody.fail(getLoginIdentities, {})).status).toBe(401);
  expect((await app.nobody.fail(removeLoginIdentity, { issuer, password })).status).toBe(401);
});
