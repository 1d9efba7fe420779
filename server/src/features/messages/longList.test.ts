import { getConversationPage, getUserConversations } from '@careloop/contracts/messages/conversations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildMessenger } from '../../../test/conversations.ts';
import { buildClient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

/** More than the number of rows walked for another member. */
const count = 620;

let app: TestApp;
let me: Caller;
let rare: Caller;
/** Newest first. */
let keys: string[];

beforeAll(async () => {
  app = await startTestApp();
  const { clientId } = await buildClient(app.db);
  me = await app.as(await buildMessenger(app.db, { clientId }));
  rare = await app.as(await buildMessenger(app.db, { clientId }));
  keys = await insertConversations(clientId);
});
afterAll(() => app.stop());

/**
 * One conversation a minute, each with a different colleague; every hundredth with the rare one, every second of those
 * archived.
 */
async function insertConversations(clientId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with others as (
      insert into user_account (username, user_type, first_name, last_name, origin_client_id)
      select 'other' || n, 'office_user', 'Other', 'Number ' || n, ${clientId} from generate_series(1, ${count}::int) n
      returning user_id, substr(username, 6)::int as n),
    founded as (
      insert into conversation (member_ids, last_sequence, last_message_at)
      select array(select id from unnest(array[${me.userId}::bigint, user_id] ||
          case when n % 100 = 0 then array[${rare.userId}::bigint] else '{}' end) as m(id) order by id),
        1, now() - n * interval '1 minute' from others
      returning conversation_id, conversation_key, member_ids, last_message_at),
    joined as (
      insert into conversation_member (conversation_id, user_id, last_message_at, sent_count, is_archived)
      select conversation_id, id, last_message_at, (id = ${me.userId})::int,
        ${rare.userId} = any(member_ids) and extract(minute from now() - last_message_at)::int % 40 = 0
      from founded cross join unnest(member_ids) as m(id)),
    written as (
      insert into message (conversation_id, sequence, message, from_user_id, from_identity_user_id, date_sent)
      select conversation_id, 1, 'Hello', ${me.userId}, ${me.userId}, last_message_at from founded),
    had as (
      insert into user_message (conversation_id, user_id, sequence, read_at)
      select conversation_id, id, 1, now() from founded cross join unnest(member_ids) as m(id))
    select conversation_key as key from founded order by last_message_at desc`.execute(app.db);
  return rows.map((row) => row.key);
}

const isRare = (key: string) => (keys.indexOf(key) + 1) % 100 === 0;

const keysOf = async (input: object) =>
  (await me.ok(getUserConversations, input)).items.map((item) => item.conversationKey);

describe('a long list', () => {
  test('finds conversations shared with a colleague, however far down, page by page', async () => {
    const shared = keys.filter((_, index) => (index + 1) % 100 === 0);
    expect(shared).toHaveLength(6);
    const memberUserId = rare.userId;
    const all = await keysOf({ memberUserId, includeArchived: true });
    expect(all).toEqual(shared);
    const open = await keysOf({ memberUserId });
    expect(open.length).toBeLessThan(shared.length);
    expect(open).toEqual(shared.filter((key) => open.includes(key)));

    const first = await me.ok(getUserConversations, { memberUserId, includeArchived: true, pageSize: 4 });
    const next = { memberUserId, includeArchived: true, pageSize: 4, cursor: first.nextCursor };
    expect([...first.items.map((item) => item.conversationKey), ...(await keysOf(next))]).toEqual(shared);
  });

  test('can jump to its end without counting everything before it', async () => {
    const input = { includeArchived: true, conversationKey: keys.at(-1) ?? '' };
    const { page, cursor } = await me.ok(getConversationPage, input);
    expect(page).toBe(11);
    expect(await keysOf({ includeArchived: true, cursor })).toEqual(keys.slice(-1));
    const near = await me.ok(getConversationPage, { ...input, conversationKey: keys[45] ?? '' });
    expect(near.page).toBe(3);
    expect((await keysOf({ includeArchived: true, cursor: near.cursor }))[0]).toBe(keys[45]);
  });

  test('opens at the page of a conversation, and is read from there up to its top and down to its end', async () => {
    for (const [index, above] of [
      [45, 5],
      [60, 0],
      [400, 10],
      [count - 1, 10],
    ] as const) {
      const input = { includeArchived: true };
      const { pageCursor } = await me.ok(getConversationPage, { ...input, conversationKey: keys[index] ?? '' });
      const page = await me.ok(getUserConversations, { ...input, cursor: pageCursor });
      expect(page.items.map((item) => item.conversationKey)).toEqual(keys.slice(index - above, index - above + 20));
      const previous = await me.ok(getUserConversations, { ...input, before: page.previousCursor ?? '' });
      expect(previous.items.map((item) => item.conversationKey)).toEqual(keys.slice(index - above - 20, index - above));
      // The page above continues with the one it was asked from.
      expect(await keysOf({ ...input, cursor: previous.nextCursor })).toEqual(
        page.items.map((item) => item.conversationKey),
      );
    }
  });

  test.each([
    ['all', () => ({ includeArchived: true }), (key: string) => keys.includes(key)],
    ['shared with a colleague', () => ({ includeArchived: true, memberUserId: rare.userId }), isRare],
  ] as const)('is read up to its top page by page: %s', async (_name, filterOf, isListed) => {
    const filter = filterOf();
    const listed = keys.filter((key) => isListed(key));
    const from = listed.at(-1) ?? '';
    const { cursor } = await me.ok(getConversationPage, { ...filter, conversationKey: from });
    let page = await me.ok(getUserConversations, { ...filter, cursor, pageSize: 4 });
    let read = page.items.map((item) => item.conversationKey);
    let pages = 0;
    while (page.previousCursor !== null) {
      page = await me.ok(getUserConversations, {
        ...filter,
        before: page.previousCursor,
        pageSize: isListed === isRare ? 4 : 100,
      });
      read = [...page.items.map((item) => item.conversationKey), ...read];
      pages += 1;
    }
    expect(read).toEqual(listed);
    expect(pages).toBeGreaterThan(1);
  });

  test('answers nothing above its first row, and refuses a cursor that is none', async () => {
    const { cursor } = await me.ok(getConversationPage, { conversationKey: keys[0] ?? '' });
    const page = await me.ok(getUserConversations, { cursor });
    expect(page.items[0]?.conversationKey).toBe(keys[0]);
    const above = await me.ok(getUserConversations, { before: page.previousCursor ?? '' });
    expect(above).toMatchObject({ items: [], previousCursor: null });
    expect(await keysOf({ cursor: above.nextCursor })).toEqual(page.items.map((item) => item.conversationKey));
    expect((await me.ok(getUserConversations, {})).previousCursor).toBeNull();
    expect(await me.fail(getUserConversations, { before: 'none' })).toMatchObject({ code: 'invalid_input' });
  });

  test('has no position for a conversation excluded by the filters', async () => {
    const conversationKey = keys[300] ?? '';
    const { page } = await me.ok(getConversationPage, { conversationKey, memberUserId: rare.userId });
    expect(page).toBeNull();
  });
});
