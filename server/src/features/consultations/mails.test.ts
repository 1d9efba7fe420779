import {
  cancelConsultation,
  completeConsultation,
  createConsultation,
  getConsultation,
} from '@careloop/contracts/consultations';
import { createReferral } from '@careloop/contracts/referrals';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  buildCoordinator,
  buildDirectoryProvider,
  buildReferralParties,
  referralInput,
} from '../../../test/factories.ts';
import { portalUrl, workJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { notifyOfConsultation } from './jobs.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

/** Runs the queued jobs as a worker would, and returns the mails they send. */
const work = async () => (await workJobs({ app, smtp }, [notifyOfConsultation])).map(({ text }) => text);

async function send() {
  const parties = await buildReferralParties(app);
  const requester = await app.as(parties.sender);
  const { careCoordinatorRequestId } = await requester.ok(createConsultation, {
    patientId: parties.patient.patientId,
    healthcareProviderId: parties.receiver.healthcareProviderId,
    requestNotes: 'May she take both?',
  });
  return { ...parties, requester, careCoordinatorRequestId };
}

test('a request is mailed to the receiver and its answer to the requester, without patient data', async () => {
  const { careCoordinatorRequestId, receiver, requester } = await send();
  const [request, ...more] = await work();
  expect(more).toEqual([]);
  expect(request).toContain('Medication consultation to answer');
  expect(request).toContain(`${portalUrl}/provider/Consultations?careCoordinatorRequestId=${careCoordinatorRequestId}`);
  expect(request).not.toContain('May she take both?');
  const caller = await app.as(receiver);
  await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 4, version: 1 });
  expect(await work()).toEqual([expect.stringContaining('was acknowledged. The answer will follow.')]);
  const accept = { careCoordinatorRequestId, status: 2, responseNotes: 'Yes.', version: 2 } as const;
  await caller.ok(completeConsultation, accept);
  const [answer] = await work();
  expect(answer).toContain('Your medication consultation was answered.');
  expect(answer).not.toContain('Yes.');
  // Both are in the ledger, and shown with the consultation.
  const { deliveries } = await requester.ok(getConsultation, { careCoordinatorRequestId });
  expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a request is still mailed after it was turned into a referral', async () => {
  const parties = await send();
  const { careCoordinatorRequestId, requester } = parties;
  await requester.ok(createReferral, { ...referralInput(parties), careCoordinatorRequestId });
  expect(await work()).toEqual([expect.stringContaining('Medication consultation to answer')]);
});

test('an answer in the meantime is mailed instead of the request', async () => {
  const { careCoordinatorRequestId, receiver } = await send();
  const caller = await app.as(receiver);
  await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 4, version: 1 });
  expect(await work()).toEqual([expect.stringContaining('was acknowledged. The answer will follow.')]);
});

test('a request canceled in the meantime, or for a receiver who cannot sign in, sends none', async () => {
  const taken = await send();
  await taken.requester.ok(cancelConsultation, {
    careCoordinatorRequestId: taken.careCoordinatorRequestId,
    version: 1,
  });
  const { receiver } = await send();
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
  expect(await work()).toEqual([]);
});

test('an answer is mailed to the coordinators if its requester can no longer sign in', async () => {
  const { careCoordinatorRequestId, sender, receiver, patient } = await send();
  await work();
  await buildCoordinator(app.db, { clientId: patient.clientId });
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', sender.userId).execute();
  const caller = await app.as(receiver);
  await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 2, responseNotes: 'Yes.', version: 1 });
  expect(await work()).toEqual([expect.stringContaining('answered. Its requester can no longer open it.')]);
});

test('a requester who records the answer of an office is not told of it', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const coordinator = await app.as(sender);
  const { healthcareProviderId } = await buildDirectoryProvider(app.db);
  const { careCoordinatorRequestId } = await coordinator.ok(createConsultation, {
    patientId: patient.patientId,
    healthcareProviderId,
  });
  await coordinator.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
  expect(await work()).toEqual([]);
  expect(await coordinator.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({ isUnread: false });
});

test('a repeated job sends no second mail', async () => {
  await send();
  expect(await workJobs({ app, smtp }, [notifyOfConsultation], 2)).toHaveLength(1);
});
