import { enrollmentStatus } from '@careloop/contracts/codes/profile';
import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';
import { getDashboard } from '@careloop/contracts/dashboard';
import { getUserProfile } from '@careloop/contracts/profile';
import {
  acceptEnrollment,
  decideEnrollment,
  enrollmentSteps,
  enrollmentTexts,
  openEnrollment,
  requestEnrollment,
  viewAgreement,
} from '@careloop/contracts/profile/enrollment';
import { addProxyUser, removeProxyUser } from '@careloop/contracts/profile/proxies';
import { proxyTexts } from '@careloop/contracts/profile/texts';
import { signIn } from '@careloop/contracts/session';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { fromElsewhere, untilWaiting } from '../../../test/attempts.ts';
import { addProxy, buildUser } from '../../../test/factories.ts';
import type { Caller } from '../../../test/harness.ts';
import { workJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { switchUser } from '../session/shared/administeredAccounts.ts';
import { expireLinks } from './enrollProxy.ts';
import { profileJobs } from './jobs.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

let owner: Awaited<ReturnType<typeof buildUser>>;
let caller: Caller;
let counter = 0;
beforeEach(async () => {
  await work();
  counter += 1;
  owner = await buildUser(app.db, { userType: 'provider', firstName: 'Anita', lastName: 'Marsh' });
  caller = await app.as(owner);
});

const work = () =>
  workJobs(
    { app, smtp },
    Object.values(profileJobs).filter(({ cron }) => cron === null),
  );

const typed = () => ({
  userId: owner.userId,
  firstName: 'Nía',
  lastName: "O'Newman",
  email: `nia${counter}@example.org`,
  createAccount: true,
});
const chosen = { password: 'three green teapots', confirmPassword: 'three green teapots', isAgreed: true } as const;
const pairOf = (proxyUserId: number) => ({ proxiedUserId: owner.userId, proxyUserId });

async function tokenOf(): Promise<string> {
  const mails = await work();
  const mail = mails.find(({ text }) => text.includes('/provider/Enrollment#'));
  return /\/provider\/Enrollment#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
const stateOf = async (userId: number) => {
  const { accountData } = await caller.ok(getUserProfile, {});
  const one = accountData?.officeUsers.find((proxy) => proxy.userId === userId);
  return one && enrollmentStatus.nameOf(one.enrollmentStatus);
};

describe('an account requested by the user', () => {
  test('goes from the link to the first sign-in', async () => {
    const { proxyUserId, isNewAccount, proxyToAdd } = await caller.ok(addProxyUser, typed());
    expect(isNewAccount).toBe(true);
    const { firstName, lastName, email } = typed();
    expect(proxyToAdd).toEqual({ firstName, lastName, email, type: 1 });
    expect(await stateOf(proxyUserId)).toBe('requested');
    const token = await tokenOf();
    const opened = await app.nobody.ok(openEnrollment, { token });
    const username = opened.username;
    expect(opened).toMatchObject({ requestedBy: 'Anita Marsh', actsFor: 'Anita Marsh', needsApproval: false });
    expect(username).toMatch(/^nonewman\d*$/);
    expect(await stateOf(proxyUserId)).toBe('initiated');
    // The terms cannot be accepted before they were viewed.
    expect((await app.nobody.fail(acceptEnrollment, { token, ...chosen })).message).toBe(enrollmentTexts.linkExpired);
    await app.nobody.ok(viewAgreement, { token });
    expect(await stateOf(proxyUserId)).toBe('agreement_viewed');
    const refusal = async (more: object) =>
      (await app.nobody.fail(acceptEnrollment, { token, ...chosen, ...more })).validationErrors;
    expect(await refusal({ isAgreed: false })).toEqual({ isAgreed: enrollmentTexts.mustAgree });
    expect(await refusal({ confirmPassword: 'x' })).toEqual({ confirmPassword: credentialTexts.passwordsDiffer });
    expect(await refusal({ password: 'short', confirmPassword: 'short' })).toHaveProperty('password');
    const credentials = { username, password: chosen.password };
    await app.nobody.fail(signIn, credentials, fromElsewhere());
    expect(await app.nobody.ok(acceptEnrollment, { token, ...chosen })).toMatchObject({ username, isEnrolled: true });
    expect(await stateOf(proxyUserId)).toBe('enrolled');
    expect(await app.nobody.ok(signIn, credentials, fromElsewhere())).toMatchObject({ userId: proxyUserId });
    const nia = await app.as({ userId: proxyUserId });
    await nia.ok(getUserProfile, { userId: owner.userId });
    expect((await app.nobody.fail(openEnrollment, { token })).message).toBe(enrollmentTexts.linkExpired);
    const again = await caller.fail(requestEnrollment, pairOf(proxyUserId));
    expect(again.message).toBe(enrollmentTexts.notAgain);
  });

  test('gets another link after the first one expired; the earlier one becomes invalid', async () => {
    const { proxyUserId } = await caller.ok(addProxyUser, typed());
    const first = await tokenOf();
    await app.db
      .updateTable('user_enrollment')
      .set({ token_expires_at: sql<Date>`now() - interval '1 minute'` })
      .where('user_id', '=', proxyUserId)
      .execute();
    expect((await app.nobody.fail(openEnrollment, { token: first })).message).toBe(enrollmentTexts.linkExpired);
    await expireLinks(app.db);
    expect(await stateOf(proxyUserId)).toBe('enrollment_token_expired');
    await caller.ok(requestEnrollment, pairOf(proxyUserId));
    const second = await tokenOf();
    await app.nobody.ok(openEnrollment, { token: second });
    await caller.ok(requestEnrollment, pairOf(proxyUserId));
    expect((await app.nobody.fail(openEnrollment, { token: second })).message).toBe(enrollmentTexts.linkExpired);
  });

  test('ends when its proxy is removed, and can be requested for another user', async () => {
    const { proxyUserId } = await caller.ok(addProxyUser, typed());
    const token = await tokenOf();
    await caller.ok(removeProxyUser, pairOf(proxyUserId));
    expect((await app.nobody.fail(openEnrollment, { token })).message).toBe(enrollmentTexts.linkExpired);
    expect(await caller.ok(addProxyUser, typed())).toMatchObject({ proxyUserId, isNewAccount: false });
    await app.nobody.ok(openEnrollment, { token: await tokenOf() });
  });

  test('is never created without a request', async () => {
    const { validationErrors } = await caller.fail(addProxyUser, { ...typed(), createAccount: false });
    expect(validationErrors).toEqual({ email: proxyTexts.unknown });
  });
});

test('an account requested by an office administrator awaits the approval of the person it acts for', async () => {
  const office = await buildUser(app.db, { clientId: owner.clientId, firstName: 'Olga', lastName: 'Office' });
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: owner.userId, proxy_user_id: office.userId, proxy_type: 'administrator' })
    .execute();
  const admin = await app.as(office);
  const { proxyUserId } = await admin.ok(addProxyUser, typed());
  const accept = async () => {
    const token = await tokenOf();
    const { username, needsApproval } = await app.nobody.ok(openEnrollment, { token });
    expect(needsApproval).toBe(true);
    await app.nobody.ok(viewAgreement, { token });
    expect(await app.nobody.ok(acceptEnrollment, { token, ...chosen })).toMatchObject({ isEnrolled: false });
    return { username, password: chosen.password };
  };
  const credentials = await accept();
  expect((await app.nobody.fail(signIn, credentials, fromElsewhere())).message).toBe('Account not active');
  expect((await work()).map(({ to }) => to)).toEqual([`${owner.username}@example.org`]);
  const waiting = async () => (await caller.ok(getDashboard, { timeZone: 'UTC' })).pendingEnrollmentCount;
  expect(await waiting()).toBe(1);
  const reason = 'Nía works for another practice.';
  const decision = { ...pairOf(proxyUserId), isApproved: false, reason };
  expect((await admin.fail(decideEnrollment, decision)).message).toBe(enrollmentTexts.notSupervisor);
  expect((await caller.fail(decideEnrollment, { ...decision, reason: ' ' })).validationErrors).toEqual({
    reason: enrollmentTexts.reasonRequired,
  });
  expect((await caller.fail(decideEnrollment, { ...decision, reason: 'x'.repeat(501) })).validationErrors).toEqual({
    reason: enrollmentTexts.reasonTooLong,
  });
  await caller.ok(decideEnrollment, decision);
  expect(await stateOf(proxyUserId)).toBe('supervisor_approval_denied');
  const shownReason = async () =>
    (await admin.ok(getUserProfile, { userId: owner.userId })).accountData?.officeUsers[0]?.denialReason;
  expect(await shownReason()).toBe(reason);
  const mails = await work();
  expect(mails.map(({ to }) => to)).toEqual([`${office.username}@example.org`]);
  expect(mails[0]?.text).not.toContain(reason);
  await admin.ok(requestEnrollment, pairOf(proxyUserId));
  expect(await shownReason()).toBeNull();
  await accept();
  await caller.ok(decideEnrollment, { ...decision, isApproved: true });
  expect((await caller.fail(decideEnrollment, decision)).message).toBe(enrollmentTexts.notWaiting);
  expect(await waiting()).toBe(0);
  await app.nobody.ok(signIn, credentials, fromElsewhere());
});

test('an account denied by one person does not act for them after another person requests it', async () => {
  const office = await buildUser(app.db, { clientId: owner.clientId });
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: owner.userId, proxy_user_id: office.userId, proxy_type: 'administrator' })
    .execute();
  const { proxyUserId } = await (await app.as(office)).ok(addProxyUser, typed());
  const accept = async () => {
    const token = await tokenOf();
    await app.nobody.ok(openEnrollment, { token });
    await app.nobody.ok(viewAgreement, { token });
    return app.nobody.ok(acceptEnrollment, { token, ...chosen });
  };
  await accept();
  await caller.ok(decideEnrollment, { ...pairOf(proxyUserId), isApproved: false, reason: 'Not known here.' });
  const stranger = await buildUser(app.db, { clientId: owner.clientId, userType: 'provider' });
  await (await app.as(stranger)).ok(addProxyUser, { ...typed(), userId: stranger.userId });
  expect(await accept()).toMatchObject({ isEnrolled: true });
  const nia = await app.as({ userId: proxyUserId });
  await nia.ok(getUserProfile, { userId: stranger.userId });
  expect(await nia.fail(getUserProfile, { userId: owner.userId })).toMatchObject({ code: 'no_access' });
  expect(await stateOf(proxyUserId)).toBeUndefined();
});

test('removing an account that awaits approval denies it, so that it does not stay pending', async () => {
  const office = await buildUser(app.db, { clientId: owner.clientId });
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: owner.userId, proxy_user_id: office.userId, proxy_type: 'administrator' })
    .execute();
  const admin = await app.as(office);
  const { proxyUserId } = await admin.ok(addProxyUser, typed());
  await admin.ok(addProxyUser, { ...typed(), userId: office.userId });
  const token = await tokenOf();
  await app.nobody.ok(openEnrollment, { token });
  await app.nobody.ok(viewAgreement, { token });
  await app.nobody.ok(acceptEnrollment, { token, ...chosen });
  const waiting = async () => (await caller.ok(getDashboard, { timeZone: 'UTC' })).pendingEnrollmentCount;
  expect(await waiting()).toBe(1);
  await work();
  await caller.ok(removeProxyUser, pairOf(proxyUserId));
  expect(await waiting()).toBe(0);
  expect((await work()).map(({ to }) => to)).toEqual([`${office.username}@example.org`]);
  const { accountData } = await admin.ok(getUserProfile, {});
  expect(accountData?.officeUsers.map((one) => enrollmentStatus.nameOf(one.enrollmentStatus))).toEqual([
    'supervisor_approval_denied',
  ]);
  const rows = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('action', 'like', 'enrollment.%')
    .where((eb) => eb.or([eb('user_id', '=', proxyUserId), eb('subject_id', '=', proxyUserId)]))
    .orderBy('audit_event_id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(
    ['requested', 'opened', 'agreement_viewed', 'accepted', 'denied'].map((name) => `enrollment.${name}`),
  );
});

test('an account whose request is open is approved by another person once the first one removed it', async () => {
  const other = await buildUser(app.db, { clientId: owner.clientId, userType: 'provider' });
  const office = await buildUser(app.db, { clientId: owner.clientId });
  for (const proxied of [owner, other]) await addProxy(app.db, proxied, office);
  const admin = await app.as(office);
  const { proxyUserId } = await admin.ok(addProxyUser, typed());
  // The requester is one of those the account acts for, but cannot stand in for the approval.
  for (const { userId } of [office, other]) await admin.ok(addProxyUser, { ...typed(), userId });
  const token = await tokenOf();
  await app.nobody.ok(openEnrollment, { token });
  await admin.ok(removeProxyUser, pairOf(proxyUserId));
  await app.nobody.ok(viewAgreement, { token });
  const { username, isEnrolled } = await app.nobody.ok(acceptEnrollment, { token, ...chosen });
  expect(isEnrolled).toBe(false);
  await app.nobody.fail(signIn, { username, password: chosen.password }, fromElsewhere());
  expect((await work()).map(({ to }) => to)).toEqual([`${other.username}@example.org`]);
  const decision = { proxiedUserId: other.userId, proxyUserId, isApproved: true };
  expect((await admin.fail(decideEnrollment, decision)).message).toBe(enrollmentTexts.notSupervisor);
  await (await app.as(other)).ok(decideEnrollment, decision);
  await app.nobody.ok(signIn, { username, password: chosen.password }, fromElsewhere());
});

test('a deactivated account is activated neither by its link nor by another user before its approval', async () => {
  const { proxyUserId } = await caller.ok(addProxyUser, typed());
  const token = await tokenOf();
  const { username } = await app.nobody.ok(openEnrollment, { token });
  await switchUser(app.db, proxyUserId, false);
  expect((await app.nobody.fail(viewAgreement, { token })).message).toBe(enrollmentTexts.linkExpired);
  expect(await stateOf(proxyUserId)).toBe('not_enrolled');
  await app.db
    .updateTable('user_account')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('user_id', '=', proxyUserId)
    .execute();
  await switchUser(app.db, proxyUserId, true);
  const refusal = await app.nobody.fail(signIn, { username, password }, fromElsewhere());
  expect(refusal.message).toBe('Account not active');
});

test('its link and those who decide wait for the account before they hold its request, as a deactivation does', async () => {
  const { proxyUserId } = await caller.ok(addProxyUser, typed());
  const token = await tokenOf();
  for (const call of [
    () => app.nobody.call(openEnrollment, { token }),
    () => caller.call(requestEnrollment, pairOf(proxyUserId)),
  ]) {
    const { answer, free } = await app.db.transaction().execute(async (own) => {
      await sql`select from user_account where user_id = ${proxyUserId} for update`.execute(own);
      const waiting = call();
      await untilWaiting(app.db, 1);
      const { rows } = await sql`select from user_enrollment where user_id = ${proxyUserId}
        for update skip locked`.execute(app.db);
      return { answer: waiting, free: rows };
    });
    expect(free).toHaveLength(1);
    expect((await answer).body).toMatchObject({ wasSuccessful: true });
  }
});

test('a denied account can be deactivated, which clears the reason of the denial', async () => {
  const { proxyUserId } = await caller.ok(addProxyUser, typed());
  await app.db
    .updateTable('user_enrollment')
    .set({ status: 'supervisor_approval_denied', denial_reason: 'Not known here.' })
    .where('user_id', '=', proxyUserId)
    .execute();
  await switchUser(app.db, proxyUserId, false);
  const { accountData } = await caller.ok(getUserProfile, {});
  expect(accountData?.officeUsers).toMatchObject([{ enrollmentStatus: 0, denialReason: null }]);
});

test('two users who concurrently add the same person get one account', async () => {
  const other = await buildUser(app.db, { clientId: owner.clientId, userType: 'provider' });
  const added = await Promise.all([
    caller.ok(addProxyUser, typed()),
    (await app.as(other)).ok(addProxyUser, { ...typed(), userId: other.userId }),
  ]);
  expect(new Set(added.map(({ proxyUserId }) => proxyUserId)).size).toBe(1);
  expect(added.filter(({ isNewAccount }) => isNewAccount)).toHaveLength(1);
});

test('an account whose username an administrator gives to somebody at the same moment gets the next one', async () => {
  const { answer } = await app.db.transaction().execute(async (own) => {
    await buildUser(own, { username: 'utaken' });
    const waiting = caller.ok(addProxyUser, { ...typed(), firstName: 'Uma', lastName: 'Taken' });
    await untilWaiting(app.db, 1);
    return { answer: waiting };
  });
  const { proxyUserId } = await answer;
  const { rows } = await sql`select username from user_account where user_id = ${proxyUserId}`.execute(app.db);
  expect(rows).toEqual([{ username: 'utaken2' }]);
});

test('a link can be sent again at most twenty times an hour', async () => {
  const { proxyUserId } = await caller.ok(addProxyUser, typed());
  for (let times = 1; times < 20; times += 1) await caller.ok(requestEnrollment, pairOf(proxyUserId));
  expect(await caller.fail(requestEnrollment, pairOf(proxyUserId))).toMatchObject({ status: 429 });
});

/** Somebody else adds a proxy for the owner. Returns the proxy's address. */
async function addByOffice(): Promise<string> {
  const office = await buildUser(app.db, { clientId: owner.clientId, firstName: 'Olga', lastName: 'Office' });
  const added = await buildUser(app.db, { clientId: owner.clientId, firstName: 'Ada', lastName: 'Added' });
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: owner.userId, proxy_user_id: office.userId, proxy_type: 'administrator' })
    .execute();
  const email = `${added.username}@example.org`;
  await (await app.as(office)).ok(addProxyUser, { ...typed(), firstName: 'Ada', lastName: 'Added', email });
  return email;
}

test('the person acted for and the proxy are notified when another user added the proxy', async () => {
  const email = await addByOffice();
  const mails = await work();
  expect(mails.map(({ to }) => to)).toEqual([`${owner.username}@example.org`, email]);
  expect(mails[0]?.text).toContain('Olga Office added Ada Added to act for you');
});

test('a failing address of the person acted for does not keep the mail from the proxy', async () => {
  const email = await addByOffice();
  const before = smtp.messages.length;
  smtp.fail('RCPT', '450 mailbox busy');
  await expect(work()).rejects.toThrow('450');
  expect(smtp.messages.slice(before).map(({ to }) => to)).toEqual([email]);
});

test('every state except the last has a next step', () => {
  const states = Object.keys(enrollmentStatus.table) as EnrollmentStatus[];
  const leaves = (state: EnrollmentStatus) =>
    Object.values(enrollmentSteps).some(({ from }) => (from as readonly string[]).includes(state));
  expect(states.filter((state) => !leaves(state))).toEqual(['enrolled']);
});
