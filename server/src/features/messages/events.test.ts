import { getUserConversationMessages, markConversationRead, markMessageUnread } from '@careloop/contracts/messages';
import { archiveUserConversation } from '@careloop/contracts/messages/conversations';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { createReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';
import type { Published } from '../../../test/published.ts';
import { completeUnread } from './shared/unread.ts';
import type { UnreadChange } from './shared/unread.ts';

let app: TestApp;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  app = await startTestApp();
  published = await listenToPublished(app);
});
beforeEach(() => published.take());
afterAll(async () => {
  await published.stop();
  await app.stop();
});

/** Everything published so far, with the counts a hub would add for a subscriber. */
async function heard(...events: RealtimeEventName[]): Promise<Published[]> {
  const all = await published.take(...events);
  return await Promise.all(
    all.map(async (one) => (one.event === 'UnreadMessageCountChangedEvent' ? await completed(one) : one)),
  );
}

async function completed(one: Published): Promise<Published> {
  const [payload] = await completeUnread(app.db, [one.payload as unknown as UnreadChange]);
  return { ...one, payload: { ...payload } };
}

const roomOf = ({ userId }: { userId: number }) => `user:${userId}`;
const unread = (user: { userId: number }, unreadMessageCount: number, sequence: number, newMessage?: object) => ({
  kind: 'event',
  event: 'UnreadMessageCountChangedEvent',
  rooms: [roomOf(user)],
  payload: { userId: user.userId, unreadMessageCount, sequence, ...(newMessage && { newMessage }) },
});

test('a message sends each recipient their own count, and the conversation to its members only', async () => {
  const { callers } = await buildColleagues(app, 4);
  const [one, two, three] = callers as [Caller, Caller, Caller, Caller];
  const { conversationKey } = await send(one, [two, three]);
  await two.ok(sendQuickReply, { conversationKey, message: 'Yes.' });
  const events = await heard('UnreadMessageCountChangedEvent', 'ConversationChangedEvent');
  expect(events.filter(({ event }) => event === 'UnreadMessageCountChangedEvent')).toEqual([
    unread(two, 1, 1, { conversationKey, sequence: 1 }),
    unread(three, 2, 1, { conversationKey, sequence: 1 }),
    unread(one, 1, 1, { conversationKey, sequence: 2 }),
    unread(three, 2, 2, { conversationKey, sequence: 2 }),
  ]);
  const changes = events.filter(({ event }) => event === 'ConversationChangedEvent');
  expect(changes.map(({ payload }) => payload)).toEqual(
    [1, 2].map((lastSequence) => ({ conversationKey, lastSequence })),
  );
  for (const { rooms } of changes) expect(new Set(rooms)).toEqual(new Set([one, two, three].map(roomOf)));
});

test('changes are published in order and without gaps, even with concurrent senders', async () => {
  const { callers } = await buildColleagues(app, 6);
  const [one] = callers as [Caller];
  // Two conversations each, so that senders contend for recipients, not for the conversation.
  await Promise.all(
    callers.flatMap((caller) => [send(caller, callers), send(caller, caller === one ? callers : [one])]),
  );
  const events = await heard('UnreadMessageCountChangedEvent');
  const ofOne = events.filter(({ rooms }) => rooms.includes(roomOf(one)));
  expect(ofOne).toMatchObject(Array.from({ length: 10 }, (_, index) => unread(one, 10, index + 1)));
});

test('a user who left the patient’s care team gets no events of the conversation', async () => {
  const { callers, patient } = await buildColleagues(app, 3);
  const [one, two, three] = callers as [Caller, Caller, Caller];
  const { conversationKey } = await send(one, [two, three], { patientId: patient.patientId });
  await sql`update care_team_member set status = 'removed' where user_id = ${three.userId}`.execute(app.db);
  await heard();
  await one.ok(sendQuickReply, { conversationKey, message: 'Now?' });
  await two.ok(markConversationRead, { conversationKey });
  const events = await heard('UnreadMessageCountChangedEvent', 'ConversationChangedEvent', 'ConversationReadEvent');
  expect(events.map(({ event }) => event)).toEqual([
    'UnreadMessageCountChangedEvent',
    'ConversationChangedEvent',
    'ConversationReadEvent',
    'UnreadMessageCountChangedEvent',
  ]);
  expect(events.flatMap(({ rooms }) => rooms)).not.toContain(roomOf(three));
});

test('only a new message is announced as such, not messages marked read or unread', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  const { items } = await two.ok(getUserConversationMessages, { conversationKey });
  await heard();
  await two.ok(markConversationRead, { conversationKey });
  await two.ok(markMessageUnread, { userMessageId: items[0]?.userMessageId ?? 0 });
  expect(await heard('UnreadMessageCountChangedEvent')).toEqual([unread(two, 1, 2), unread(two, 1, 3)]);
});

test('the sender hears what was read, and what was marked as unread afterwards', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  await two.ok(markConversationRead, { conversationKey });
  const { items } = await two.ok(getUserConversationMessages, { conversationKey });
  await two.ok(markMessageUnread, { userMessageId: items[0]?.userMessageId ?? 0 });
  const events = await heard('ConversationReadEvent');
  expect(events.map(({ payload }) => payload)).toMatchObject([{ throughSequence: 1 }, { throughSequence: 0 }]);
  for (const { rooms } of events) expect(new Set(rooms)).toEqual(new Set([one, two].map(roomOf)));
});

test('archiving sends an event to the member only, and a refused call to no one', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  await two.ok(sendQuickReply, { conversationKey, message: 'Yes.' });
  await two.ok(markConversationRead, { conversationKey });
  await heard();
  await two.ok(archiveUserConversation, { conversationKey, archiveConversation: true });
  await two.fail(archiveUserConversation, { conversationKey, archiveConversation: true });
  await two.fail(sendQuickReply, { conversationKey, message: ' ' });
  expect(await heard('UnreadMessageCountChangedEvent', 'ConversationChangedEvent')).toMatchObject([
    { event: 'ConversationChangedEvent', rooms: [roomOf(two)] },
  ]);
});

test('joining and leaving a care team sends the count again, also to proxies', async () => {
  const parties = await buildReferralParties(app);
  const { sender, receiver, patient } = parties;
  await app.db
    .insertInto('user_permission')
    .values([sender, receiver].map(({ userId }) => ({ user_id: userId, permission: 'Messages' })))
    .execute();
  const office = await buildMessenger(app.db, { clientId: sender.clientId });
  await sql`insert into user_proxy values (${receiver.userId}, ${office.userId}, 'office_user')`.execute(app.db);
  const [coordinator, doctor] = [await app.as(sender), await app.as(receiver)];
  await send(coordinator, [doctor], { patientId: patient.patientId });
  await sql`update care_team_member set status = 'inactive' where user_id = ${doctor.userId}`.execute(app.db);
  const { referralId } = await coordinator.ok(createReferral, referralInput(parties));
  await heard();
  await doctor.ok(acceptReferral, {
    referralId,
    version: 1,
    healthcareProviderId: receiver.healthcareProviderId,
  });
  const joined = await heard('UnreadMessageCountChangedEvent');
  expect(joined).toEqual([unread(doctor, 1, 2), unread(office, 0, 2)]);
  await doctor.ok(declineReferral, { referralId, version: 2, declineReason: 1 });
  expect(await heard('UnreadMessageCountChangedEvent')).toEqual([unread(doctor, 0, 3), unread(office, 0, 3)]);
});

test('no event, job, audit row or log contains message text', async () => {
  const { callers, patient } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const canary = 'Canary-7f3a potassium';
  const { conversationKey } = await send(one, [two], { message: canary, patientId: patient.patientId, priority: 4 });
  await two.ok(sendQuickReply, { conversationKey, message: canary });
  await one.fail(sendQuickReply, { conversationKey: 'no key', message: canary });
  const events = await published.take();
  const { rows: jobs } = await sql`select data from pgboss.job`.execute(app.db);
  const { rows: audit } = await sql`select details from audit_event`.execute(app.db);
  for (const kept of [events, jobs, audit, loggedLines]) expect(JSON.stringify(kept)).not.toContain('Canary');
});
