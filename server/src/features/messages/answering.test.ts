import { getMessageReaders, getUnreadMessageCount, messageTexts } from '@careloop/contracts/messages';
import { getSingleUserConversation } from '@careloop/contracts/messages/conversations';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildColleagues, send } from '../../../test/conversations.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Losing = (user: { userId: number }) => Promise<unknown>;
const losses: [string, Losing][] = [
  ['may no longer use messages', (user) => setMessages(user, false)],
  ['no longer has a client', ({ userId }) => sql`delete from user_client where user_id = ${userId}`.execute(app.db)],
  [
    'no longer works here',
    ({ userId }) => sql`update user_account set is_active = false where user_id = ${userId}`.execute(app.db),
  ],
  [
    'has left the care team',
    ({ userId }) => sql`update care_team_member set status = 'removed' where user_id = ${userId}`.execute(app.db),
  ],
];

function setMessages({ userId }: { userId: number }, has: boolean) {
  return has
    ? sql`insert into user_permission values (${userId}, 'Messages')`.execute(app.db)
    : sql`delete from user_permission where user_id = ${userId} and permission = 'Messages'`.execute(app.db);
}

async function auditOf(caller: Caller) {
  const rows = await app.db
    .selectFrom('audit_event')
    .select(['outcome', 'patient_id', 'subject_type', 'subject_id'])
    .where('action', '=', sendQuickReply.path)
    .where('user_id', '=', caller.userId)
    .orderBy('audit_event_id')
    .execute();
  return rows;
}

const conversationIdOf = async (key: string) =>
  (
    await app.db
      .selectFrom('conversation')
      .select('conversation_id')
      .where('conversation_key', '=', key)
      .executeTakeFirstOrThrow()
  ).conversation_id;

describe.each(losses)('after the only other member %s', (_what, lose) => {
  test('no one is left to reply to, and every response says so', async () => {
    const { callers, patient } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const sent = await send(one, [two], { patientId: patient.patientId });
    const { conversationKey } = sent;
    await lose(two);
    const { can, members } = await one.ok(getSingleUserConversation, { conversationKey });
    expect(can['reply']).toBe(messageTexts.nobodyLeft);
    expect(members.find((member) => member.userId === two.userId)?.hasAccess).toBe(false);
    const { readers } = await one.ok(getMessageReaders, { userMessageId: sent.userMessageId });
    expect(readers).toMatchObject([{ userId: two.userId, hasAccess: false }]);
    const refusal = await one.fail(sendQuickReply, { conversationKey, message: 'Anybody?' });
    expect(refusal).toMatchObject({ status: 200, code: 'wrong_state', message: messageTexts.nobodyLeft });
    expect(await auditOf(one)).toEqual([
      {
        outcome: 'refused',
        patient_id: patient.patientId,
        subject_type: 'conversation',
        subject_id: await conversationIdOf(conversationKey),
      },
    ]);
  });
});

test.each(losses.slice(0, 3))('a user who %s is not found and receives nothing', async (_what, lose) => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  await lose(two);
  expect((await one.ok(findUsers, toMessages)).items).toEqual([]);
  const refusal = await one.fail(sendMessage, { message: 'x', recipientUserIds: [two.userId] });
  expect(refusal.validationErrors).toEqual({ recipientUserIds: messageTexts.cannotBeMessaged });
});

test('a user without the permission for a while gets no events, and has everything afterwards', async () => {
  const { callers, patient } = await buildColleagues(app, 3);
  const [one, two, three] = callers as [Caller, Caller, Caller];
  const { conversationKey } = await send(one, [two, three], { patientId: patient.patientId });
  const sequenceOf = async ({ userId }: Caller) =>
    (
      await app.db
        .selectFrom('unread_sequence')
        .select('sequence')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).sequence;
  await setMessages(three, false);
  await one.ok(sendQuickReply, { conversationKey, message: 'While one of us is away.' });
  expect([await sequenceOf(two), await sequenceOf(three)]).toEqual([2, 1]);
  expect(await three.fail(sendQuickReply, { conversationKey, message: 'x' })).toMatchObject({ status: 403 });
  await setMessages(three, true);
  expect((await three.ok(getUnreadMessageCount, {})).unreadMessageCount).toBe(2);
  await three.ok(sendQuickReply, { conversationKey, message: 'Back again.' });
});

test('a denied reply is audited with the conversation and its patient', async () => {
  const { callers, patient } = await buildColleagues(app, 3);
  const [one, two, stranger] = callers as [Caller, Caller, Caller];
  const { conversationKey } = await send(one, [two], { patientId: patient.patientId });
  for (const key of [conversationKey, 'no key']) {
    const failure = await stranger.fail(sendQuickReply, { conversationKey: key, message: 'x' });
    expect(failure).toMatchObject({ status: 200, code: 'no_access', message: messageTexts.noConversation });
  }
  expect((await app.nobody.fail(sendQuickReply, { conversationKey, message: 'x' })).status).toBe(401);
  expect(await auditOf(stranger)).toEqual([
    {
      outcome: 'denied',
      patient_id: patient.patientId,
      subject_type: 'conversation',
      subject_id: await conversationIdOf(conversationKey),
    },
    { outcome: 'denied', patient_id: null, subject_type: null, subject_id: null },
  ]);
});
