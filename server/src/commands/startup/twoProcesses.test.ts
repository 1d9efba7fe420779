import { acceptReferral } from '@careloop/contracts/referrals/processing';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { logout } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { notifyReferralReceiver } from '../../features/referrals/jobs.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { buildProvider, buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { startWebBeside } from '../../../test/listening.ts';
import type { WebBeside } from '../../../test/listening.ts';
import { startBackground } from './background.ts';

// Two web processes and a worker on one database, as behind a load balancer.
let app: TestApp;
let webs: [WebBeside, WebBeside];
let background: { stop: () => Promise<void> };

beforeAll(async () => {
  app = await startTestApp();
  webs = [await startWebBeside(app, 'web-1'), await startWebBeside(app, 'web-2')];
  background = await startBackground(app.deps, app.databaseUrl);
});
afterAll(async () => {
  await background.stop();
  for (const web of webs) await web.stop();
  await app.stop();
});

test('a referral sent through one process reaches the receiver’s browser on the other, and the response comes back', async () => {
  const parties = await buildReferralParties(app);
  const [sender, receiver] = [await app.as(parties.sender), await app.as(parties.receiver)];
  const outsider = await app.as(await buildProvider(app.db));
  const atSender = await webs[0].listen(sender);
  const atReceiver = await webs[1].listen(receiver);
  const atOutsider = await webs[1].listen(outsider);

  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  await vi.waitFor(() => {
    expect(atReceiver.heard).toContainEqual({
      event: 'ReferralChangedEvent',
      payload: { referralId, patientId: parties.patient.patientId, version: 1 },
    });
    expect(atReceiver.heard.map(({ event }) => event)).toContain('WorkQueueItemChangedEvent');
  });

  await receiver.ok(acceptReferral, { referralId });
  await vi.waitFor(() => {
    expect(atSender.heard).toContainEqual({
      event: 'ReferralChangedEvent',
      payload: { referralId, patientId: parties.patient.patientId, version: 2 },
    });
  });
  expect(atOutsider.heard).toEqual([]);
});

test('the receiver gets an email, which the sender sees among the deliveries', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  // It waits until the sender can no longer undo.
  await sql`update pgboss.job set start_after = now() where name = ${notifyReferralReceiver.name}`.execute(app.db);
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

test('ending a session closes its connection immediately', async () => {
  const { receiver } = await buildReferralParties(app);
  const caller = await app.as(receiver);
  const { connection } = await webs[1].listen(caller);
  const closed = new Promise((resolve) => connection.onclose(resolve));
  await caller.ok(logout, {});
  await closed;
});
