import { isDeepStrictEqual } from 'node:util';

import { permissions } from '@careloop/contracts/access';
import { savePermissions } from '@careloop/contracts/administration/users';
import { getUnreadMessageCount } from '@careloop/contracts/messages';
import { addProxyUser } from '@careloop/contracts/profile/proxies';
import { getContext } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, buildClient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { startWebBeside } from '../../../test/listening.ts';
import type { Browser, Heard, WebBeside } from '../../../test/listening.ts';
import { setUserActive } from '../../features/session/setUserActive.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';

// Events received by users who act for somebody, in browsers connected to another process than the one that handles the calls.
let app: TestApp;
let web: WebBeside;
beforeAll(async () => {
  app = await startTestApp();
  web = await startWebBeside(app);
});
afterAll(async () => {
  await web.stop();
  await app.stop();
});

/** Waits until a browser has received all of these events in any order, and returns the others it has received. */
async function hears({ heard }: Browser, expected: Heard[]): Promise<Heard[]> {
  await expect.poll(() => heard).toEqual(expect.arrayContaining(expected));
  return heard.filter((one) => !expected.some((other) => isDeepStrictEqual(one, other)));
}

const unread = (of: { userId: number }, unreadMessageCount: number, sequence: number, newMessage?: object): Heard => ({
  event: 'UnreadMessageCountChangedEvent',
  payload: { userId: of.userId, unreadMessageCount, sequence, ...(newMessage && { newMessage }) },
});
const changed = (conversationKey: string, lastSequence: number): Heard => ({
  event: 'ConversationChangedEvent',
  payload: { conversationKey, lastSequence },
});
const teamChanged = (patientId: number): Heard => ({ event: 'CareTeamChangedEvent', payload: { patientId } });
const joined = ({ userId }: { userId: number }, patientId: number): Heard => ({
  event: 'CareTeamMembershipUpdatedEvent',
  payload: { userId, patientId },
});

test('a proxy without the messages permission receives none of the person’s message events, but all others', async () => {
  const { callers, patient, clientId } = await buildColleagues(app, 2);
  const [sender, doctor] = callers as [Caller, Caller];
  const [reader, clerk] = [await buildMessenger(app.db, { clientId }), await buildUser(app.db, { clientId })];
  for (const proxy of [reader, clerk]) await addProxy(app.db, doctor, proxy);
  const [atReader, atClerk] = [await web.listen(await app.as(reader)), await web.listen(await app.as(clerk))];
  const { conversationKey } = await send(sender, [doctor]);
  const news = [unread(doctor, 1, 1, { conversationKey, sequence: 1 }), changed(conversationKey, 1)];
  expect(await hears(atReader, news)).toEqual([]);

  const rest: Heard = { event: 'PatientChangedEvent', payload: { patientId: patient.patientId } };
  await publish(app.db, [userRoom(doctor.userId)], 'PatientChangedEvent', { patientId: patient.patientId });
  expect(await hears(atClerk, [rest])).toEqual([]);
  // API calls follow the same rule.
  const asked = { onBehalfOfUserId: doctor.userId };
  expect((await (await app.as(clerk)).fail(getUnreadMessageCount, asked)).status).toBe(403);
});

test('a proxy receives a person’s events as long as that person’s account is active', async () => {
  const [doctor, clerk] = [await buildUser(app.db), await buildUser(app.db)];
  await addProxy(app.db, doctor, clerk);
  const { heard } = await web.listen(await app.as(clerk));
  let mark = 0;
  /** Whether the clerk receives an event sent to the doctor before a later one sent to the clerk. */
  const hearsOfDoctor = async () => {
    const [ofDoctor, ofClerk] = [(mark += 1), (mark += 1)];
    await publish(app.db, [userRoom(doctor.userId)], 'PatientChangedEvent', { patientId: ofDoctor });
    await publish(app.db, [userRoom(clerk.userId)], 'PatientChangedEvent', { patientId: ofClerk });
    const marks = () => heard.map(({ payload }) => payload['patientId']);
    await expect.poll(marks).toContain(ofClerk);
    return marks().includes(ofDoctor);
  };
  expect(await hearsOfDoctor()).toBe(true);
  await setUserActive(app.db, { username: doctor.username, isActive: false });
  await expect.poll(hearsOfDoctor).toBe(false);
  await setUserActive(app.db, { username: doctor.username, isActive: true });
  await expect.poll(hearsOfDoctor).toBe(true);
});

test('open pages of a user who gets a person to act for, or a permission, are told to read the session again', async () => {
  const { clientId } = await buildClient(app.db);
  const email = `clerk.${clientId}@example.org`;
  const named = { firstName: 'Robin', lastName: 'Clerk', email };
  const clerk = await app.as(await buildUser(app.db, { clientId, ...named, permissions: [] }));
  const doctor = await app.as(await buildUser(app.db, { clientId, userType: 'provider' }));
  // The clerk will act for the doctor, so the administrator needs the doctor's permissions, too.
  const admin = await app.as(await buildUser(app.db, { clientId, permissions: [...permissions] }));
  const [atClerk, atDoctor] = [await web.listen(clerk), await web.listen(doctor)];
  const told: Heard = { event: 'AccessChangedEvent', payload: {} };

  await doctor.ok(addProxyUser, { userId: doctor.userId, ...named });
  expect(await hears(atClerk, [told])).toEqual([]);
  expect((await clerk.ok(getContext, {})).user.usersToImpersonate).toMatchObject([{ proxiedUserId: doctor.userId }]);
  expect(atDoctor.heard).toEqual([]);

  atClerk.heard.splice(0);
  await admin.ok(savePermissions, { userId: clerk.userId, permissions: ['Messages'], version: 2 });
  expect(await hears(atClerk, [told])).toEqual([]);
  expect((await clerk.ok(getContext, {})).permissions).toEqual(['Messages']);
});

/** An assistant with an unread message about a patient they can no longer see, and a doctor they act for. */
async function buildAssistant() {
  const { callers, patient, clientId } = await buildColleagues(app, 3);
  const [sender, other, assistant] = callers as [Caller, Caller, Caller];
  const doctor = await app.as(await buildMessenger(app.db, { clientId }));
  await addProxy(app.db, doctor, assistant);
  const { conversationKey: oldKey } = await send(other, [assistant], { patientId: patient.patientId });
  await sql`update care_team_member set status = 'removed' where user_id = ${assistant.userId}`.execute(app.db);
  expect((await assistant.ok(getUnreadMessageCount, {})).unreadMessageCount).toBe(0);
  return { sender, other, assistant, doctor, patientId: patient.patientId, oldKey };
}

test('a message that adds somebody to a care team also sends the events to their proxy', async () => {
  const { sender, other, assistant, doctor, patientId, oldKey } = await buildAssistant();
  const [atAssistant, atOther] = [await web.listen(assistant), await web.listen(other)];
  const { conversationKey } = await send(sender, [doctor], { patientId });
  const news = [
    joined(doctor, patientId),
    teamChanged(patientId),
    unread(doctor, 1, 1, { conversationKey, sequence: 1 }),
    unread(assistant, 1, 2),
    changed(conversationKey, 1),
  ];
  expect(await hears(atAssistant, news)).toEqual([]);
  // The other participant can reach them in the old conversation again.
  expect(await hears(atOther, [teamChanged(patientId), changed(oldKey, 1)])).toEqual([]);
  expect(await assistant.ok(getUnreadMessageCount, {})).toMatchObject({ unreadMessageCount: 1, sequence: 2 });
});

test('a proxy who is both a recipient and added through the person they act for is counted once', async () => {
  const { sender, assistant, doctor, patientId } = await buildAssistant();
  await sql`update care_team_member set status = 'accepted' where user_id = ${assistant.userId}`.execute(app.db);
  const atAssistant = await web.listen(assistant);
  const { conversationKey } = await send(sender, [doctor, assistant], { patientId });
  const newMessage = { conversationKey, sequence: 1 };
  const news = [unread(doctor, 1, 1, newMessage), unread(assistant, 2, 2, newMessage), changed(conversationKey, 1)];
  expect(await hears(atAssistant, [...news, joined(doctor, patientId), teamChanged(patientId)])).toEqual([]);
});

test('a sender who acts for the added person receives the new count, but no new-message event for their own message', async () => {
  const { callers, patient, clientId } = await buildColleagues(app, 2);
  const [sender, other] = callers as [Caller, Caller];
  const doctor = await app.as(await buildMessenger(app.db, { clientId }));
  await addProxy(app.db, doctor, sender);
  await send(other, [sender], { patientId: patient.patientId });
  const atSender = await web.listen(sender);
  const { conversationKey } = await send(sender, [doctor], { patientId: patient.patientId });
  const { patientId } = patient;
  const news = [unread(sender, 1, 2), unread(doctor, 1, 1, { conversationKey, sequence: 1 })];
  const ofTeam = [joined(doctor, patientId), teamChanged(patientId)];
  expect(await hears(atSender, [...news, ...ofTeam, changed(conversationKey, 1)])).toEqual([]);
});
