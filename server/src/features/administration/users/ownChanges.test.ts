import {
  changePassword,
  disableSecondFactor,
  enableSecondFactor,
  prepareSecondFactor,
} from '@careloop/contracts/session/credentials';
import { addProxyUser } from '@careloop/contracts/profile/proxies';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { takeJobs, textOf, workJobs } from '../../../../test/mails.ts';
import { startMailingApp } from '../../../../test/mailingApp.ts';
import type { MailingApp } from '../../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../../test/passwords.ts';
import { codeOf } from '../../../../test/authenticator.ts';
import { mailAdministratorChange } from '../../../core/access/administratorChange.ts';
import { notifyUser } from '../../session/shared/administeredAccounts.ts';

const next = 'a new and long enough password';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let clientId: number;
beforeAll(async () => {
  ({ app, smtp } = await startMailingApp());
  ({ clientId } = await buildClient(app.db));
  await buildUser(app.db, { clientId, permissions: ['ManageUsers'], email: 'colleague@example.org' });
});
afterAll(async () => {
  await app.stop();
  await smtp.stop();
});

const build = (options: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(app.db, { clientId, passwordHash, permissions: ['ManageUsers'], lastName: 'Owner', ...options });
const changes = () => takeJobs(app, mailAdministratorChange.name);

test('an administrator’s own changes of credentials are told to the other administrators', async () => {
  const user = await build();
  const caller = await app.as(user);
  const own = { userId: user.userId, changedByUserId: user.userId };
  await caller.ok(changePassword, { currentPassword: password, password: next, confirmPassword: next });
  expect(await changes()).toMatchObject([{ ...own, change: 'password' }]);
  const { secret } = await caller.ok(prepareSecondFactor, {});
  await caller.ok(enableSecondFactor, { password: next, code: codeOf(secret) });
  expect(await changes()).toMatchObject([{ ...own, change: 'second_factor_on' }]);
  await caller.ok(disableSecondFactor, { password: next });
  const mails = await workJobs({ app, smtp }, [mailAdministratorChange]);
  expect(mails.map(({ to }) => to)).toEqual(['colleague@example.org']);
  expect(textOf(mails[0] ?? { text: '' })).toContain(
    'Robin Owner, who manages users in Careloop, changed their own account: two-step verification was turned off.',
  );
});

test('a failing address of one administrator does not keep the mail from the others', async () => {
  const own = await buildClient(app.db);
  for (const email of ['first@example.org', 'second@example.org']) await build({ ...own, email });
  const caller = await app.as(await build(own));
  await caller.ok(changePassword, { currentPassword: password, password: next, confirmPassword: next });
  const before = smtp.messages.length;
  smtp.fail('RCPT', '450 mailbox busy');
  await expect(workJobs({ app, smtp }, [mailAdministratorChange])).rejects.toThrow('450');
  expect(smtp.messages.slice(before).map(({ to }) => to)).toEqual(['second@example.org']);
});

test('people whom an administrator lets act for them are told too, and what an operator does', async () => {
  const user = await build({ userType: 'office_administrator' });
  await buildUser(app.db, { clientId, lastName: 'Helper', email: 'helper@example.org' });
  const caller = await app.as(user);
  await caller.ok(addProxyUser, {
    userId: user.userId,
    firstName: 'Robin',
    lastName: 'Helper',
    email: 'helper@example.org',
  });
  expect(await changes()).toMatchObject([{ userId: user.userId, changedByUserId: user.userId, change: 'proxies' }]);
  await notifyUser(app.db, user.userId, 'second_factor_off', 'operator');
  expect(await changes()).toMatchObject([{ userId: user.userId, changedByUserId: null, change: 'second_factor' }]);
});

test('nobody is told about the own changes of somebody else', async () => {
  const caller = await app.as(await build({ permissions: ['Messages'] }));
  await caller.ok(changePassword, { currentPassword: password, password: next, confirmPassword: next });
  expect(await changes()).toEqual([]);
});
