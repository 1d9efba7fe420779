import { WorkQueue } from '@careloop/contracts/codes';
import { createReferral, listReferrals, referralTexts } from '@careloop/contracts/referrals';
import { acceptReferral, cancelReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';
import { listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { claimWorkQueueItem } from '@careloop/contracts/work-queues/items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import {
  addProxy,
  addToCareTeam,
  buildDirectoryProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';
import { reassign } from './reassign.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const inFuture = '2087-01-15T14:30:00-05:00';

const stopWorkingQueues = ({ userId }: { userId: number }) =>
  app.db.deleteFrom('user_permission').where('user_id', '=', userId).executeTakeFirstOrThrow();

const workQueuesAgain = ({ userId }: { userId: number }) =>
  app.db.insertInto('user_permission').values({ user_id: userId, permission: 'ManageWorkQueues' }).execute();

const idsIn = async (caller: Caller, workQueueId: number) =>
  (await caller.ok(listWorkQueueItems, { workQueueId })).items.map(({ subjectId }) => subjectId);

/** A pending referral of a provider who sees the patient only as a member of the care team. */
async function sendAsMember() {
  const parties = await buildReferralParties(app);
  const { referredBy, patient } = parties;
  await addToCareTeam(app.db, patient, referredBy);
  const sender = await app.as(referredBy);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  const leave = () =>
    app.db.deleteFrom('care_team_member').where('user_id', '=', sender.userId).executeTakeFirstOrThrow();
  const coordinator = await app.as(parties.sender);
  return { ...parties, referralId, sender, coordinator, leave, receiving: await app.as(parties.receiver) };
}

test('a referral to a specialty is refused if nobody coordinates the client', async () => {
  const parties = await buildReferralParties(app);
  const { clientId } = parties.sender;
  const other = await buildDirectoryProvider(app.db);
  const sender = await app.as(parties.sender);
  const toSpecialty = {
    ...referralInput(parties),
    healthcareProviderId: null,
    healthcareProviderAddressId: null,
    healthcareProviderSpecialtyId: other.specialtyId,
  };
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  await sender.ok(createReferral, toSpecialty);
  await stopWorkingQueues(parties.sender);
  await addToCareTeam(app.db, parties.patient, parties.sender);
  const { display_name } = await app.db
    .selectFrom('client')
    .select('display_name')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const refusal = { healthcareProviderSpecialtyId: referralTexts.uncoordinated(display_name) };
  expect((await sender.fail(createReferral, toSpecialty)).validationErrors).toEqual(refusal);
  const update = { ...declared(updateReferral, toSpecialty), referralId, version: 1 };
  expect((await sender.fail(updateReferral, update)).validationErrors).toEqual(refusal);
  // A coordinator without the permission no longer acts as one, but the provider can still refer.
  await addToCareTeam(app.db, parties.patient, parties.referredBy);
  await (await app.as(parties.referredBy)).ok(createReferral, referralInput(parties));
});

describe('a declined referral', () => {
  const queue = WorkQueue.referralsDeclined;

  test('goes to the coordinators if its sender no longer sees the patient', async () => {
    const { referralId, sender, coordinator, receiving, leave } = await sendAsMember();
    await leave();
    await receiving.ok(declineReferral, { referralId, declineReason: 1 });
    expect(await idsIn(sender, queue)).toEqual([]);
    expect(await idsIn(coordinator, queue)).toEqual([referralId]);
  });

  test('moves to the coordinators once its sender no longer sees the patient', async () => {
    const { referralId, sender, coordinator, receiving, leave } = await sendAsMember();
    await receiving.ok(declineReferral, { referralId, declineReason: 1 });
    expect(await reassign(app.db)).toBe(0);
    expect(await idsIn(sender, queue)).toEqual([referralId]);
    expect(await idsIn(coordinator, queue)).toEqual([]);
    await leave();
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    expect(await idsIn(sender, queue)).toEqual([]);
    expect(await idsIn(coordinator, queue)).toEqual([referralId]);
  });

  test('goes to the coordinators if nobody works the queue of its sender', async () => {
    const { referralId, referredBy, coordinator, receiving } = await sendAsMember();
    await stopWorkingQueues(referredBy);
    await receiving.ok(declineReferral, { referralId, declineReason: 1 });
    expect(await idsIn(coordinator, queue)).toEqual([referralId]);
  });
});

describe('a referral to a receiver who does not work queues', () => {
  /** The referral, its receiver and the coordinator who sent it. */
  async function send() {
    const parties = await buildReferralParties(app);
    await stopWorkingQueues(parties.receiver);
    const { referralId, receiver, sender } = await buildReferral(app, { parties });
    return { referralId, receiver, coordinator: await app.as(sender), receiving: await app.as(receiver) };
  }

  test('is an exception of the coordinators, which the receiver answers from the list', async () => {
    const { referralId, receiver, coordinator, receiving } = await send();
    const { items } = await coordinator.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralExceptions });
    expect(items).toMatchObject([
      { subjectId: referralId, referral: { exceptionReasons: ['receiver_without_queue'] } },
    ]);
    expect((await receiving.ok(listReferrals, {})).items).toMatchObject([{ referralId }]);
    await receiving.ok(acceptReferral, { referralId });
    await coordinator.ok(changeReferralUrgency, { referralId, urgencyDays: 30 });
    expect(await idsIn(coordinator, WorkQueue.referralExceptions)).toEqual([referralId]);
    const { healthcareProviderId, addressId: appointmentAddressId } = receiver;
    const visit = { healthcareProviderId, appointmentAddressId, appointmentTime: inFuture };
    await receiving.ok(acceptReferral, { referralId, ...visit });
    expect(await idsIn(coordinator, WorkQueue.referralExceptions)).toEqual([]);
  });

  test('is in the receiver’s queue if somebody who acts for them works queues', async () => {
    const parties = await buildReferralParties(app);
    await stopWorkingQueues(parties.receiver);
    const office = await buildUser(app.db);
    await addProxy(app.db, parties.receiver, office);
    const { referralId, sender } = await buildReferral(app, { parties });
    expect(await idsIn(await app.as(office), WorkQueue.referralToProcess)).toEqual([referralId]);
    expect(await idsIn(await app.as(sender), WorkQueue.referralExceptions)).toEqual([]);
    expect(await reassign(app.db)).toBe(0);
  });

  test('follows the permission when it is taken away and given back', async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    const coordinator = await app.as(sender);
    expect(await idsIn(coordinator, WorkQueue.referralExceptions)).toEqual([]);
    await stopWorkingQueues(receiver);
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    expect(await idsIn(coordinator, WorkQueue.referralExceptions)).toEqual([referralId]);
    await workQueuesAgain(receiver);
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    expect(await idsIn(coordinator, WorkQueue.referralExceptions)).toEqual([]);
    expect(await idsIn(await app.as(receiver), WorkQueue.referralToProcess)).toEqual([referralId]);
  });

  test('is asked to be taken back by the coordinators when it is canceled after acceptance', async () => {
    const { referralId, coordinator, receiving } = await send();
    await receiving.ok(acceptReferral, { referralId });
    await coordinator.ok(cancelReferral, { referralId });
    expect(await reassign(app.db)).toBe(1);
    expect(await idsIn(coordinator, WorkQueue.referralExceptions)).toEqual([referralId]);
  });
});

describe('the claim of an item', () => {
  const buildClaimed = async () => {
    const { referralId, receiver, sender } = await buildReferral(app);
    const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
    const claim = { workQueueEncounterId, isClaimed: true };
    const receiving = await app.as(receiver);
    await receiving.ok(claimWorkQueueItem, claim);
    return { referralId, receiver, receiving, coordinator: await app.as(sender), claim };
  };

  test('ends when the item moves to the coordinators, and when it returns', async () => {
    const { receiver, receiving, coordinator, claim } = await buildClaimed();
    await stopWorkingQueues(receiver);
    await reassign(app.db);
    await coordinator.ok(claimWorkQueueItem, claim);
    await workQueuesAgain(receiver);
    await reassign(app.db);
    await receiving.ok(claimWorkQueueItem, claim);
  });

  test('ends with an answer', async () => {
    const { referralId, receiving } = await buildClaimed();
    const processed = { workQueueId: WorkQueue.referralToProcess, status: 2 };
    await receiving.ok(declineReferral, { referralId, declineReason: 1 });
    const countOf = async (claimedBy: 'me' | 'nobody') =>
      (await receiving.ok(listWorkQueueItemsByStatus, { ...processed, claimedBy })).totalItemCount;
    expect([await countOf('me'), await countOf('nobody')]).toEqual([0, 1]);
  });
});
