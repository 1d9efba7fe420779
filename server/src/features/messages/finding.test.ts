import { findInConversation } from '@careloop/contracts/messages/conversations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, send } from '../../../test/conversations.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A conversation with these messages, and a function that searches it. */
async function buildConversation(texts: readonly string[]) {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  let conversationKey = '';
  for (const message of texts) ({ conversationKey } = await send(one, [two], { message }));
  const find = (searchTerm: string, before?: number) =>
    two.ok(findInConversation, { conversationKey, searchTerm, before });
  const found = async (searchTerm: string, before?: number) =>
    (await find(searchTerm, before)).items.map((item) => item.sequence);
  return { one, two, conversationKey, find, found };
}

test('treats the search term literally, newest first', async () => {
  const texts = ['Potassium 100% of normal', 'potassium_level rose', 'nothing here', 'POTASSIUM again'];
  const { two, conversationKey, found } = await buildConversation(texts);
  expect(await found('potassium')).toEqual([4, 2, 1]);
  expect(await found('potassium', 4)).toEqual([2, 1]);
  expect(await found('0%')).toEqual([1]);
  expect(await found('m_l')).toEqual([2]);
  const short = await two.fail(findInConversation, { conversationKey, searchTerm: 'x' });
  expect(short.validationErrors).toEqual({ searchTerm: 'Enter at least 2 characters' });
});

test('ignores accents and case', async () => {
  const { found } = await buildConversation(['José called', 'Jose\u0301 wrote', 'JOSE came', 'STRASSE', 'die Straße']);
  for (const typed of ['jose', 'José', 'JOSE\u0301']) expect(await found(typed)).toEqual([3, 2, 1]);
  for (const typed of ['STRAßE', 'strasse']) expect(await found(typed)).toEqual([5, 4]);
  // A term of only accents is empty.
  expect(await found('\u0301\u0301')).toEqual([]);
});

/** Adds messages of the maximum length. */
async function addLong(conversationKey: string, count: number): Promise<void> {
  await sql`with c as (update conversation set last_sequence = 1 + ${count}::int where conversation_key = ${conversationKey} returning *),
    g as (insert into message (conversation_id, sequence, message, from_user_id, from_identity_user_id, date_sent)
      select c.conversation_id, s, repeat('é', 9990) || ' one', c.member_ids[1], c.member_ids[1], now()
      from c cross join generate_series(2, 1 + ${count}::int) as s returning conversation_id, sequence)
    insert into user_message (conversation_id, user_id, sequence, read_at)
    select g.conversation_id, u.id, g.sequence, now() from g cross join c cross join unnest(c.member_ids) as u(id)`.execute(
    app.db,
  );
}

test('limits the bytes searched at once, even if the messages are long', async () => {
  const { conversationKey, find } = await buildConversation(['the first one']);
  await addLong(conversationKey, 300);
  // Each has about 20,000 bytes; the limit is 4,000,000.
  const none = await find('the first');
  expect([none.items, none.nextBefore]).toEqual([[], 101]);
  const rest = await find('the first', 101);
  expect([rest.items.length, rest.nextBefore]).toEqual([1, null]);
  const page = await find(' one');
  expect([page.items.length, page.nextBefore]).toEqual([50, 252]);
});

test('searches a long conversation in parts, and says where to continue', async () => {
  const { conversationKey, find } = await buildConversation(['the first one']);
  await sql`with c as (update conversation set last_sequence = 12000 where conversation_key = ${conversationKey} returning *),
    g as (insert into message (conversation_id, sequence, message, from_user_id, from_identity_user_id, date_sent)
      select c.conversation_id, s, case when s % 200 = 0 then 'one of many' else 'x' end, c.member_ids[1], c.member_ids[1], now()
      from c cross join generate_series(2, 12000) as s returning conversation_id, sequence)
    insert into user_message (conversation_id, user_id, sequence, read_at)
    select g.conversation_id, u.id, g.sequence, now() from g cross join c cross join unnest(c.member_ids) as u(id)`.execute(
    app.db,
  );
  const page = await find('of many');
  expect(page.items.map((item) => item.sequence)).toEqual(Array.from({ length: 50 }, (_, at) => 12_000 - at * 200));
  expect(page.nextBefore).toBe(2_200);
  const rest = await find('of many', 2_200);
  expect([rest.items.length, rest.nextBefore]).toEqual([10, null]);
  const none = await find('the first');
  expect([none.items, none.nextBefore]).toEqual([[], 2_001]);
  expect((await find('the first', 2_001)).items).toMatchObject([{ sequence: 1 }]);
});
