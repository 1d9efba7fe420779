import { removeCareTeamMember } from '@careloop/contracts/care-teams';
import { getUserConversationMessages } from '@careloop/contracts/messages';
import { getPatientInfo } from '@careloop/contracts/patients';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, buildMessenger, send } from '../../../test/conversations.ts';
import { addToCareTeam } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { startWebBeside } from '../../../test/listening.ts';
import type { Heard, WebBeside } from '../../../test/listening.ts';

// Changes are made through one process; the browsers are connected to another.
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

test('a user removed from a care team is denied at the next call, and receives no more events within a second', async () => {
  const { callers, patient, clientId } = await buildColleagues(app, 2);
  const [stays, goes] = callers as [Caller, Caller];
  const editor = await buildMessenger(app.db, { clientId, permissions: ['Messages', 'EditCareTeam'] });
  await addToCareTeam(app.db, patient, editor);
  const remover = await app.as(editor);
  const { patientId } = patient;
  const { conversationKey } = await send(stays, [goes], { patientId });
  const [{ heard: atStays }, { heard: atGoes }] = [await web.listen(stays), await web.listen(goes)];
  const { care_team_member_id: careTeamMemberId } = await app.db
    .selectFrom('care_team_member')
    .select('care_team_member_id')
    .where('patient_id', '=', patientId)
    .where('user_id', '=', goes.userId)
    .executeTakeFirstOrThrow();

  await remover.ok(removeCareTeamMember, { patientId, careTeamMemberId, reason: 'Moved to another clinic.' });
  const refusal = { code: 'unauthorized_patient', validationErrors: { unauthorized: '2' } };
  expect(await goes.fail(getPatientInfo, { patientId })).toMatchObject(refusal);
  expect(await goes.fail(getUserConversationMessages, { conversationKey })).toMatchObject({ code: 'no_access' });
  const told = { event: 'CareTeamMembershipUpdatedEvent', payload: { userId: goes.userId, patientId } };
  await expect.poll(() => atGoes, { timeout: 1_000, interval: 10 }).toContainEqual(told);

  // A message sent now reaches the remaining member, but not the removed one.
  const already = atGoes.length;
  await send(remover, [stays], { patientId, message: 'Without them.' });
  const isOfConversation = ({ event }: Heard) => event === 'ConversationChangedEvent';
  await expect.poll(() => atStays.filter(isOfConversation).length).toBeGreaterThan(0);
  // A later event for the removed user arrives, with nothing in between.
  const own = await send(remover, [goes]);
  await expect
    .poll(() => atGoes.slice(already).some(({ payload }) => payload['conversationKey'] === own.conversationKey))
    .toBe(true);
  const keys = atGoes.slice(already).flatMap(({ payload }) => payload['conversationKey'] ?? []);
  expect(new Set(keys)).toEqual(new Set([own.conversationKey]));
});
