import { changeRequiredPassword, credentialTexts } from '@careloop/contracts/session/credentials';
import { getContext, lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fromElsewhere } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { setUserActive } from './setUserActive.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a deactivated account loses its sessions and pending sign-ins at once, and does not get them back', async () => {
  const { userId, username } = await buildUser(app.db, { passwordHash });
  const mustChange = (must_change_password: boolean) =>
    app.db.updateTable('user_account').set({ must_change_password }).where('user_id', '=', userId).execute();
  await mustChange(true);
  const { nextStep } = await app.nobody.ok(signIn, { username, password });
  await mustChange(false);
  const [here, there] = [await app.as({ userId }), await app.as({ userId })];
  expect(await setUserActive(app.db, { username: ` ${username.toUpperCase()}`, isActive: false })).toBe(true);
  expect((await app.nobody.fail(signIn, { username, password })).message).toBe(lockReasonTexts[2]);
  expect(await setUserActive(app.db, { username, isActive: true })).toBe(true);
  for (const session of [here, there]) expect((await session.fail(getContext, {})).status).toBe(401);
  const change = {
    challenge: nextStep?.challenge ?? '',
    password: 'another good one',
    confirmPassword: 'another good one',
  };
  expect((await app.nobody.fail(changeRequiredPassword, change)).message).toBe(credentialTexts.challengeExpired);
  await app.nobody.ok(signIn, { username, password }, fromElsewhere());
  const audited = await app.db
    .selectFrom('audit_event')
    .select(['action', 'details'])
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', userId)
    .orderBy('audit_event_id')
    .execute();
  const details = { by: 'command line' };
  expect(audited).toEqual([
    { action: 'user.deactivated', details },
    { action: 'user.activated', details },
  ]);
});

test('an account locked for inactivity is unlocked by activating it', async () => {
  const { userId, username, clientId } = await buildUser(app.db, { passwordHash });
  const setting = { client_id: clientId, name: 'daysUntilInactive', value: 60 };
  await app.db.insertInto('client_setting').values(setting).execute();
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const used = { last_sign_in_at: ago(90), created_at: ago(90) };
  await app.db.updateTable('user_account').set(used).where('user_id', '=', userId).execute();
  expect((await app.nobody.fail(signIn, { username, password })).message).toBe(lockReasonTexts[3]);
  await setUserActive(app.db, { username, isActive: true });
  const { last_sign_in_at } = await app.db
    .selectFrom('user_account')
    .select('last_sign_in_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  // This does not count as a sign-in.
  expect(last_sign_in_at).toEqual(used.last_sign_in_at);
  await app.nobody.ok(signIn, { username, password });
});

test('an unknown name is reported', async () => {
  expect(await setUserActive(app.db, { username: 'nobody-at-all', isActive: false })).toBe(false);
});
