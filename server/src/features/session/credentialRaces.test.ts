import {
  changePassword,
  credentialTexts,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
  resetPassword,
  verifySecondFactor,
} from '@careloop/contracts/session/credentials';
import { logout, signIn } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fromElsewhere, inTurn, untilWaiting } from '../../../test/attempts.ts';
import { codeOf, forgetLastCode } from '../../../test/authenticator.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { portalUrl } from '../../../test/mails.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { makeResetLink } from './resetPassword.ts';

// An attacker who knows the old password acts while its owner replaces it. The owner's change must win.

const owners = 'an altogether other one';
const thiefs = 'a password of the thief';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function build({ isOn }: { isOn: boolean }) {
  const user = await buildUser(app.db, { passwordHash });
  const caller = await app.as(user);
  const { secret } = await caller.ok(prepareSecondFactor, {});
  if (isOn) await caller.ok(enableSecondFactor, { password, code: codeOf(secret) });
  await forgetLastCode(app.db, user.username);
  return { ...user, caller, secret, before: await caller.ok(getSecondFactor, {}) };
}

type Change = (caller: Caller, secret: string) => ReturnType<Caller['call']>;

const changes: [string, { isOn: boolean; change: Change }][] = [
  [
    'a new password',
    {
      isOn: false,
      change: (caller) =>
        caller.call(changePassword, { currentPassword: password, password: thiefs, confirmPassword: thiefs }),
    },
  ],
  [
    'a second factor',
    { isOn: false, change: (caller, secret) => caller.call(enableSecondFactor, { password, code: codeOf(secret) }) },
  ],
  ['removing the second factor', { isOn: true, change: (caller) => caller.call(disableSecondFactor, { password }) }],
  ['new recovery codes', { isOn: true, change: (caller) => caller.call(renewRecoveryCodes, { password }) }],
];

describe('after a reset that committed first', () => {
  test.each(changes)('the old password does not allow %s', async (_name, { isOn, change }) => {
    const { userId, username, caller, secret, before } = await build({ isOn });
    const { sessionSecret } = app.deps;
    const token = (await makeResetLink(app.db, { sessionSecret, portalUrl, username }))?.split('#')[1] ?? '';
    const [reset, late] = await inTurn(
      app.db,
      sql`select from user_account where user_id = ${userId} for update`,
      () => app.nobody.call(resetPassword, { token, password: owners, confirmPassword: owners }, fromElsewhere()),
      () => change(caller, secret),
    );
    expect(reset.body.wasSuccessful).toBe(true);
    expect(late.status).toBe(401);
    const answer = await app.nobody.ok(signIn, { username, password: owners }, fromElsewhere());
    expect(answer.nextStep?.kind).toBe(isOn ? 'second_factor' : undefined);
    expect(await (await app.as({ userId })).ok(getSecondFactor, {})).toEqual(before);
  });
});

test('nothing changes in a session that ended while the password was checked', async () => {
  const { userId, caller, before } = await build({ isOn: true });
  const sessionId = (
    await app.db.selectFrom('user_session').select('session_id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  ).session_id;
  const answer = await app.db
    .transaction()
    .execute(async (db) => {
      await db
        .selectFrom('user_session')
        .select('session_id')
        .where('session_id', '=', sessionId)
        .forUpdate()
        .execute();
      const late = caller.call(disableSecondFactor, { password });
      await untilWaiting(app.db, 1);
      await db.updateTable('user_session').set({ ended_at: new Date() }).where('session_id', '=', sessionId).execute();
      return { late };
    })
    .then(({ late }) => late);
  expect(answer.status).toBe(401);
  expect(await (await app.as({ userId })).ok(getSecondFactor, {})).toEqual(before);
  expect((await caller.fail(logout, {})).status).toBe(401);
});

test('concurrent renewals leave ten recovery codes, those of the last response', async () => {
  const { username, caller } = await build({ isOn: true });
  const answers = await Promise.all([1, 2, 3, 4].map(() => caller.ok(renewRecoveryCodes, { password })));
  expect(await caller.ok(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 });
  const outcomes: unknown[] = [];
  for (const { recoveryCodes } of answers) {
    const { nextStep } = await app.nobody.ok(signIn, { username, password }, fromElsewhere());
    const input = { challenge: nextStep?.challenge ?? '', code: recoveryCodes[0] ?? '' };
    const { body } = await app.nobody.call(verifySecondFactor, input, fromElsewhere());
    outcomes.push(body.wasSuccessful || body.validationErrors);
  }
  expect(outcomes.filter((one) => one === true)).toHaveLength(1);
  expect(outcomes.filter((one) => one !== true)).toEqual([1, 2, 3].map(() => ({ code: credentialTexts.codeWrong })));
});
