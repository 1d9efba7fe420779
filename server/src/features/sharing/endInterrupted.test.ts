import { getDashboard } from '@careloop/contracts/dashboard';
import { faxCharts, listSentDeliveries, sendAgain } from '@careloop/contracts/sharing/documentExport';
import { listTextMessages, sendTextMessage } from '@careloop/contracts/sharing/sms';
import { chartAssociationType } from '@careloop/contracts/codes';
import { getReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildReferral } from '../../../test/factories.ts';
import { startFaxService } from '../../../test/faxService.ts';
import type { FaxService } from '../../../test/faxService.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { addAttempt, insertDelivery } from '../../core/integrations/deliveryRows.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { endInterrupted, interrupted } from './endInterrupted.ts';
import { runSendPacket } from './sendPacket.ts';

let app: TestApp;
let service: FaxService;
let caller: Caller;
let clientId: number;
let patientId: number;
beforeAll(async () => {
  service = await startFaxService();
  app = await startTestApp(service.env);
  const user = await buildCoordinator(app.db);
  ({ clientId } = user);
  caller = await app.as(user);
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});
beforeEach(async () => {
  ({ patientId } = await buildPatient(app.db, { clientId }));
});

async function fax(): Promise<number> {
  const { deliveryId } = await caller.ok(faxCharts, {
    patientId,
    toName: 'Records Office',
    toFaxNumber: '(617) 555-0123',
    fromName: 'Nina Coordinator',
    fromOrganization: 'Lakeside Clinic',
    subject: '',
    comments: '',
    charts: [{ associationType: chartAssociationType.table.demographic, patientId }],
  });
  return deliveryId;
}

const work = (deliveryId: number) =>
  runSendPacket(app.deps as unknown as WorkerDeps, { deliveryId }, { isLastAttempt: false });
/** What pg-boss does if the worker of a last run dies. */
const failJobs = () => sql`update pgboss.job set state = 'failed' where state < 'completed'`.execute(app.db);
const shown = async () => (await caller.ok(listSentDeliveries, { patientId })).items[0];

test('a fax whose job ended with its worker fails and is shown to its sender; one with a job waits', async () => {
  const deliveryId = await fax();
  await endInterrupted(app.deps);
  expect(await shown()).toMatchObject({ status: 'queued' });
  await failJobs();
  await endInterrupted(app.deps);
  expect(await shown()).toMatchObject({ status: 'failed', error: interrupted });
  expect((await caller.ok(getDashboard, {})).failedDeliveries.items).toMatchObject([{ deliveryId, status: 'failed' }]);
  // Its packet was never composed; sending it again composes it.
  await caller.ok(sendAgain, { deliveryId, attemptCount: 1 });
  await work(deliveryId);
  expect(await shown()).toMatchObject({ status: 'sending', pageCount: 2 });
});

test('a fax that may have been sent gets an unknown outcome, and can then be sent again', async () => {
  const deliveryId = await fax();
  service.mishaps.push('lost');
  await expect(work(deliveryId)).rejects.toThrow('did not answer');
  // As if the worker had died during the call.
  const attempt = app.db.updateTable('delivery_attempt').where('delivery_id', '=', deliveryId);
  await attempt.set({ error: null }).execute();
  await failJobs();
  await endInterrupted(app.deps);
  expect(await shown(), 'its call may still be running').toMatchObject({ status: 'sending' });
  await attempt.set({ attempted_at: new Date(Date.now() - 180_000) }).execute();
  await endInterrupted(app.deps);
  expect(await shown()).toMatchObject({ status: 'unknown', can: { sendAgain: true } });
  await caller.ok(sendAgain, { deliveryId, attemptCount: 1 });
  await endInterrupted(app.deps);
  expect(await shown(), 'it has a new job').toMatchObject({ status: 'queued' });
});

test('a fax the service has accepted is left to its report', async () => {
  await work(await fax());
  await failJobs();
  await endInterrupted(app.deps);
  expect(await shown()).toMatchObject({ status: 'sending' });
});

test('a text message fails in the same way', async () => {
  await caller.ok(sendTextMessage, {
    patientId,
    recipientName: 'Grace Okafor',
    phoneNumber: '508-555-0177',
    messageText: 'Please call us about your visit.',
    messageContainsNoPhi: true,
    hasConsentedToSms: true,
  });
  await failJobs();
  await endInterrupted(app.deps);
  expect((await caller.ok(listTextMessages, { patientId })).items).toMatchObject([
    { status: 'failed', error: interrupted },
  ]);
});

test('a notice whose worker died ends half a day after its last attempt, and its referral shows how', async () => {
  const { referralId, sender, receiver } = await buildReferral(app);
  const notice = { clientId, referralId, recipientUserId: receiver.userId, subject: 'A referral', body: 'Open it.' };
  const addresses = { recipientAddress: 'receiver@example.org', senderAddress: 'portal@example.org' };
  const insert = async (attemptedHoursAgo: number | null) => {
    const content = { ...notice, ...addresses, channel: 'email' } as const;
    const delivery = await insertDelivery(app.db, content, `notice:${referralId}:${attemptedHoursAgo}`, 'sending');
    const deliveryId = delivery?.delivery_id ?? 0;
    await sql`update delivery set created_at = now() - interval '13 hours' where delivery_id = ${deliveryId}`.execute(
      app.db,
    );
    if (attemptedHoursAgo === null) return;
    await addAttempt(app.db, deliveryId, 'smtp');
    await sql`update delivery_attempt set attempted_at = now() - ${attemptedHoursAgo} * interval '1 hour'
      where delivery_id = ${deliveryId}`.execute(app.db);
  };
  for (const attemptedHoursAgo of [null, 13, 1]) await insert(attemptedHoursAgo);
  await endInterrupted(app.deps);
  const { deliveries } = await (await app.as(sender)).ok(getReferral, { referralId });
  expect(deliveries.map(({ status }) => status)).toEqual(['failed', 'unknown', 'sending']);
});
