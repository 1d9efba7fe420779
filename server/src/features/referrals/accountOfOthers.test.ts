import { WorkQueue } from '@careloop/contracts/codes';
import { linkDirectoryRecord } from '@careloop/contracts/administration/users';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { acceptReferral, selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { canAccessPatient } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { makeAccountOfOthers } from '../../../test/accountOfOthers.ts';
import { buildDirectoryProvider, buildReferralParties, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { reassign } from './reassign.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const itemsOf = async (caller: Caller, workQueueId: number = WorkQueue.referralToProcess) =>
  (await caller.ok(listWorkQueueItems, { workQueueId })).items.map(({ subjectId }) => subjectId);

/** Sent to a provider of the registry without an account. */
async function sendToOffice() {
  const parties = await buildReferralParties(app);
  const office = await buildDirectoryProvider(app.db);
  const coordinator = await app.as(parties.sender);
  const input = referralInput({ ...parties, receiver: { ...parties.receiver, ...office } });
  const { referralId } = await coordinator.ok(createReferral, input);
  return { referralId, input, office, coordinator, patientId: parties.patient.patientId, sender: parties.sender };
}

async function expectHidden(receiver: Caller, { referralId, patientId }: { referralId: number; patientId: number }) {
  expect((await receiver.fail(getReferral, { referralId })).code).toBe('unauthorized_patient');
  expect((await receiver.ok(listReferrals, {})).items).toEqual([]);
  expect(await itemsOf(receiver)).toEqual([]);
  expect(await receiver.ok(canAccessPatient, { patientId })).toMatchObject({ canAccessPatient: false });
}

describe('an account that an administrator of another client makes for a shared record', () => {
  test('does not get what was sent before, until a coordinator chooses the provider again', async () => {
    const sent = await sendToOffice();
    const { referralId, office, coordinator, input } = sent;
    const { receiver } = await makeAccountOfOthers(app, office);
    expect(await reassign(app.db)).toBe(0);
    await expectHidden(receiver, sent);
    expect(await itemsOf(coordinator, WorkQueue.referralExceptions)).toEqual([referralId]);
    expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
      isAnsweredByCoordinators: true,
      exceptionReasons: ['receiver_of_others'],
      can: { accept: true, decline: true, selectProvider: true },
    });
    const { healthcareProviderId, healthcareProviderAddressId } = input;
    await coordinator.ok(selectReferralProvider, { referralId, healthcareProviderId, healthcareProviderAddressId });
    expect(await itemsOf(receiver)).toEqual([referralId]);
    expect(await itemsOf(coordinator, WorkQueue.referralExceptions)).toEqual([]);
    expect(await receiver.ok(getReferral, { referralId })).toMatchObject({ can: { accept: true } });
  });

  test('gets what is sent afterwards', async () => {
    const { office, coordinator, input } = await sendToOffice();
    const { receiver } = await makeAccountOfOthers(app, office);
    const { referralId } = await coordinator.ok(createReferral, input);
    expect(await itemsOf(receiver)).toEqual([referralId]);
  });

  test('does not see what coordinators accepted or completed for the office, and they go on with it', async () => {
    const sent = await sendToOffice();
    const { referralId, office, coordinator } = sent;
    await coordinator.ok(acceptReferral, { referralId });
    const { receiver } = await makeAccountOfOthers(app, office);
    expect(await reassign(app.db)).toBe(0);
    await expectHidden(receiver, sent);
    expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
      isAnsweredByCoordinators: true,
      exceptionReasons: ['receiver_of_others'],
    });
    await coordinator.ok(completeReferral, { referralId, comment: 'Seen; report by fax' });
    await expectHidden(receiver, sent);
  });

  test('gets it if it was linked by an administrator of the installation', async () => {
    const { referralId, office, coordinator, patientId } = await sendToOffice();
    const { receiver } = await makeAccountOfOthers(app, office, ['ManageInstallation']);
    expect(await reassign(app.db)).toBe(1);
    expect(await itemsOf(receiver)).toEqual([referralId]);
    // Accepting opens to it what is usual outside the client.
    expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({ recordScope: 'attached' });
    expect(await coordinator.ok(checkReferralDigest, { referralId })).toMatchObject({ check: { isUnchanged: true } });
    await receiver.ok(acceptReferral, { referralId });
    expect(await receiver.ok(canAccessPatient, { patientId })).toMatchObject({ canAccessPatient: false });
    expect(await itemsOf(coordinator, WorkQueue.referralExceptions)).toEqual([]);
  });

  test('gets it if it was linked by an administrator who manages the users of the sending client, too', async () => {
    const { referralId, office, sender } = await sendToOffice();
    const account = await buildUser(app.db, { userType: 'provider', permissions: ['ManageWorkQueues'] });
    const manager = await buildUser(app.db, {
      clientId: account.clientId,
      permissions: ['ManageUsers', ...defaultPermissions.provider],
    });
    await (
      await app.as(manager)
    ).ok(linkDirectoryRecord, {
      userId: account.userId,
      healthcareProviderId: office.healthcareProviderId,
      version: 1,
    });
    expect(await reassign(app.db)).toBe(0);
    const receiver = await app.as(account);
    expect(await itemsOf(receiver)).toEqual([]);
    const both = { user_id: manager.userId, client_id: sender.clientId };
    await app.db.insertInto('user_client').values(both).execute();
    expect(await reassign(app.db)).toBe(1);
    expect(await itemsOf(receiver)).toEqual([referralId]);
  });
});
