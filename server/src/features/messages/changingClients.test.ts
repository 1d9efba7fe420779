import { getUnreadMessageCount, getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import { findInConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addToCareTeam, buildClient, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

// What a user who moves to another client can still read (decision 023).

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Two colleagues who have written to each other with and without a patient of their client, and one of whom has moved. */
async function buildMoved() {
  const { callers, clientId } = await buildColleagues(app, 1);
  const [stays] = callers as [Caller];
  const viewer = await buildMessenger(app.db, { clientId, permissions: ['Messages', 'ViewAllPatients'] });
  const moves = await app.as(viewer);
  const patient = await buildPatient(app.db, { clientId });
  await addToCareTeam(app.db, patient, stays);
  const ofPatient = await send(stays, [moves], { patientId: patient.patientId });
  await sql`update care_team_member set status = 'inactive' where user_id = ${moves.userId}`.execute(app.db);
  const ofNone = await send(stays, [moves], { message: 'The new rota is out.' });
  const listed = async () => (await moves.ok(getUserConversations, {})).items.map((item) => item.conversationKey);
  expect(await listed()).toEqual([ofNone.conversationKey, ofPatient.conversationKey]);
  const next = await buildClient(app.db);
  await sql`update user_client set client_id = ${next.clientId} where user_id = ${moves.userId}`.execute(app.db);
  return { stays, moves, listed, ofPatient: ofPatient.conversationKey, ofNone: ofNone.conversationKey };
}

test('a move closes conversations about patients of the former client at once', async () => {
  const { moves, listed, ofPatient, ofNone } = await buildMoved();
  expect(await listed()).toEqual([ofNone]);
  expect(await moves.ok(getUnreadMessageCount, {})).toMatchObject({ unreadMessageCount: 1 });
  for (const endpoint of [getUserConversationMessages, findInConversation]) {
    const asked = { conversationKey: ofPatient, searchTerm: 'look' };
    expect(await moves.fail(endpoint, declared(endpoint, asked))).toMatchObject({ code: 'no_access' });
  }
});

test('conversations without a patient stay open for reading and replying', async () => {
  const { stays, moves, ofNone } = await buildMoved();
  expect((await moves.ok(getUserConversationMessages, { conversationKey: ofNone })).items).toHaveLength(1);
  await moves.ok(sendQuickReply, { conversationKey: ofNone, message: 'Thank you, and goodbye.' });
  await stays.ok(sendQuickReply, { conversationKey: ofNone, message: 'All the best.' });
  expect(await moves.ok(getUnreadMessageCount, {})).toMatchObject({ unreadMessageCount: 2 });
});

test('no new conversation can be started between the clients', async () => {
  const { stays, moves } = await buildMoved();
  for (const [from, to] of [
    [stays, moves],
    [moves, stays],
  ] as const) {
    expect((await from.ok(findUsers, toMessages)).items).toEqual([]);
    const refusal = await from.fail(sendMessage, { message: 'x', recipientUserIds: [to.userId] });
    expect(refusal.validationErrors).toEqual({ recipientUserIds: messageTexts.cannotBeMessaged });
  }
});
