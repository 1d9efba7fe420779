import { getUnreadMessageCount, getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import {
  archiveUserConversation,
  findInConversation,
  getConversationPage,
  getSingleUserConversation,
  getUserConversations,
} from '@careloop/contracts/messages/conversations';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, addToCareTeam, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Filter = Parameters<Caller['ok']>[1];
const keysOf = async (caller: Caller, filter: Filter = {}) =>
  (await caller.ok(getUserConversations, filter)).items.map((item) => item.conversationKey);
const closed = { status: 200, code: 'no_access', message: messageTexts.noConversation };

/** A user with one conversation with each of this many colleagues, the newest last. */
async function buildCorrespondent(count: number) {
  const { callers, clientId, patient } = await buildColleagues(app, 1);
  const [me] = callers as [Caller];
  const others: Caller[] = [];
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const other = await app.as(await buildMessenger(app.db, { clientId }));
    others.push(other);
    keys.push((await send(other, [me])).conversationKey);
  }
  return { me, others, keys, clientId, patient };
}

describe('the list', () => {
  test('shows each conversation with its last message, members, patient and unread state', async () => {
    const { callers, patient } = await buildColleagues(app, 3);
    const [one, two, three] = callers as [Caller, Caller, Caller];
    const about = { patientId: patient.patientId };
    const { conversationKey } = await send(one, [two, three], { ...about, priority: 4, message: 'x'.repeat(1_000) });
    await one.ok(sendQuickReply, { conversationKey, message: 'And call me.' });
    const [item] = (await two.ok(getUserConversations, {})).items;
    expect(item).toMatchObject({
      conversationKey,
      isArchived: false,
      patient: about,
      lastSequence: 2,
      lastMessage: { message: 'And call me.', isRead: false, priority: 1, fromUser: { userId: one.userId } },
      unreadMessageCount: 2,
      hasUrgentUnread: true,
      hasDraft: false,
      can: { archive: true, unarchive: messageTexts.isNotArchived },
    });
    expect(item?.members).toHaveLength(3);
    const [own] = (await one.ok(getUserConversations, {})).items;
    expect(own).toMatchObject({
      unreadMessageCount: 0,
      hasUrgentUnread: false,
      can: { archive: messageTexts.oneSided },
    });
  });

  test('pages by number and by cursor, newest first, and stays consistent while new messages arrive', async () => {
    const { me, others, keys } = await buildCorrespondent(12);
    const newestFirst = keys.toReversed();
    const first = await me.ok(getUserConversations, { pageSize: 5 });
    expect(first).toMatchObject({ page: 1, numPages: 3, totalItemCount: 12 });
    expect(await keysOf(me, { pageSize: 5, page: 3 })).toEqual(newestFirst.slice(10));
    // An older conversation moves up: none is skipped, and only the moved one appears twice.
    await send(others[0]!, [me]);
    const second = await me.ok(getUserConversations, { pageSize: 5, cursor: first.nextCursor! });
    const third = await me.ok(getUserConversations, { pageSize: 5, cursor: second.nextCursor! });
    const shown = [...second.items, ...third.items].map((item) => item.conversationKey);
    expect(shown).toEqual(newestFirst.slice(5, 11));
    expect(third.nextCursor).toBeNull();
    expect((await keysOf(me))[0]).toBe(keys[0]);
    const bad = await me.fail(getUserConversations, { cursor: 'of no list' });
    expect(bad.code).toBe('invalid_input');
  });

  test('stops counting early, and says so', async () => {
    const { me } = await buildCorrespondent(7);
    expect(await me.ok(getUserConversations, { pageSize: 1 })).toMatchObject({ numPages: 4, totalItemCount: null });
    expect(await me.ok(getUserConversations, { pageSize: 1, page: 4 })).toMatchObject({
      numPages: 7,
      totalItemCount: 7,
    });
  });

  test('a page beyond the end has the right number of pages', async () => {
    const { me } = await buildCorrespondent(7);
    for (const page of [3, 9, 1_000]) {
      const beyond = await me.ok(getUserConversations, { pageSize: 5, page });
      expect(beyond).toMatchObject({ items: [], page, numPages: 2, totalItemCount: 7, nextCursor: null });
    }
  });

  test('filters by patient, archive, unread, urgent and member', async () => {
    const { me, others, keys, patient } = await buildCorrespondent(4);
    const urgent = (await send(others[1]!, [me], { priority: 4 })).conversationKey;
    await addToCareTeam(app.db, patient, others[2]!);
    const about = (await send(me, [others[2]!], { patientId: patient.patientId })).conversationKey;
    await me.ok(sendQuickReply, { conversationKey: keys[0]!, message: 'Thanks.' });
    await me.ok(archiveUserConversation, { conversationKey: keys[0]!, archiveConversation: true });
    expect(await keysOf(me)).toEqual([about, urgent, keys[3], keys[2]]);
    expect(await keysOf(me, { includeArchived: true })).toEqual([keys[0], about, urgent, keys[3], keys[2]]);
    expect(await keysOf(me, { patientId: patient.patientId })).toEqual([about]);
    expect(await keysOf(me, { urgentOnly: true })).toEqual([urgent]);
    expect(await keysOf(me, { unreadOnly: true })).toEqual([urgent, keys[3], keys[2]]);
    expect(await keysOf(me, { unreadOnly: true, patientId: patient.patientId })).toEqual([]);
    expect(await keysOf(me, { memberUserId: others[2]!.userId })).toEqual([about, keys[2]]);
    expect(await keysOf(me, { memberUserId: others[0]!.userId, includeArchived: true })).toEqual([keys[0]]);
    const widget = await me.ok(getUserConversations, { patientId: patient.patientId, pageSize: 3 });
    expect(widget.totalItemCount).toBe(1);
  });

  test('returns a few conversations by their keys, subject to the filters', async () => {
    const { me, others, keys } = await buildCorrespondent(4);
    const [first = '', second = '', third = ''] = keys;
    await me.ok(sendQuickReply, { conversationKey: first, message: 'Yes.' });
    await me.ok(sendQuickReply, { conversationKey: second, message: 'Yes.' });
    await me.ok(archiveUserConversation, { conversationKey: second, archiveConversation: true });
    const conversationKeys = [first, second, 'no key'];
    expect(await keysOf(me, { conversationKeys })).toEqual([first]);
    expect(await keysOf(me, { conversationKeys: second, includeArchived: true })).toEqual([second]);
    expect(await keysOf(me, { conversationKeys: [third], unreadOnly: true })).toEqual([third]);
    expect(await keysOf(others[1]!, { conversationKeys })).toEqual([second]);
    expect((await me.fail(getUserConversations, { conversationKeys: Array(101).fill(first) })).code).toBe(
      'invalid_input',
    );
  });

  test('finds the page that contains a conversation, and a cursor that starts with it', async () => {
    const { me, keys, others } = await buildCorrespondent(7);
    const place = (conversationKey: string, more = {}) =>
      me.ok(getConversationPage, { conversationKey, pageSize: 3, ...more });
    for (const [index, conversationKey] of keys.toReversed().entries()) {
      const { page, cursor } = await place(conversationKey);
      expect(page).toBe(Math.floor(index / 3) + 1);
      expect((await keysOf(me, { cursor }))[0]).toBe(conversationKey);
    }
    expect((await place(keys[0]!, { unreadOnly: true, memberUserId: others[1]!.userId })).page).toBeNull();
    expect(await others[1]!.fail(getConversationPage, { conversationKey: keys[0] })).toMatchObject(closed);
  });
});

describe('a conversation', () => {
  test('returns members, care team, unread state and permissions', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const leaver = await app.as(await buildMessenger(app.db, { clientId }));
    const { conversationKey } = await send(one, [two, leaver], { patientId: patient.patientId });
    await setMembership(patient, leaver, 'removed');
    const conversation = await one.ok(getSingleUserConversation, { conversationKey });
    const of = (user: Caller) => conversation.members.find((member) => member.userId === user.userId);
    expect(of(two)).toMatchObject({ isActive: true, isActiveOnCareTeam: true, hasAccess: true });
    expect(of(leaver)).toMatchObject({ isActive: true, isActiveOnCareTeam: false, hasAccess: false });
    expect(conversation.unreadIndicators.map((one_) => one_.toUserId)).toEqual([two.userId, leaver.userId]);
    expect(conversation.can).toEqual({
      archive: messageTexts.oneSided,
      unarchive: messageTexts.isNotArchived,
      reply: true,
    });
  });

  test('returns the same error for a missing conversation and another user’s, and audits the denial', async () => {
    const { callers } = await buildColleagues(app, 3);
    const [one, two, three] = callers as [Caller, Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    const inputs = { archiveConversation: true, searchTerm: 'look', pageSize: 20 };
    for (const endpoint of [
      getSingleUserConversation,
      getUserConversationMessages,
      getConversationPage,
      findInConversation,
      archiveUserConversation,
    ]) {
      for (const key of [conversationKey, crypto.randomUUID(), '0', '%00', '1e999']) {
        expect(await three.fail(endpoint, declared(endpoint, { ...inputs, conversationKey: key }))).toMatchObject(
          closed,
        );
      }
    }
    const denials = await app.db
      .selectFrom('audit_event')
      .select('outcome')
      .where('user_id', '=', three.userId)
      .execute();
    expect(denials).toHaveLength(25);
    expect(denials.every((denial) => denial.outcome === 'denied')).toBe(true);
  });

  test('closes when access to the patient is lost, with its unread messages, and reopens when it is regained', async () => {
    const { callers, patient } = await buildColleagues(app, 3);
    const [one, two] = callers as [Caller, Caller, Caller];
    const { conversationKey } = await send(one, callers, { patientId: patient.patientId });
    const unread = async () => (await two.ok(getUnreadMessageCount, {})).unreadMessageCount;
    expect([await keysOf(two), await unread()]).toEqual([[conversationKey], 1]);
    await setMembership(patient, two, 'removed');
    expect([await keysOf(two), await unread()]).toEqual([[], 0]);
    expect(await two.fail(getUserConversationMessages, { conversationKey })).toMatchObject(closed);
    expect(await two.fail(sendQuickReply, { conversationKey, message: 'x' })).toMatchObject(closed);
    await one.ok(sendQuickReply, { conversationKey, message: 'While they are away.' });
    expect(await unread()).toBe(0);
    await setMembership(patient, two, 'accepted');
    expect([await keysOf(two), await unread()]).toEqual([[conversationKey], 2]);
  });

  test('is open to a member through the person they act for, identically for every reader', async () => {
    const { callers, patient, clientId } = await buildColleagues(app, 2);
    const [doctor, colleague] = callers as [Caller, Caller];
    const office = await app.as(await buildMessenger(app.db, { clientId }));
    await addProxy(app.db, doctor, office);
    const { conversationKey } = await send(office, [colleague], { patientId: patient.patientId });
    expect(await keysOf(office)).toEqual([conversationKey]);
    expect(await keysOf(office, { onBehalfOfUserId: doctor.userId })).toEqual([]);
    await setMembership(patient, doctor, 'removed');
    expect(await keysOf(office)).toEqual([]);
  });

  async function setMembership(patient: { patientId: number }, user: { userId: number }, status: string) {
    await sql`update care_team_member set status = ${status} where patient_id = ${patient.patientId} and user_id = ${user.userId}`.execute(
      app.db,
    );
  }
});

describe('archiving', () => {
  test('rejects one-sided conversations with the tooltip’s text', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    for (const caller of [one, two]) {
      const failure = await caller.fail(archiveUserConversation, { conversationKey, archiveConversation: true });
      expect(failure).toMatchObject({ code: 'wrong_state', message: messageTexts.oneSided });
    }
    await one.ok(sendQuickReply, { conversationKey, message: 'Again.' });
    const own = await one.fail(archiveUserConversation, { conversationKey, archiveConversation: true });
    expect(own.message).toBe(messageTexts.oneSided);
    expect(await two.ok(archiveUserConversation, { conversationKey, archiveConversation: true })).toMatchObject({
      isArchived: true,
    });
  });

  test('applies to one member, marks messages as read, and ends with the next message', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    await one.ok(sendQuickReply, { conversationKey, message: 'Again.' });
    await two.ok(archiveUserConversation, { conversationKey, archiveConversation: true });
    expect((await two.ok(getUnreadMessageCount, {})).unreadMessageCount).toBe(0);
    expect([await keysOf(two), await keysOf(one)]).toEqual([[], [conversationKey]]);
    const twice = await two.fail(archiveUserConversation, { conversationKey, archiveConversation: true });
    expect(twice.message).toBe(messageTexts.isArchived);
    await two.ok(archiveUserConversation, { conversationKey, archiveConversation: false });
    expect(await keysOf(two)).toEqual([conversationKey]);
    await two.ok(archiveUserConversation, { conversationKey, archiveConversation: true });
    await one.ok(sendQuickReply, { conversationKey, message: 'Once more.' });
    expect(await keysOf(two)).toEqual([conversationKey]);
    expect((await two.ok(getUnreadMessageCount, {})).unreadMessageCount).toBe(1);
  });

  test('is refused if a message has not been shown', async () => {
    const { callers } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    const { conversationKey } = await send(one, [two]);
    await one.ok(sendQuickReply, { conversationKey, message: 'Again.' });
    const archiving = { conversationKey, archiveConversation: true, lastSequence: 1 };
    const stale = await two.fail(archiveUserConversation, archiving);
    expect(stale).toMatchObject({ status: 409, code: 'stale_version', current: { version: 2 } });
    await two.ok(archiveUserConversation, { ...archiving, lastSequence: 2 });
  });
});

test('conversations need a session and the permission', async () => {
  const { patientId } = await buildPatient(app.db);
  const without = await app.as(await buildUser(app.db));
  const input = { conversationKey: 'x', patientId, archiveConversation: true, searchTerm: 'xx' };
  for (const endpoint of [
    getUserConversations,
    getConversationPage,
    getSingleUserConversation,
    archiveUserConversation,
    findInConversation,
    getUserConversationMessages,
  ]) {
    expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
    expect((await without.fail(endpoint, input)).status).toBe(403);
  }
});
