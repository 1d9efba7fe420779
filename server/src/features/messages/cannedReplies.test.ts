import { messageTexts } from '@careloop/contracts/messages';
import { listCannedReplies, removeCannedReply, saveCannedReply } from '@careloop/contracts/messages/cannedReplies';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues } from '../../../test/conversations.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('canned replies are saved, changed and deleted by their user only', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { cannedReplyId } = await one.ok(saveCannedReply, { title: 'Thanks', message: 'Thank you.' });
  await one.ok(saveCannedReply, { title: 'call', message: 'Please call.' });
  expect((await one.ok(listCannedReplies, {})).cannedReplies.map((reply) => reply.title)).toEqual(['call', 'Thanks']);
  expect((await two.ok(listCannedReplies, {})).cannedReplies).toEqual([]);
  const change = { cannedReplyId, title: 'Thanks!', message: 'Thank you!' };
  for (const id of [cannedReplyId, 999_999_999]) {
    const changed = await two.fail(saveCannedReply, { ...change, cannedReplyId: id });
    expect(changed.message).toBe(messageTexts.noCannedReply);
    expect((await two.fail(removeCannedReply, { cannedReplyId: id })).message).toBe(messageTexts.noCannedReply);
  }
  await one.ok(saveCannedReply, change);
  expect((await one.ok(listCannedReplies, {})).cannedReplies).toContainEqual(change);
  await one.ok(removeCannedReply, { cannedReplyId });
  expect((await one.ok(listCannedReplies, {})).cannedReplies).toHaveLength(1);
});

test('of a user’s canned replies no two have the same title', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  await one.ok(saveCannedReply, { title: 'Thank you', message: 'Thanks.' });
  const { cannedReplyId } = await one.ok(saveCannedReply, { title: 'Call', message: 'Please call.' });
  for (const title of ['thank you', ' Thank  you', 'Thank\u200B you']) {
    for (const input of [{ title }, { title, cannedReplyId }]) {
      const { validationErrors } = await one.fail(saveCannedReply, { ...input, message: 'Thanks again.' });
      expect(validationErrors).toEqual({ title: messageTexts.cannedReplyTitleTaken });
    }
  }
  await one.ok(saveCannedReply, { cannedReplyId, title: 'CALL', message: 'Please call.' });
  await two.ok(saveCannedReply, { title: 'Thank you', message: 'Thanks.' });
});

test('canned replies have a title and a text, and there are a hundred at most', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  expect((await one.fail(saveCannedReply, { title: ' ', message: ' ' })).validationErrors).toEqual({
    title: messageTexts.titleRequired,
    message: messageTexts.messageRequired,
  });
  await sql`insert into canned_reply (user_id, title, message) select ${one.userId}, 'x' || n, 'y' from generate_series(1, 99) n`.execute(
    app.db,
  );
  const both = await Promise.all(['x', 'y'].map((title) => one.call(saveCannedReply, { title, message: 'y' })));
  expect(both.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
});

test('every call needs a session and the permission', async () => {
  const without = await app.as(await buildUser(app.db));
  const input = { message: 'x', title: 'x', cannedReplyId: 1 };
  for (const endpoint of [listCannedReplies, saveCannedReply, removeCannedReply]) {
    expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
    expect((await without.fail(endpoint, input)).status).toBe(403);
  }
});
