import { listCareTeam } from '@careloop/contracts/care-teams';
import { getUserConversationMessages, getUnreadMessageCount, messageTexts } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { getPatientInfo } from '@careloop/contracts/patients';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addProxy } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A user who left the care team, has a message from before that, and opened the record with emergency access. */
async function openInEmergency() {
  const { clientId, patient, callers } = await buildColleagues(app, 2);
  const [colleague, former] = callers as [Caller, Caller];
  const { patientId } = patient;
  const { conversationKey } = await send(colleague, [former], { patientId });
  await app.db
    .updateTable('care_team_member')
    .set({ status: 'removed' })
    .where('user_id', '=', former.userId)
    .execute();
  expect(await former.fail(getUserConversationMessages, { conversationKey })).toMatchObject({ code: 'no_access' });
  await app.db
    .insertInto('break_glass_access')
    .values({ user_id: former.userId, patient_id: patientId, reason: 'Unconscious' })
    .execute();
  expect((await former.ok(getPatientInfo, { patientId })).can.sendMessage).toBe(messageTexts.emergencyOnly);
  const proxy = await buildMessenger(app.db, { clientId });
  await addProxy(app.db, former, proxy);
  return { patientId, conversationKey, colleague, former, proxy: await app.as(proxy) };
}

test('emergency access gives its holder’s proxies no access to messages about the patient', async () => {
  const { patientId, conversationKey, former, proxy } = await openInEmergency();
  const onBehalfOfUserId = former.userId;
  expect(await proxy.fail(getUserConversationMessages, { conversationKey, onBehalfOfUserId })).toMatchObject({
    code: 'no_access',
  });
  expect((await proxy.ok(getUserConversations, { patientId, onBehalfOfUserId })).items).toEqual([]);
  expect(await proxy.ok(getUnreadMessageCount, { onBehalfOfUserId })).toMatchObject({ unreadMessageCount: 0 });
  const message = { message: 'Hello', recipientUserIds: [former.userId], patientId };
  expect(await proxy.fail(sendMessage, message)).toMatchObject({ code: 'unauthorized_patient' });
});

test('nor its holder, who is told where to ask, since a message would change the care team', async () => {
  const { patientId, conversationKey, colleague, former } = await openInEmergency();
  expect(await former.fail(getUserConversationMessages, { conversationKey })).toMatchObject({ code: 'no_access' });
  expect((await former.ok(getUserConversations, { patientId })).items).toEqual([]);
  const message = { message: 'Hello', recipientUserIds: [colleague.userId], patientId };
  expect(await former.fail(sendMessage, message)).toMatchObject({
    code: 'wrong_state',
    message: messageTexts.emergencyOnly,
  });
  expect((await former.ok(listCareTeam, { patientId })).can.message).toBe(messageTexts.emergencyOnly);
});
