import { getImpersonatableUsers } from '@careloop/contracts/directory';
import {
  getMessagePage,
  getMessageReaders,
  getUnreadMessageCount,
  getUserConversationMessages,
  markConversationRead,
  markMessageUnread,
  messageTexts,
} from '@careloop/contracts/messages';
import {
  archiveUserConversation,
  getSingleUserConversation,
  getUserConversations,
} from '@careloop/contracts/messages/conversations';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { Random } from '@careloop/demo/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const unreadOf = async (caller: Caller, onBehalfOfUserId?: number) =>
  (await caller.ok(getUnreadMessageCount, { onBehalfOfUserId })).unreadMessageCount;

/** A conversation of two users with this many messages, all from the first. */
async function buildConversation(count: number) {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  let conversationKey = '';
  for (let number = 1; number <= count; number += 1) {
    ({ conversationKey } = await send(one, [two], { message: `Message ${number}` }));
  }
  return { one, two, conversationKey };
}

describe('pages of a conversation', () => {
  test('the newest are page 1, and the ranges before and after a message are contiguous', async () => {
    const { two, conversationKey } = await buildConversation(45);
    const sequences = async (range: object) =>
      (await two.ok(getUserConversationMessages, { conversationKey, ...range })).items.map((item) => item.sequence);
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(await sequences({})).toEqual(from(26, 45));
    expect(await sequences({ page: 2 })).toEqual(from(6, 25));
    expect(await sequences({ page: 3 })).toEqual(from(1, 5));
    expect(await sequences({ page: 4 })).toEqual([]);
    expect(await sequences({ before: 26 })).toEqual(from(6, 25));
    expect(await sequences({ before: 1 })).toEqual([]);
    expect(await sequences({ after: 0, pageSize: 3 })).toEqual([1, 2, 3]);
    expect(await sequences({ after: 45 })).toEqual([]);
    const answer = await two.ok(getUserConversationMessages, { conversationKey });
    expect(answer).toMatchObject({ page: 1, numPages: 3, lastSequence: 45 });
  });

  test('a message is found on its page, only by its own member', async () => {
    const { one, two, conversationKey } = await buildConversation(25);
    const { items } = await two.ok(getUserConversationMessages, { conversationKey, page: 2 });
    const { userMessageId = 0 } = items[0] ?? {};
    expect(await two.ok(getMessagePage, { userMessageId })).toMatchObject({ conversationKey, page: 2, sequence: 1 });
    for (const id of [userMessageId, 999_999_999]) {
      for (const endpoint of [getMessagePage, getMessageReaders, markMessageUnread]) {
        const failure = await one.fail(endpoint, { userMessageId: id });
        expect(failure).toMatchObject({ code: 'no_access', message: messageTexts.noConversation });
      }
    }
  });
});

test('forged numbers and cursors are rejected without errors', async () => {
  const { two, conversationKey } = await buildConversation(1);
  const most = Number.MAX_SAFE_INTEGER;
  const calls = [
    [getUserConversationMessages, { conversationKey, before: most }],
    [getUserConversationMessages, { conversationKey, after: most }],
    [getUserConversationMessages, { conversationKey, page: -1 }],
    [getUserConversationMessages, { conversationKey: [conversationKey, conversationKey] }],
    [getMessagePage, { userMessageId: most }],
    [markConversationRead, { conversationKey, throughSequence: 1.5 }],
    [markMessageUnread, { userMessageId: 'x' }],
    [getUserConversations, { cursor: Buffer.from('["no time",1]').toString('base64url') }],
    [getUserConversations, { page: 1e9 }],
  ] as const;
  for (const [endpoint, input] of calls) {
    const failure = await two.fail(endpoint, input);
    expect([200, failure.code]).toEqual([failure.status, expect.stringMatching(/^(invalid_input|no_access)$/)]);
  }
  expect(await unreadOf(two)).toBe(1);
});

describe('reading', () => {
  test('marks messages shown as read, shows who has read them, and is audited', async () => {
    const { callers } = await buildColleagues(app, 3);
    const [one, two, three] = callers as [Caller, Caller, Caller];
    const first = await send(one, [two, three]);
    const { conversationKey } = first;
    await one.ok(sendQuickReply, { conversationKey, message: 'And more.' });
    const state = await two.ok(markConversationRead, { conversationKey, throughSequence: 1 });
    expect(state).toMatchObject({ unreadMessageCount: 1, sequence: 3 });
    const readers = async () =>
      (await one.ok(getMessageReaders, { userMessageId: first.userMessageId })).readers.map((reader) => ({
        userId: reader.userId,
        isRead: reader.readAt !== null,
        by: reader.readByUser?.userId ?? null,
      }));
    expect(await readers()).toEqual([
      { userId: two.userId, isRead: true, by: null },
      { userId: three.userId, isRead: false, by: null },
    ]);
    await two.ok(markConversationRead, { conversationKey });
    expect(await two.ok(markConversationRead, { conversationKey })).toMatchObject({
      unreadMessageCount: 0,
      sequence: 4,
    });
    expect(await unreadOf(three)).toBe(2);
    const rows = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'message.read')
      .where('user_id', '=', two.userId)
      .execute();
    expect(rows).toHaveLength(2);
  });

  test('leaves skipped messages unread, and says where they start', async () => {
    const { two, conversationKey } = await buildConversation(30);
    const first = async () => (await two.ok(getSingleUserConversation, { conversationKey })).firstUnreadSequence;
    expect(await first()).toBe(1);
    // The newest ones were shown first.
    const input = { conversationKey, fromSequence: 25, throughSequence: 28 };
    expect(await two.ok(markConversationRead, input)).toMatchObject({
      unreadMessageCount: 26,
      conversation: { unreadMessageCount: 26, hasUrgentUnread: false, firstUnreadSequence: 1 },
    });
    await two.ok(markConversationRead, { conversationKey, throughSequence: 24 });
    expect(await first()).toBe(29);
    const { items } = await two.ok(getUserConversationMessages, { conversationKey, before: 29, pageSize: 1 });
    const marked = await two.ok(markMessageUnread, { userMessageId: items[0]?.userMessageId ?? 0 });
    expect(marked.conversation).toEqual({ unreadMessageCount: 3, hasUrgentUnread: false, firstUnreadSequence: 28 });
    const done = await two.ok(markConversationRead, { conversationKey, fromSequence: 28 });
    expect(done.conversation).toEqual({ unreadMessageCount: 0, hasUrgentUnread: false, firstUnreadSequence: null });
    expect(await first()).toBeNull();
  });

  test('on behalf of another user records both', async () => {
    const { callers, clientId } = await buildColleagues(app, 2);
    const [one, doctor] = callers as [Caller, Caller];
    const office = await app.as(await buildMessenger(app.db, { clientId }));
    await addProxy(app.db, doctor, office);
    const { conversationKey, userMessageId } = await send(one, [doctor]);
    await office.ok(markConversationRead, { conversationKey, onBehalfOfUserId: doctor.userId });
    const { readers } = await one.ok(getMessageReaders, { userMessageId });
    expect(readers).toMatchObject([{ userId: doctor.userId, readByUser: { userId: office.userId } }]);
    expect(await unreadOf(doctor)).toBe(0);
    expect((await office.fail(markConversationRead, { conversationKey })).code).toBe('no_access');
  });

  test('can be undone from a message on, except for own messages, and unarchives', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    await two.ok(sendQuickReply, { conversationKey, message: 'Yes.' });
    await one.ok(sendQuickReply, { conversationKey, message: 'Good.' });
    await two.ok(archiveUserConversation, { conversationKey, archiveConversation: true });
    const { items } = await two.ok(getUserConversationMessages, { conversationKey });
    const { userMessageId = 0 } = items[1] ?? {};
    expect(await two.ok(markMessageUnread, { userMessageId })).toMatchObject({ unreadMessageCount: 1 });
    const all = (await two.ok(getUserConversationMessages, { conversationKey })).items;
    expect(all.map((item) => item.isRead)).toEqual([true, true, false]);
    expect((await two.ok(getUserConversations, {})).items).toMatchObject([{ conversationKey, isArchived: false }]);
    const { userMessageId: firstId = 0 } = items[0] ?? {};
    expect(await two.ok(markMessageUnread, { userMessageId: firstId })).toMatchObject({ unreadMessageCount: 2 });
  });

  test('needs a session and the permission', async () => {
    const without = await app.as(await buildUser(app.db));
    const input = { conversationKey: 'x', userMessageId: 1 };
    for (const endpoint of [
      getMessagePage,
      getMessageReaders,
      getUnreadMessageCount,
      markConversationRead,
      markMessageUnread,
    ]) {
      expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
      expect((await without.fail(endpoint, input)).status).toBe(403);
    }
    const { users } = await without.ok(getImpersonatableUsers, { includeUnreadMessageCounts: true });
    expect(users.map((user) => user.unreadMessageCount)).toEqual([null]);
  });
});

test('badge, popout and list agree after random actions, and change numbers only increase', async () => {
  const { callers, patient } = await buildColleagues(app, 4);
  const office = await app.as(await buildMessenger(app.db, { clientId: patient.clientId }));
  for (const caller of callers) await addProxy(app.db, caller, office);
  const random = new Random('unread counts');
  const keys = new Set<string>();
  const sequences = new Map<number, number>();

  const act = async () => {
    const caller = random.pick(callers);
    const conversationKey = random.pick([...keys, '']);
    const action = random.int(0, 5);
    if (action === 0 || conversationKey === '') {
      const others = random.some(
        callers.filter((other) => other !== caller),
        random.int(1, 3),
      );
      const patientId = random.chance(0.6) ? patient.patientId : null;
      const recipientUserIds = others.map((other) => other.userId);
      const answer = await caller.call(sendMessage, { message: 'x', patientId, recipientUserIds });
      if (answer.body.wasSuccessful) keys.add(answer.body.conversationKey);
    } else if (action === 1) await caller.call(sendQuickReply, { conversationKey, message: 'y' });
    else if (action === 2)
      await caller.call(markConversationRead, { conversationKey, throughSequence: random.int(1, 9) });
    else if (action === 3) {
      await caller.call(archiveUserConversation, { conversationKey, archiveConversation: random.chance(0.7) });
    } else if (action === 4) {
      const found = await caller.call(getUserConversationMessages, { conversationKey });
      if (!found.body.wasSuccessful || found.body.items.length === 0) return;
      await caller.call(markMessageUnread, { userMessageId: random.pick(found.body.items).userMessageId });
    } else {
      const status = random.chance(0.5) ? 'accepted' : 'removed';
      await sql`update care_team_member set status = ${status}
        where patient_id = ${patient.patientId} and user_id = ${caller.userId}`.execute(app.db);
    }
  };

  const check = async () => {
    const { users } = await office.ok(getImpersonatableUsers, { includeUnreadMessageCounts: true });
    for (const caller of callers) {
      const { unreadMessageCount, sequence } = await caller.ok(getUnreadMessageCount, {});
      const list = { includeArchived: true, pageSize: 100 };
      const { items } = await caller.ok(getUserConversations, list);
      const theirs = await office.ok(getUserConversations, { ...list, onBehalfOfUserId: caller.userId });
      const { items: unreadOnly } = await caller.ok(getUserConversations, { unreadOnly: true, pageSize: 100 });
      const sum = (rows: typeof items) => rows.reduce((total, item) => total + item.unreadMessageCount, 0);
      const inPopout = users.find((user) => user.userId === caller.userId)?.unreadMessageCount;
      const counts = [unreadMessageCount, sum(items), sum(theirs.items), sum(unreadOnly), inPopout];
      expect(counts).toEqual(counts.map(() => counts[0]));
      expect(sequence).toBeGreaterThanOrEqual(sequences.get(caller.userId) ?? 0);
      sequences.set(caller.userId, sequence);
    }
  };

  for (let round = 0; round < 15; round += 1) {
    // Some actions run concurrently.
    await Promise.all(Array.from({ length: 8 }, act));
    await check();
  }
}, 120_000);
