import { removeCareTeamMember } from '@careloop/contracts/care-teams';
import { getUserConversationMessages } from '@careloop/contracts/messages';
import { getPatientInfo } from '@careloop/contracts/patients';
import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtime';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase } from '../db/client.ts';
import { buildColleagues, buildMessenger, send } from '../../test/conversations.ts';
import { addToCareTeam } from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { startWeb } from './web.ts';
import type { RunningWeb } from './web.ts';

// The change is made at one process; the browsers are connected to another.
let app: TestApp;
let web: RunningWeb;
const connections: HubConnection[] = [];
beforeAll(async () => {
  app = await startTestApp();
  const db = createDatabase({ url: app.databaseUrl, maxConnections: 4, applicationName: 'web-2', log: app.deps.log });
  const started = await startWeb({ ...app.deps, db }, app.databaseUrl);
  web = { ...started, stop: () => started.stop().then(() => db.destroy()) };
});
afterAll(async () => {
  for (const connection of connections) await connection.stop();
  await web.stop();
  await app.stop();
});

/** What the user's browser hears, as it hears it. */
async function listen({ token }: Caller): Promise<[RealtimeEventName, Record<string, unknown>][]> {
  const connection = new HubConnectionBuilder()
    .withUrl(`${web.address}/signalr`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build();
  const heard: [RealtimeEventName, Record<string, unknown>][] = [];
  for (const name of Object.keys(realtimeEvents) as RealtimeEventName[]) {
    connection.on(name, (payload: Record<string, unknown>) => heard.push([name, payload]));
  }
  await connection.start();
  connections.push(connection);
  return heard;
}

test('who is removed from a care team is shut out at the next call, and within a second of what happens there', async () => {
  const { callers, patient, clientId } = await buildColleagues(app, 2);
  const [stays, goes] = callers as [Caller, Caller];
  const editor = await buildMessenger(app.db, { clientId, permissions: ['Messages', 'EditCareTeam'] });
  await addToCareTeam(app.db, patient, editor);
  const remover = await app.as(editor);
  const { patientId } = patient;
  const { conversationKey } = await send(stays, [goes], { patientId });
  const [atStays, atGoes] = [await listen(stays), await listen(goes)];
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
  const told = ['CareTeamMembershipUpdatedEvent', { userId: goes.userId, patientId }];
  await expect.poll(() => atGoes, { timeout: 1_000, interval: 10 }).toContainEqual(told);

  // What is said there now is heard by who stays, and not by who is gone.
  const already = atGoes.length;
  await send(remover, [stays], { patientId, message: 'Without them.' });
  const isOfConversation = ([name]: [string, unknown]) => name === 'ConversationChangedEvent';
  await expect.poll(() => atStays.filter(isOfConversation).length).toBeGreaterThan(0);
  // Something of their own comes after all of it, and nothing was heard in between.
  const own = await send(remover, [goes]);
  await expect
    .poll(() => atGoes.slice(already).some(([, payload]) => payload['conversationKey'] === own.conversationKey))
    .toBe(true);
  const keys = atGoes.slice(already).flatMap(([, payload]) => payload['conversationKey'] ?? []);
  expect(new Set(keys)).toEqual(new Set([own.conversationKey]));
});
