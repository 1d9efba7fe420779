import { messageTexts } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { getMessageDraft, removeMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('there is one draft for each conversation and one for a new message, which sending takes away', async () => {
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

test('an empty draft is taken away, and so is one that is not wanted', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  for (const remove of [
    () => one.ok(saveMessageDraft, { message: ' ' }),
    () => one.ok(removeMessageDraft, {}),
  ] as const) {
    await one.ok(saveMessageDraft, { message: 'x' });
    await remove();
    expect((await one.ok(getMessageDraft, {})).draft).toBeNull();
  }
});

test('a draft is replaced only from where it was written, or by who began from it', async () => {
  const { callers } = await buildColleagues(app, 1);
  const [one] = callers as [Caller];
  const [here, there] = [crypto.randomUUID(), crypto.randomUUID()];
  const kept = async () => (await one.ok(getMessageDraft, {})).draft?.message;
  const save = (writer: string, step: number, message: string, follows?: string) =>
    one.ok(saveMessageDraft, { writer, step, message, follows });

  const first = await save(here, 1, 'Here');
  expect(first.other).toBeNull();
  expect(await save(there, 1, 'There')).toMatchObject({ updatedAt: first.updatedAt, other: { message: 'Here' } });
  expect(await save(there, 2, '')).toMatchObject({ other: { message: 'Here' } });
  await one.ok(removeMessageDraft, { writer: there, follows: '2026-01-31T09:30:00.000000Z' });
  expect(await kept()).toBe('Here');

  // What is overtaken on its way.
  const second = await save(here, 3, 'Here again');
  expect(await save(here, 2, 'Here ag')).toEqual(second);
  expect(await kept()).toBe('Here again');

  // Begun from what was there.
  expect((await save(there, 3, 'Taken over', first.updatedAt ?? undefined)).other).toMatchObject({
    message: 'Here again',
  });
  expect((await save(there, 4, 'Taken over', second.updatedAt ?? undefined)).other).toBeNull();
  expect((await save(here, 4, 'Here once more', second.updatedAt ?? undefined)).other).toMatchObject({
    message: 'Taken over',
  });
  await one.ok(removeMessageDraft, { writer: there });
  expect((await save(here, 5, 'Here once more')).other).toBeNull();
  expect(await save(here, 4, ' ')).toMatchObject({ updatedAt: null });
  expect(await kept()).toBe('Here once more');
  expect(await save(here, 6, ' ')).toMatchObject({ updatedAt: null, other: null });
  expect(await kept()).toBeUndefined();
});

test('a draft is its writer’s alone, in the name it is written in', async () => {
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

test('a draft tells no name of people elsewhere, and nothing about a patient who is closed by now', async () => {
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
  // One that nobody can go on with is in nobody's way.
  await sql`update message_draft set patient_id = ${patient.patientId} where user_id = ${one.userId}`.execute(app.db);
  expect(await one.ok(saveMessageDraft, { writer: crypto.randomUUID(), message: 'y' })).toMatchObject({
    other: null,
  });
  expect((await one.ok(getMessageDraft, {})).draft).toMatchObject({ message: 'y' });
});

test('what is too long is refused, and so are closed conversations', async () => {
  const { callers } = await buildColleagues(app, 3);
  const [one, two, three] = callers as [Caller, Caller, Caller];
  const { conversationKey } = await send(one, [two]);
  const long = await one.fail(saveMessageDraft, { message: 'x'.repeat(10_001) });
  expect(long.validationErrors).toEqual({ message: messageTexts.messageTooLong });
  for (const endpoint of [saveMessageDraft, getMessageDraft, removeMessageDraft]) {
    const failure = await three.fail(endpoint, { conversationKey, message: 'x' });
    expect(failure).toMatchObject({ code: 'no_access', message: messageTexts.noConversation });
  }
  const { rows } = await sql`select outcome, subject_type from audit_event where user_id = ${three.userId}`.execute(
    app.db,
  );
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'denied', subject_type: 'conversation' })));
});

test('nothing here is open without a session or the permission', async () => {
  const without = await app.as(await buildUser(app.db));
  const input = { message: 'x' };
  for (const endpoint of [getMessageDraft, saveMessageDraft, removeMessageDraft]) {
    expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
    expect((await without.fail(endpoint, input)).status).toBe(403);
  }
});
