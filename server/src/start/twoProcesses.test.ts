import { acceptReferral } from '@careloop/contracts/referral-processing';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { logout } from '@careloop/contracts/session';
import type { RealtimeEventName } from '@careloop/contracts/realtime';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createDatabase } from '../db/client.ts';
import { buildProvider, buildReferralParties, referralInput } from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { TestApp } from '../../test/harness.ts';
import { startBackground } from './background.ts';
import { startWeb } from './web.ts';
import type { RunningWeb } from './web.ts';

// Two web processes and a worker on one database, as behind a load balancer.
let app: TestApp;
let webs: RunningWeb[];
let background: { stop: () => Promise<void> };
const connections: HubConnection[] = [];

beforeAll(async () => {
  app = await startTestApp();
  webs = [];
  for (const name of ['web-1', 'web-2']) {
    const db = createDatabase({ url: app.databaseUrl, maxConnections: 4, applicationName: name, log: app.deps.log });
    const web = await startWeb({ ...app.deps, db }, app.databaseUrl);
    webs.push({ ...web, stop: () => web.stop().then(() => db.destroy()) });
  }
  background = await startBackground(app.deps, app.databaseUrl);
});
afterAll(async () => {
  for (const connection of connections) await connection.stop();
  await background.stop();
  for (const web of webs) await web.stop();
  await app.stop();
});

/** What a browser of this user, connected to one of the processes, hears. */
async function listen(web: RunningWeb | undefined, token: string) {
  const connection = new HubConnectionBuilder()
    .withUrl(`${web?.address}/signalr`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build();
  const heard: [RealtimeEventName, unknown][] = [];
  const names = [
    'ReferralChangedEvent',
    'WorkQueueItemChangedEvent',
    'CareTeamMembershipUpdatedEvent',
    'DeliveryChangedEvent',
  ] as const;
  for (const name of names) connection.on(name, (payload: unknown) => heard.push([name, payload]));
  await connection.start();
  connections.push(connection);
  return { connection, heard };
}

test('a referral sent through one process reaches the receiver’s browser on the other, and the answer comes back', async () => {
  const parties = await buildReferralParties(app);
  const [sender, receiver] = [await app.as(parties.sender), await app.as(parties.receiver)];
  const outsider = await app.as(await buildProvider(app.db));
  const atSender = await listen(webs[0], sender.token);
  const atReceiver = await listen(webs[1], receiver.token);
  const atOutsider = await listen(webs[1], outsider.token);

  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  await vi.waitFor(() => {
    expect(atReceiver.heard).toContainEqual([
      'ReferralChangedEvent',
      { referralId, patientId: parties.patient.patientId, version: 1 },
    ]);
    expect(atReceiver.heard.map(([name]) => name)).toContain('WorkQueueItemChangedEvent');
  });

  await receiver.ok(acceptReferral, { referralId });
  await vi.waitFor(() => {
    expect(atSender.heard).toContainEqual([
      'ReferralChangedEvent',
      { referralId, patientId: parties.patient.patientId, version: 2 },
    ]);
  });
  expect(atOutsider.heard).toEqual([]);
});

test('the receiver is written to, and the message is kept where it can be seen', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  const delivery = await vi.waitFor(async () => {
    const { deliveries } = await sender.ok(getReferral, { referralId });
    expect(deliveries).toMatchObject([
      { channel: 'email', status: 'delivered', vendor: 'outbox', attempts: [{ outcome: 'delivered' }] },
    ]);
    return deliveries[0];
  }, 15_000);
  expect(delivery?.body).toContain(`/provider/Referrals?referralId=${referralId}`);
  expect(delivery?.body).not.toMatch(/Okafor|Chest pain/);
});

test('a session that ends closes its connection at once', async () => {
  const { receiver } = await buildReferralParties(app);
  const caller = await app.as(receiver);
  const { connection } = await listen(webs[1], caller.token);
  const closed = new Promise((resolve) => connection.onclose(resolve));
  await caller.ok(logout, {});
  await closed;
});
