import { messageTexts } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { getMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('there is one draft for each conversation and one for a new message, which sending removes', async () => {
  const { callers, patient } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  const fresh = {
    message: '  Dear ',
    recipientUserIds: [two.userId],
    patientId: patient.patientId,
    priority: 4 as const,
  };
  await one.ok(saveMessageDraft, { ...fresh, message: 'Dea' });
  await one.ok(saveMessageDraft, fresh);
  await one.ok(saveMessageDraft, { conversationKey, message: 'An answer' });
  expect((await one.ok(getMessageDraft, {})).draft).toMatchObject({
    message: '  Dear ',
    priority: 4,
    patientId: patient.patientId,
    recipients: [{ userId: two.userId }],
  });
  expect((await one.ok(getMessageDraft, { conversationKey })).draft).toMatchObject({ message: 'An answer' });
  expect((await two.ok(getMessageDraft, { conversationKey })).draft).toBeNull();
  expect((await one.ok(getUserConversations, {})).items[0]?.hasDraft).toBe(true);
  await one.ok(sendQuickReply, { conversationKey, message: 'An answer' });
  expect((await one.ok(getMessageDraft, { conversationKey })).draft).toBeNull();
  expect((await one.ok(getMessageDraft, {})).draft).not.toBeNull();
  await send(one, [two]);
  expect((await one.ok(getMessageDraft, {})).draft).toBeNull();
});

test('an empty draft is removed', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  await one.ok(saveMessageDraft, { message: 'x' });
  expect(await one.ok(saveMessageDraft, { message: ' ' })).toMatchObject({ current: null });
  expect((await one.ok(getMessageDraft, {})).draft).toBeNull();
  await one.ok(saveMessageDraft, { message: '\u200b\u3164\n' });
  expect((await one.ok(getMessageDraft, {})).draft).toBeNull();
});

test('a draft holds only what can be sent', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  const refused = async (message: string) => (await one.fail(saveMessageDraft, { message })).validationErrors;
  for (const message of ['a\0b', 'half of \ud83d']) {
    expect(await refused(message)).toEqual({ message: messageTexts.unkeepable });
  }
  expect(await refused('x'.repeat(10_001))).toEqual({ message: messageTexts.messageTooLong });
});

test('a draft can be replaced or removed only by a caller who saw its version', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const saved = async () => (await one.ok(getMessageDraft, {})).draft;
  const save = async (message: string, version: string, seen: string[]) =>
    (await one.ok(saveMessageDraft, { message, version, seen })).current;

  expect(await save('First', first, [])).toBeNull();
  expect(await save('Blind', second, [])).toMatchObject({ message: 'First', version: first });
  expect(await save(' ', second, [])).toMatchObject({ message: 'First', version: first });
  expect(await saved()).toMatchObject({ message: 'First', version: first });

  expect(await save('Second', second, [first])).toBeNull();
  // The response was lost: the same window saves again, aware that its version may have arrived.
  expect(await save('Second', second, [first, second])).toBeNull();
  expect(await save('Late', third, [first])).toMatchObject({ message: 'Second' });
  expect(await save('Third', third, [first, second])).toBeNull();
  expect(await saved()).toMatchObject({ message: 'Third', version: third });

  expect(await save(' ', crypto.randomUUID(), [second])).toMatchObject({ message: 'Third' });
  expect(await save(' ', crypto.randomUUID(), [third])).toBeNull();
  expect(await saved()).toBeNull();
  expect(await save('Of a version that is gone', first, [third])).toBeNull();

  // A caller without a version replaces whatever is stored, and gives it a new version.
  expect((await one.ok(saveMessageDraft, { message: 'Unseen' })).current).toBeNull();
  expect(await saved()).toMatchObject({ message: 'Unseen', version: expect.not.stringMatching(first) });
});

test('of two concurrent saves, one gets the other’s draft', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  const save = (message: string) => one.ok(saveMessageDraft, { message, version: crypto.randomUUID(), seen: [] });
  const answers = await Promise.all([save('a'), save('b')]);
  expect(answers.filter(({ current }) => current === null)).toHaveLength(1);
});

test('sending removes only the versions of the draft that it names', async () => {
  const { callers } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  const recipientUserIds = [two.userId];
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const place of [{ conversationKey }, {}]) {
    const saved = async () => (await one.ok(getMessageDraft, place)).draft?.message;
    const sendNow = (draftVersions: string[]) =>
      'conversationKey' in place
        ? one.ok(sendQuickReply, { conversationKey, message: 'Yes.', draftVersions })
        : one.ok(sendMessage, { recipientUserIds, message: 'Yes.', draftVersions });
    await one.ok(saveMessageDraft, { ...place, message: 'Ye', version: mine });
    for (const draftVersions of [[], [other]]) {
      await sendNow(draftVersions);
      expect(await saved()).toBe('Ye');
    }
    await sendNow([other, mine]);
    expect(await saved()).toBeUndefined();
  }
});

test('a draft belongs to its author and the person it is written for', async () => {
  const { callers, clientId } = await buildColleagues(app, 1);
  const [doctor] = callers as [Caller];
  const office = await app.as(await buildMessenger(app.db, { clientId }));
  await addProxy(app.db, doctor, office);
  await office.ok(saveMessageDraft, { message: 'For the doctor', onBehalfOfUserId: doctor.userId });
  await office.ok(saveMessageDraft, { message: 'My own' });
  const named = await office.ok(getMessageDraft, { onBehalfOfUserId: doctor.userId });
  expect(named.draft?.message).toBe('For the doctor');
  expect((await office.ok(getMessageDraft, {})).draft?.message).toBe('My own');
  expect((await doctor.ok(getMessageDraft, {})).draft).toBeNull();
});

test('a draft does not reveal users of other clients, or a patient who is no longer accessible', async () => {
  const { callers, patient } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  const elsewhere = await buildMessenger(app.db);
  await one.ok(saveMessageDraft, { message: 'x', recipientUserIds: [elsewhere.userId, 999_999_999] });
  expect((await one.ok(getMessageDraft, {})).draft?.recipients).toEqual([]);
  await one.ok(saveMessageDraft, { message: 'x', patientId: patient.patientId });
  await sql`update care_team_member set status = 'removed' where user_id = ${one.userId}`.execute(app.db);
  expect((await one.ok(getMessageDraft, {})).draft).toBeNull();
  await one.ok(saveMessageDraft, { message: 'x', patientId: patient.patientId });
  expect((await one.ok(getMessageDraft, {})).draft).toMatchObject({ message: 'x', patientId: null });
  // A draft that cannot be continued does not block a new one.
  await sql`update message_draft set patient_id = ${patient.patientId} where user_id = ${one.userId}`.execute(app.db);
  expect((await one.ok(saveMessageDraft, { message: 'y', version: crypto.randomUUID(), seen: [] })).current).toBeNull();
  expect((await one.ok(getMessageDraft, {})).draft).toMatchObject({ message: 'y' });
});

test('texts that are too long and closed conversations are rejected', async () => {
  const { callers } = await buildColleagues(app, 3);
  const [one, two, three] = callers as [Caller, Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  const long = await one.fail(saveMessageDraft, { message: 'x'.repeat(10_001) });
  expect(long.validationErrors).toEqual({ message: messageTexts.messageTooLong });
  for (const endpoint of [saveMessageDraft, getMessageDraft]) {
    const failure = await three.fail(endpoint, declared(endpoint, { conversationKey, message: 'x' }));
    expect(failure).toMatchObject({ code: 'no_access', message: messageTexts.noConversation });
  }
  const { rows } = await sql`select outcome, subject_type from audit_event where user_id = ${three.userId}`.execute(
    app.db,
  );
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ outcome: 'denied', subject_type: 'conversation' })));
});

test('every call needs a session and the permission', async () => {
  const without = await app.as(await buildUser(app.db));
  const input = { message: 'x' };
  for (const endpoint of [getMessageDraft, saveMessageDraft]) {
    expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
    expect((await without.fail(endpoint, input)).status).toBe(403);
  }
});
