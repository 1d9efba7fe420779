import type { Endpoint } from '@careloop/contracts/endpoint';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { findUsers } from '@careloop/contracts/directory/users';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { fillDemo } from '@careloop/demo/fillDemo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { addProxy } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { readOracle } from '../../../test/oracle.ts';
import type { Oracle } from '../../../test/oracle.ts';

// features/privacy.test.ts calls every endpoint in the user's own name. This file does so on behalf of others, without the
// permission, and with every filter, against the same oracle.

let app: TestApp;
let oracle: Oracle;
let endpoints: Endpoint[];
const callers = new Map<number, Caller>();

beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  const { users } = await readOracle(app.db);
  const [one, two, three] = users.filter(({ username }) => username.startsWith('dr'));
  if (one && two && three) await addProxy(app.db, one, two).then(() => addProxy(app.db, three, two));
  oracle = await readOracle(app.db);
  for (const user of oracle.users) callers.set(user.userId, await app.as(user));
  endpoints = app.app.endpoints.filter(({ path }) => path.startsWith('/provider/messages'));
});
afterAll(() => app.stop());

const conversationOf = (id: number) => oracle.conversations.find((one) => one.conversationId === id);
const keysOf = (member: number) => [...oracle.conversationsOf(member)].map((id) => conversationOf(id)?.key ?? '');

/** An input with every field that any of the calls needs; each call reads its own. */
const someInput = () => ({
  conversationKey: oracle.conversations[0]?.key,
  userMessageId: oracle.userMessages[0]?.userMessageId,
  cannedReplyId: 1,
  title: 'x',
  message: 'x',
  searchTerm: 'x',
  archiveConversation: true,
  recipientUserIds: [oracle.users[0]?.userId],
});

test('a user without the permission is refused every call, regardless of whom they act for', async () => {
  expect(endpoints.length).toBeGreaterThan(17);
  const proxy = oracle.users.find(({ userId }) => oracle.actsFor(userId).size > 1)?.userId ?? 0;
  const take = sql`delete from user_permission where user_id = ${proxy} and permission = 'Messages'`;
  const give = sql`insert into user_permission values (${proxy}, 'Messages')`;
  await take.execute(app.db);
  for (const endpoint of endpoints) {
    for (const onBehalfOfUserId of oracle.actsFor(proxy)) {
      const { status } = await callers.get(proxy)!.call(endpoint, { ...someInput(), onBehalfOfUserId });
      expect({ path: endpoint.path, status }).toEqual({ path: endpoint.path, status: 403 });
    }
  }
  const { users } = await callers.get(proxy)!.ok(getImpersonatableUsers, { includeUnreadMessageCounts: true });
  await give.execute(app.db);
  expect(users.length).toBeGreaterThan(1);
  expect(users.map(({ unreadMessageCount }) => unreadMessageCount)).toEqual(users.map(() => null));
});

test('no call can be made on behalf of someone the user may not act for', async () => {
  // Calls about the user's own data ignore the person acted for.
  const inNames = [...endpoints, findUsers, getImpersonatableUsers].filter(({ isOwn }) => !isOwn);
  for (const { userId } of oracle.users) {
    const others = oracle.users.filter((one) => !oracle.actsFor(userId).has(one.userId)).slice(-3);
    for (const { userId: onBehalfOfUserId } of others) {
      for (const { path, ...endpoint } of inNames) {
        const { status } = await callers.get(userId)!.call({ path, ...endpoint }, { ...someInput(), onBehalfOfUserId });
        expect({ path, userId, onBehalfOfUserId, status }).toMatchObject({ status: 403 });
      }
    }
  }
});

/** The inputs that identify a conversation or message, and whether a member may open it. */
const byKey = () => oracle.conversations.map(({ key, conversationId }) => ({ conversationKey: key, conversationId }));
const byMessage = () => oracle.userMessages.map((one) => ({ ...one, userMessageId: one.userMessageId }));
const isKey = (one: { conversationId: number }, member: number) =>
  oracle.conversationsOf(member).has(one.conversationId);
const isMessage = (one: { userMessageId: number }, member: number) =>
  oracle.userMessagesOf(member).has(one.userMessageId);

test.each([
  ['/provider/messages'],
  ['/provider/messages/conversations/single'],
  ['/provider/messages/conversations/page'],
  ['/provider/messages/find'],
  ['/provider/messages/drafts'],
  ['/provider/messages/page'],
  ['/provider/messages/readers'],
])(
  '%s on behalf of a person opens exactly what that person may open',
  async (path) => {
    const endpoint = endpoints.find((one) => one.path === path)!;
    const isOfMessages = ['/provider/messages/page', '/provider/messages/readers'].includes(path);
    for (const { userId } of oracle.users) {
      for (const member of [...oracle.actsFor(userId)].filter((one) => one !== userId)) {
        const named = { onBehalfOfUserId: member, searchTerm: 'the' };
        const asked = isOfMessages
          ? byMessage().map((one) => ({ input: { userMessageId: one.userMessageId }, isOpen: isMessage(one, member) }))
          : byKey().map((one) => ({ input: { conversationKey: one.conversationKey }, isOpen: isKey(one, member) }));
        const answers = await Promise.all(
          asked.map(async ({ input }) => {
            const { body } = await callers.get(userId)!.call(endpoint, declared(endpoint, { ...named, ...input }));
            return body.wasSuccessful ? 'open' : body.code;
          }),
        );
        expect({ userId, member, answers }).toEqual({
          userId,
          member,
          answers: asked.map(({ isOpen }) => (isOpen ? 'open' : 'no_access')),
        });
      }
    }
  },
  60_000,
);

test('no filter returns conversations of others, and each returns all matching ones', async () => {
  const patientIds = [...new Set(oracle.conversations.map((one) => one.patientId).filter((id) => id !== null))];
  for (const { userId } of oracle.users) {
    for (const member of oracle.actsFor(userId)) {
      const named = member === userId ? {} : { onBehalfOfUserId: member };
      const found = async (filter: object) => {
        const list = { ...named, ...filter, includeArchived: true, pageSize: 100 };
        const { items } = await callers.get(userId)!.ok(getUserConversations, list);
        return new Set(items.map((item) => item.conversationKey));
      };
      const mine = keysOf(member);
      const expected = (isLeft: (one: Oracle['conversations'][number]) => boolean) =>
        new Set(oracle.conversations.filter((one) => mine.includes(one.key) && isLeft(one)).map((one) => one.key));
      expect(await found({ conversationKeys: oracle.conversations.map(({ key }) => key).slice(0, 100) })).toEqual(
        expected((one) => oracle.conversations.indexOf(one) < 100),
      );
      for (const patientId of patientIds) {
        expect(await found({ patientId })).toEqual(expected((one) => one.patientId === patientId));
      }
      for (const { userId: memberUserId } of oracle.users) {
        const isShared = ({ members }: { members: number[] }) => members.includes(memberUserId);
        expect(await found({ memberUserId })).toEqual(expected(isShared));
      }
      const unread = new Set(
        oracle.userMessages
          .filter((one) => one.isUnread && oracle.userMessagesOf(member).has(one.userMessageId))
          .map((one) => one.conversationId),
      );
      expect(await found({ unreadOnly: true })).toEqual(expected((one) => unread.has(one.conversationId)));
    }
  }
});
