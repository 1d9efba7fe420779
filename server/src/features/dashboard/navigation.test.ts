import { permissions } from '@careloop/contracts/access';
import { getNavigation, navigationParts } from '@careloop/contracts/dashboard/navigation';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { requestAccess } from '@careloop/contracts/patient-access';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildPatient,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Part = keyof typeof navigationParts;
const parts = Object.keys(navigationParts) as Part[];

/** The answers of the single reads; null where the user may not make one. */
async function readSingly(caller: Caller): Promise<Record<string, unknown>> {
  const answers = await Promise.all(
    parts.map(async (part) => {
      const { status, body } = await caller.call(navigationParts[part], {});
      const { wasSuccessful, ...answer } = body as Record<string, unknown>;
      expect(wasSuccessful ? 200 : 403).toBe(status);
      return [part, wasSuccessful === true ? answer : null] as const;
    }),
  );
  return Object.fromEntries(answers);
}

test('it needs a session', async () => {
  expect(await app.nobody.fail(getNavigation, {})).toMatchObject({ status: 401 });
});

test('it answers what the single reads answer, for everybody', async () => {
  const parties = await buildReferralParties(app);
  const { sender, receiver, patient } = parties;
  const { referralId } = await buildReferral(app, { parties });
  await app.db.updateTable('referral').set({ is_answer_unread: true }).where('referral_id', '=', referralId).execute();
  const { clientId } = patient;
  await app.db.insertInto('user_permission').values({ user_id: receiver.userId, permission: 'Messages' }).execute();
  const admin = await buildUser(app.db, { clientId, permissions: [...permissions] });
  const writer = await app.as(admin);
  await writer.ok(sendMessage, {
    message: 'Now',
    recipientUserIds: [receiver.userId],
    priority: 4,
    patientId: patient.patientId,
  });
  const invited = await buildPatient(app.db, { clientId });
  await addToCareTeam(app.db, invited, receiver, 'invited');
  const stranger = await app.as(await buildUser(app.db, { clientId, userType: 'provider' }));
  await stranger.ok(requestAccess, { patientId: patient.patientId, reason: 'New to the team' });
  const other = await buildUser(app.db, { permissions: [] });
  for (const user of [sender, receiver, admin, other]) {
    const caller = await app.as(user);
    expect(await caller.ok(getNavigation, {})).toMatchObject(await readSingly(caller));
  }
  const receiving = await app.as(receiver);
  expect(await receiving.ok(getNavigation, {})).toMatchObject({
    messages: { unreadMessageCount: 1 },
    duplicates: null,
  });
  const sending = await app.as(sender);
  expect(await sending.ok(getNavigation, {})).toMatchObject({ referrals: { unreadCount: 1 } });
});
