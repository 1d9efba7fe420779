import { getDashboard } from '@careloop/contracts/dashboard';
import { markDeliverySeen } from '@careloop/contracts/sharing/documentExport';
import { listTextMessages } from '@careloop/contracts/sharing/sms';
import {
  assignReply,
  dismissReply,
  listUnassignedReplies,
  unassignedReplyTexts,
} from '@careloop/contracts/sharing/unassignedReplies';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addToCareTeam, buildClient, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Delivery } from '../../../platform/db/types.ts';
import { postAsTwilio, senderNumber, startTwilioService } from '../../../../test/twilioService.ts';
import type { TwilioService } from '../../../../test/twilioService.ts';

let twilio: TwilioService;
let app: TestApp;
beforeAll(async () => {
  twilio = await startTwilioService();
  app = await startTestApp(twilio.env);
});
afterAll(async () => {
  await app.stop();
  await twilio.stop();
});

let counted = 0;

/** A number that was texted about two patients of a client, the first of whom its administrator may open. */
async function build() {
  counted += 1;
  const phone = `508557${String(counted).padStart(4, '0')}`;
  const { clientId } = await buildClient(app.db);
  const user = await buildUser(app.db, { clientId, permissions: ['ManageSite'] });
  const patients = [await buildPatient(app.db, { clientId }), await buildPatient(app.db, { clientId })];
  for (const { patientId } of patients) await text(patientId, phone);
  const [own, other] = patients.map(({ patientId }) => patientId);
  if (own === undefined || other === undefined) throw new Error('No patients');
  await addToCareTeam(app.db, { patientId: own }, user);
  return { phone, clientId, user, own, other, admin: await app.as(user) };
}

async function text(patientId: number, phone: string, changes: Partial<Insertable<Delivery>> = {}): Promise<number> {
  counted += 1;
  const { delivery_id: deliveryId } = await app.db
    .insertInto('delivery')
    .values({
      channel: 'sms',
      status: 'delivered',
      patient_id: patientId,
      recipient_address: `+1${phone}`,
      sender_address: senderNumber,
      body: 'Please call us.',
      dedupe_key: `test:${counted}`,
      ...changes,
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow();
  return deliveryId;
}

const reply = (phone: string, Body: string) =>
  postAsTwilio(app, 'twilio-reply', {
    From: `+1${phone}`,
    To: senderNumber,
    Body,
    MessageSid: `IN-unassigned-${(counted += 1)}`,
  });

const auditOf = (smsReplyId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'user_id', 'patient_id', 'outcome'])
    .where('subject_type', '=', 'sms_reply')
    .where('subject_id', '=', smsReplyId)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();

test('a reply that may be about several patients can be assigned to one of them', async () => {
  const { phone, clientId, user, own, other, admin } = await build();
  await reply(phone, 'I will be there');
  const { items, count } = await admin.ok(listUnassignedReplies, { clientId });
  expect(count).toBe(1);
  expect(items).toMatchObject([
    { phoneNumber: phone, messageText: 'I will be there', candidates: [{ patientId: own }] },
  ]);
  const smsReplyId = items[0]?.smsReplyId ?? 0;
  expect(await admin.fail(assignReply, { smsReplyId, patientId: other }), 'whom they may not open').toMatchObject({
    validationErrors: { patientId: unassignedReplyTexts.notTheirNumber },
  });
  await admin.ok(assignReply, { smsReplyId, patientId: own });
  expect((await admin.ok(listTextMessages, { patientId: own })).items).toContainEqual(
    expect.objectContaining({ smsReplyId, messageText: 'I will be there' }),
  );
  expect(await admin.ok(listUnassignedReplies, { clientId })).toMatchObject({ items: [], count: 0 });
  expect(await auditOf(smsReplyId)).toEqual([
    { action: 'text-message.received', user_id: null, patient_id: null, outcome: 'ok' },
    { action: 'text-reply.assigned', user_id: user.userId, patient_id: own, outcome: 'ok' },
  ]);
  expect(await admin.fail(dismissReply, { smsReplyId })).toMatchObject({ message: unassignedReplyTexts.settled });
});

test('a reply about no patient can be dismissed', async () => {
  const { phone, clientId, user, admin } = await build();
  await reply(phone, 'Wrong number');
  const smsReplyId = (await admin.ok(listUnassignedReplies, { clientId })).items[0]?.smsReplyId ?? 0;
  await admin.ok(dismissReply, { smsReplyId });
  expect((await admin.ok(listUnassignedReplies, { clientId })).count).toBe(0);
  expect(await auditOf(smsReplyId)).toMatchObject([
    { action: 'text-message.received', user_id: null },
    { action: 'text-reply.dismissed', user_id: user.userId },
  ]);
});

test('a reply to several clients, or to none, is shown to no administrator', async () => {
  const { phone, clientId, admin } = await build();
  const elsewhere = await buildPatient(app.db);
  await text(elsewhere.patientId, phone);
  await reply(phone, 'Yes');
  await reply('5085599999', 'Hello');
  expect((await admin.ok(listUnassignedReplies, { clientId })).count).toBe(0);
});

test('a user without the permission and an administrator of another client are refused', async () => {
  const { phone, clientId, own, admin } = await build();
  await reply(phone, 'I will be there');
  const smsReplyId = (await admin.ok(listUnassignedReplies, { clientId })).items[0]?.smsReplyId ?? 0;
  const plain = await app.as(await buildUser(app.db, { clientId }));
  const other = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
  expect(await app.nobody.fail(listUnassignedReplies, { clientId })).toMatchObject({ status: 401 });
  for (const caller of [plain, other]) {
    expect(await caller.fail(listUnassignedReplies, { clientId })).toMatchObject({ status: 403 });
  }
  expect(await plain.fail(assignReply, { smsReplyId, patientId: own })).toMatchObject({ status: 403 });
  expect(await plain.fail(dismissReply, { smsReplyId })).toMatchObject({ status: 403 });
  for (const refusal of [
    await other.fail(assignReply, { smsReplyId, patientId: own }),
    await other.fail(dismissReply, { smsReplyId }),
  ]) {
    expect(refusal).toMatchObject({ code: 'not_found' });
  }
  expect(await admin.fail(dismissReply, { smsReplyId: 999_999 })).toMatchObject({ code: 'not_found' });
});

test('a failed text message is shown on Home until it is marked as seen, or sent again', async () => {
  const { phone, own, user, admin } = await build();
  const failed = { status: 'failed' as const, created_by_user_id: user.userId, recipient_name: 'Grace Okafor' };
  const first = await text(own, phone, failed);
  const onHome = async () => (await admin.ok(getDashboard, {})).failedDeliveries;
  expect(await onHome()).toMatchObject({ count: 1, items: [{ deliveryId: first, channel: 'sms', status: 'failed' }] });
  await admin.ok(markDeliverySeen, { deliveryId: first });
  expect((await onHome()).count).toBe(0);
  expect((await admin.ok(listTextMessages, { patientId: own })).items).toContainEqual(
    expect.objectContaining({ deliveryId: first, isFailureSeen: true }),
  );
  const second = await text(own, phone, failed);
  expect(await onHome()).toMatchObject({ items: [{ deliveryId: second }] });
  await text(own, phone, { created_by_user_id: user.userId });
  expect((await onHome()).count).toBe(0);
});
