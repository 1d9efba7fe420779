import { getSentChart } from '@careloop/contracts/charts/generated';
import { documentSelection } from '@careloop/contracts/charts/selection';
import { chartAssociationType } from '@careloop/contracts/codes';
import { getUnreadMessageCount, getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { getMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, addToCareTeam, buildDocument, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const messagesOf = async (caller: Caller, conversationKey: string) =>
  (await caller.ok(getUserConversationMessages, { conversationKey })).items;
const auditOf = async (action: string, userId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'patient_id', 'on_behalf_of_user_id', 'subject_type'])
    .where('action', '=', action)
    .where('user_id', '=', userId)
    .execute();

describe('sending', () => {
  test('a message is unread for everyone else, and read for the sender', async () => {
    const { callers, patient } = await buildColleagues(app);
    const [sender, ...others] = callers as [Caller, Caller, Caller];
    const sent = await send(sender, others, { patientId: patient.patientId, priority: 4 });
    expect(sent).toMatchObject({ sequence: 1, addedToCareTeam: [] });
    for (const caller of callers) {
      const [message] = await messagesOf(caller, sent.conversationKey);
      expect(message).toMatchObject({
        message: 'Please look at this.',
        isRead: caller === sender,
        priority: 4,
        fromUser: { userId: sender.userId },
        fromIdentityUser: { userId: sender.userId },
        patient: { patientId: patient.patientId },
      });
      expect(new Set(message?.recipients.map((one) => one.userId))).toEqual(new Set(others.map((one) => one.userId)));
      const { unreadMessageCount } = await caller.ok(getUnreadMessageCount, {});
      expect(unreadMessageCount).toBe(caller === sender ? 0 : 1);
    }
    expect(await auditOf('message.sent', sender.userId)).toMatchObject([
      { outcome: 'ok', patient_id: patient.patientId, subject_type: 'conversation' },
    ]);
  });

  test('the same people and patient always have one conversation, regardless of sender and order', async () => {
    const { callers, patient } = await buildColleagues(app);
    const [one, two, three] = callers as [Caller, Caller, Caller];
    const first = await send(one, [two, three, three, one]);
    expect((await send(three, [two, one])).conversationKey).toBe(first.conversationKey);
    expect((await send(one, [two])).conversationKey).not.toBe(first.conversationKey);
    const about = await send(one, [two, three], { patientId: patient.patientId });
    expect(about.conversationKey).not.toBe(first.conversationKey);
    expect((await send(two, [one, three], { patientId: patient.patientId })).sequence).toBe(2);
  });

  test('any text is stored as written', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const texts = [
      '  <script>alert(1)</script>\n\n<b>& "quoted"</b> ',
      'שלום, מה שלומך? \u202Eabc\u202C',
      '👩‍👩‍👧‍👦 👍🏽 e\u0301 \u00e9 \u200b',
      "'; drop table message; -- % _ \\ ${x}",
      'x'.repeat(10_000),
    ];
    for (const message of texts) await send(one, [two], { message });
    const { conversationKey } = await send(one, [two]);
    const kept = (await messagesOf(two, conversationKey)).map((message) => message.message);
    expect(kept.slice(0, -1)).toEqual(texts);
  });

  test.each([
    ['no text', { message: '' }, { message: messageTexts.messageRequired }],
    ['an unknown recipient', { recipientUserIds: [999_999_999] }, { recipientUserIds: messageTexts.cannotBeMessaged }],
  ])('rejects %s', async (_what, input, validationErrors) => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const failure = await one.fail(sendMessage, { message: 'x', recipientUserIds: [two.userId], ...input });
    expect(failure).toMatchObject({ status: 200, code: 'invalid_input', validationErrors });
  });

  test('rejects recipients that are only the sender, too many, of another client, inactive or without the permission', async () => {
    const { callers, clientId } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const elsewhere = await buildMessenger(app.db);
    const gone = await buildMessenger(app.db, { clientId, isActive: false });
    const without = await buildUser(app.db, { clientId, permissions: ['ManageWorkQueues'] });
    const refusal = async (recipientUserIds: number[]) =>
      (await one.fail(sendMessage, { message: 'x', recipientUserIds })).validationErrors['recipientUserIds'];
    expect(await refusal([one.userId, one.userId])).toBe(messageTexts.onlyYourself);
    expect(await refusal(Array.from({ length: 51 }, (_, index) => 10_000 + index))).toBe(
      messageTexts.tooManyRecipients,
    );
    for (const { userId } of [elsewhere, gone, without]) {
      expect(await refusal([two.userId, userId])).toBe(messageTexts.cannotBeMessaged);
    }
    const { items } = await one.ok(getUserConversations, {});
    expect(items).toEqual([]);
  });

  test('an idempotency key sends one message, even if repeated', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const headers = { 'idempotency-key': 'the-one-key' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(one, [two], {}, headers)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const conversationKey = answers[0]?.conversationKey ?? '';
    expect(await messagesOf(two, conversationKey)).toHaveLength(1);
    const reply = { conversationKey, message: 'Thanks.' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => two.ok(sendQuickReply, reply, headers)));
    expect(new Set(replies.map((answer) => answer.userMessageId)).size).toBe(1);
    expect(await messagesOf(one, conversationKey)).toHaveLength(2);
  });

  test('a repeated key gets its answer although the same would be refused now, and changes nothing', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const headers = { 'idempotency-key': 'sent-before-they-left' };
    const input = { message: 'See you.', recipientUserIds: [two.userId] };
    const first = await one.ok(sendMessage, input, headers);
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', two.userId).execute();
    expect(await one.ok(sendMessage, input, headers)).toEqual(first);
    expect(await one.fail(sendMessage, input)).toMatchObject({
      validationErrors: { recipientUserIds: messageTexts.cannotBeMessaged },
    });
    expect(await one.fail(sendMessage, { ...input, message: 'Another.' }, headers)).toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await messagesOf(one, first.conversationKey)).toHaveLength(1);
  });

  test('twenty concurrent senders get consecutive numbers, and every count is correct', async () => {
    const { callers } = await buildColleagues(app, 20);
    const all = await Promise.all(callers.map((caller) => send(caller, callers)));
    expect(all.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(callers.map((_, index) => index + 1));
    const conversationKey = all[0]?.conversationKey ?? '';
    await Promise.all(callers.map((caller) => caller.ok(sendQuickReply, { conversationKey, message: 'And this.' })));
    const { items, lastSequence } = await callers[0]!.ok(getUserConversationMessages, {
      conversationKey,
      pageSize: 100,
    });
    expect(lastSequence).toBe(40);
    expect(items.map((item) => item.sequence)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(items.map((item) => item.dateSent)).toEqual(items.map((item) => item.dateSent).toSorted());
    for (const caller of callers) {
      expect(await caller.ok(getUnreadMessageCount, {})).toMatchObject({ unreadMessageCount: 38, sequence: 38 });
    }
  });

  test('documents of the patient are attached; those of others are not', async () => {
    const { callers, patient } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const document = await buildDocument(app, patient);
    const foreign = await buildDocument(app, await buildPatient(app.db));
    const about = { patientId: patient.patientId };
    const { conversationKey } = await send(one, [two], {
      ...about,
      patientCharts: [documentSelection(document.patientDocumentId)],
    });
    const [message] = await messagesOf(two, conversationKey);
    expect(message?.attachments).toMatchObject([document]);
    for (const input of [
      { ...about, patientCharts: [documentSelection(foreign.patientDocumentId)] },
      { patientCharts: [documentSelection(document.patientDocumentId)] },
    ]) {
      const failure = await one.fail(sendMessage, { message: 'x', recipientUserIds: [two.userId], ...input });
      expect(failure.validationErrors).toEqual({ patientCharts: messageTexts.attachmentGone });
    }
    expect(await messagesOf(two, conversationKey)).toHaveLength(1);
  });
});

test('a summary of care is attached as it is now, and only for members of the conversation', async () => {
  const { callers, patient, clientId } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const colleague = await buildUser(app.db, { clientId });
  await addToCareTeam(app.db, patient, colleague);
  const { patientId } = patient;
  const summary = { associationType: chartAssociationType.table.summary_of_care, patientId };
  const { conversationKey } = await send(one, [two], { patientId, patientCharts: [summary] });
  const [message] = await messagesOf(two, conversationKey);
  const sentChartId = message?.attachments[0]?.sentChartId ?? 0;
  expect(message?.attachments).toMatchObject([{ documentName: 'Summary of Care', patientDocumentId: null }]);
  const chart = await two.ok(getSentChart, { sentChartId });
  expect(chart).toMatchObject({ patientId, isSent: true });
  expect(await (await app.as(colleague)).fail(getSentChart, { sentChartId })).toMatchObject({
    code: 'unauthorized_patient',
  });
  const foreign = { ...summary, patientId: (await buildPatient(app.db)).patientId };
  const input = { message: 'x', recipientUserIds: [two.userId], patientId, patientCharts: [foreign] };
  expect(await one.fail(sendMessage, input)).toMatchObject({ code: 'invalid_input' });
  expect(await messagesOf(two, conversationKey)).toHaveLength(1);
});

describe('about a patient', () => {
  test('recipients outside the care team are added to it, audited and notified; a reply adds no one', async () => {
    const { callers, clientId, patient } = await buildColleagues(app, 1);
    const [one] = callers as [Caller];
    const outsider = await app.as(await buildMessenger(app.db, { clientId }));
    const sent = await send(one, [outsider], { patientId: patient.patientId });
    expect(sent.addedToCareTeam.map((user) => user.userId)).toEqual([outsider.userId]);
    expect(await messagesOf(outsider, sent.conversationKey)).toHaveLength(1);
    expect(await auditOf('care_team.joined', one.userId)).toMatchObject([{ patient_id: patient.patientId }]);
    await setStatus(patient, outsider, 'removed');
    const reply = await one.fail(sendQuickReply, { conversationKey: sent.conversationKey, message: 'Still there?' });
    expect(reply).toMatchObject({ code: 'wrong_state', message: messageTexts.nobodyLeft });
    const { can } = await one.ok(getSingleUserConversation, { conversationKey: sent.conversationKey });
    expect(can.reply).toBe(messageTexts.nobodyLeft);
  });

  test('a patient the sender may not see cannot be written about, or used to search for recipients', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { patientId } = await buildPatient(app.db, { clientId: (await buildColleagues(app, 1)).clientId });
    for (const failure of [
      await one.fail(sendMessage, { message: 'x', recipientUserIds: [two.userId], patientId }),
      await one.fail(findUsers, { ...toMessages, patientId }),
      await one.fail(sendMessage, { message: 'x', recipientUserIds: [two.userId], patientId: 999_999_999 }),
    ]) {
      expect(failure).toMatchObject({ code: 'unauthorized_patient', validationErrors: { unauthorized: '1' } });
    }
    expect(await auditOf(sendMessage.path, one.userId)).toMatchObject([{ outcome: 'denied' }, { outcome: 'denied' }]);
  });

  async function setStatus(patient: { patientId: number }, user: { userId: number }, status: string) {
    await sql`update care_team_member set status = ${status} where patient_id = ${patient.patientId} and user_id = ${user.userId}`.execute(
      app.db,
    );
  }
});

describe('quick reply', () => {
  test('replies in the conversation', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    const reply = await two.ok(sendQuickReply, { conversationKey, message: 'I will.', priority: 4 });
    const items = await messagesOf(one, conversationKey);
    expect(items.at(-1)).toMatchObject({ sequence: 2, message: 'I will.', priority: 4, isRead: false });
    expect((await messagesOf(two, conversationKey)).at(-1)?.userMessageId).toBe(reply.userMessageId);
    expect(await auditOf('message.sent', two.userId)).toHaveLength(1);
  });

  test('accepts every priority; none is normal', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { conversationKey } = await send(one, [two], { priority: 0 });
    await one.ok(saveMessageDraft, { conversationKey, message: 'And', priority: 0 });
    expect((await one.ok(getMessageDraft, { conversationKey })).draft).toMatchObject({ priority: 1 });
    await one.ok(sendQuickReply, { conversationKey, message: 'And this.', priority: 0 });
    expect((await messagesOf(two, conversationKey)).map(({ priority }) => priority)).toEqual([1, 1]);
    const unknown = { conversationKey, message: 'No.', priority: 2 as 1 };
    expect(await one.fail(sendQuickReply, unknown)).toMatchObject({ code: 'invalid_input' });
  });

  test('rejects blank texts, and conversations that do not exist or belong to others', async () => {
    const { callers } = await buildColleagues(app, 3);
    const [one, two, three] = callers as [Caller, Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    const blank = await two.fail(sendQuickReply, { conversationKey, message: '  ' });
    expect(blank.validationErrors).toEqual({ message: messageTexts.replyBlank });
    for (const [caller, key] of [
      [three, conversationKey],
      [one, '00000000-0000-4000-8000-000000000000'],
      [one, 'no key at all'],
      [one, ''],
    ] as const) {
      const failure = await caller.fail(sendQuickReply, { conversationKey: key, message: 'x' });
      expect(failure).toMatchObject({ status: 200, code: 'no_access', message: messageTexts.noConversation });
    }
  });
});

describe('acting for another user', () => {
  test('a message records both people, and only a proxy can send it', async () => {
    const { callers, clientId } = await buildColleagues(app, 2);
    const [doctor, colleague] = callers as [Caller, Caller];
    const office = await app.as(await buildMessenger(app.db, { clientId }));
    await addProxy(app.db, doctor, office);
    const { conversationKey } = await send(office, [colleague], { onBehalfOfUserId: doctor.userId });
    const [message] = await messagesOf(colleague, conversationKey);
    expect(message).toMatchObject({ fromUser: { userId: doctor.userId }, fromIdentityUser: { userId: office.userId } });
    expect((await messagesOf(doctor, conversationKey))[0]?.isRead).toBe(true);
    expect((await office.ok(getUserConversations, {})).items).toEqual([]);
    const theirs = await office.ok(getUserConversations, { onBehalfOfUserId: doctor.userId });
    expect(theirs.items.map((item) => item.conversationKey)).toEqual([conversationKey]);
    expect(await auditOf('message.sent', office.userId)).toMatchObject([{ on_behalf_of_user_id: doctor.userId }]);
    const forbidden = await colleague.fail(sendMessage, {
      message: 'x',
      recipientUserIds: [office.userId],
      onBehalfOfUserId: doctor.userId,
    });
    expect(forbidden.status).toBe(403);
  });
});

describe('finding recipients', () => {
  test('finds users one may write to by name, and whether they are on the care team', async () => {
    const { callers, clientId, patient } = await buildColleagues(app, 1);
    const [one] = callers as [Caller];
    const add = (firstName: string, lastName: string, more = {}) =>
      buildMessenger(app.db, { clientId, firstName, lastName, ...more });
    const anna = await add('Ánna', 'Zoellner');
    const ben = await add('Ben', 'Zoeller');
    await add('Gone', 'Zoeller', { isActive: false });
    await buildMessenger(app.db, { lastName: 'Zoeller' });
    await buildUser(app.db, { clientId, lastName: 'Zoeller', permissions: [] });
    await addToCareTeam(app.db, patient, ben);
    const found = await one.ok(findUsers, { ...toMessages, searchTerm: 'ZOELL', patientId: patient.patientId });
    expect(found.items.map((item) => [item.fullName, item.isActiveOnCareTeam])).toEqual([
      ['Zoeller, Ben', true],
      ['Zoellner, Ánna', false],
    ]);
    expect(found.totalItemCount).toBe(2);
    const ids = async (input: object) =>
      (await one.ok(findUsers, { ...toMessages, ...input })).items.map((item) => item.userId);
    expect(await ids({ searchTerm: 'anna zo' })).toEqual([anna.userId]);
    expect(await ids({ searchTerm: 'zoell', excludedUserIds: anna.userId })).toEqual([ben.userId]);
    expect(await ids({ userIds: [anna.userId] })).toEqual([anna.userId]);
    expect(await ids({ pageSize: 1, page: 2 })).toEqual([anna.userId]);
    expect((await one.ok(findUsers, toMessages)).items.every((item) => item.isActiveOnCareTeam === null)).toBe(true);
  });

  test('every call needs a session and the permission', async () => {
    const without = await app.as(await buildUser(app.db, { permissions: ['ManageWorkQueues'] }));
    const inputs = { message: 'x', recipientUserIds: [1], conversationKey: 'x', searchTerm: 'xx' };
    for (const endpoint of [sendMessage, sendQuickReply]) {
      expect((await app.nobody.fail(endpoint, inputs)).status).toBe(401);
      expect((await without.fail(endpoint, inputs)).status).toBe(403);
    }
  });
});
