import { getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import { getReferral } from '@careloop/contracts/referrals';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildReferral, buildReferralParties } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildWithMessages() {
  const parties = await buildReferralParties(app);
  const built = await buildReferral(app, { parties });
  for (const { userId } of [parties.sender, parties.receiver]) {
    await app.db
      .insertInto('user_permission')
      .values({ user_id: userId, permission: 'Messages' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const [sender, receiver] = [await app.as(parties.sender), await app.as(parties.receiver)];
  const { patientId } = parties.patient;
  return { ...parties, referralId: built.referralId, patientId, asSender: sender, asReceiver: receiver };
}

test('a receiver with only what was sent is not written to as a member of the care team', async () => {
  const { referralId, receiver, asSender, asReceiver } = await buildWithMessages();
  expect((await asSender.ok(getReferral, { referralId })).messageTo).toMatchObject({
    userId: receiver.userId,
    canSeePatient: false,
  });
  await asReceiver.ok(acceptReferral, { referralId });
  expect((await asSender.ok(getReferral, { referralId })).messageTo).toMatchObject({ canSeePatient: true });
});

test('a message about a referral and the referral link to each other, for its members only', async () => {
  const { referralId, patientId, sender, asSender, asReceiver, receiver } = await buildWithMessages();
  await asReceiver.ok(acceptReferral, { referralId });
  expect((await asReceiver.ok(getReferral, { referralId })).messageTo?.userId).toBe(sender.userId);
  const { conversationKey } = await asSender.ok(sendMessage, {
    recipientUserIds: [receiver.userId],
    patientId,
    message: 'Please bring the ECG forward.',
    referralId,
  });
  const { items } = await asReceiver.ok(getUserConversationMessages, { conversationKey });
  expect(items).toMatchObject([{ referralId, careCoordinatorRequestId: null }]);
  for (const caller of [asSender, asReceiver]) {
    const { messages } = await caller.ok(getReferral, { referralId });
    expect(messages).toMatchObject([{ conversationKey, text: 'Please bring the ECG forward.' }]);
  }
  const other = await buildReferralParties(app);
  const coordinator = await app.as({ ...other.sender });
  expect((await coordinator.fail(getReferral, { referralId })).code).toBe('unauthorized_patient');
});

test('a message is not about a referral of another patient', async () => {
  const { patientId, asSender, asReceiver, receiver, referralId } = await buildWithMessages();
  await asReceiver.ok(acceptReferral, { referralId });
  const other = await buildReferral(app);
  const input = { recipientUserIds: [receiver.userId], patientId, message: 'x', referralId: other.referralId };
  expect((await asSender.fail(sendMessage, input)).validationErrors).toEqual({ referralId: messageTexts.aboutOther });
});
