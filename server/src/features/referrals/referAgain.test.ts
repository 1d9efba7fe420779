import { WorkQueue } from '@careloop/contracts/codes';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { cancelReferral, declineReferral, selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { setWorkQueueItemCompleted } from '@careloop/contracts/work-queues/items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  changesOf,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueOverdue } from './queueOverdue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const declinedQueue = { workQueueId: WorkQueue.referralsDeclined };
const exceptions = { workQueueId: WorkQueue.referralExceptions };

async function buildDeclined() {
  const built = await buildReferral(app);
  await (await app.as(built.receiver)).ok(declineReferral, { referralId: built.referralId, declineReason: 1 });
  const other = await buildProvider(app.db, { clientId: built.sender.clientId });
  const again = { ...referralInput({ ...built, receiver: other }), previousReferralId: built.referralId };
  return { ...built, caller: await app.as(built.sender), again };
}

describe('referring again', () => {
  test('links the new referral to the declined one, and closes its item', async () => {
    const { referralId, caller, again } = await buildDeclined();
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ can: { referAgain: true } });
    const next = await caller.ok(createReferral, again);
    const before = await caller.ok(getReferral, { referralId });
    expect(before).toMatchObject({
      status: 'declined',
      nextReferral: { referralId: next.referralId, status: 'pending' },
      can: { referAgain: 'It was referred again already.' },
    });
    expect(before.timeline.at(-1)).toMatchObject({ action: 'referred_again' });
    expect(await caller.ok(getReferral, { referralId: next.referralId })).toMatchObject({
      previousReferral: { referralId, status: 'declined' },
      nextReferral: null,
    });
    expect(await caller.ok(listWorkQueueItems, declinedQueue)).toMatchObject({ totalItemCount: 0 });
    expect((await changesOf(app.db, referralId)).at(-1)).toMatchObject({ action: 'referral.referred_again' });
    expect(await caller.fail(createReferral, again)).toMatchObject({ code: 'wrong_state' });
  });

  test('names the declined one by its queue item as well, and works after a cancel', async () => {
    const { caller, again } = await buildDeclined();
    const [item] = (await caller.ok(listWorkQueueItems, declinedQueue)).items;
    const { previousReferralId, ...rest } = again;
    const byItem = { ...rest, workQueueEncounterId: item?.workQueueEncounterId };
    const next = await caller.ok(createReferral, byItem);
    await caller.ok(cancelReferral, { referralId: next.referralId });
    const third = await caller.ok(createReferral, { ...rest, previousReferralId: next.referralId });
    expect(await caller.ok(getReferral, { referralId: next.referralId })).toMatchObject({
      previousReferral: { referralId: previousReferralId },
      nextReferral: { referralId: third.referralId },
    });
  });

  test('is refused for an open referral, another patient’s, or another user’s', async () => {
    const open = await buildReferral(app);
    const caller = await app.as(open.sender);
    const follow = { ...referralInput(open), previousReferralId: open.referralId };
    expect(await caller.fail(createReferral, follow)).toMatchObject({ code: 'wrong_state' });
    const declined = await buildDeclined();
    const patient = await buildPatient(app.db, { clientId: declined.sender.clientId });
    expect(await declined.caller.fail(createReferral, { ...declined.again, ...patient })).toMatchObject({
      code: 'invalid_input',
    });
    expect(
      await caller.fail(createReferral, { ...referralInput(open), previousReferralId: declined.referralId }),
    ).toMatchObject({ code: 'unauthorized_patient' });
  });
});

describe('an item that only needs acknowledgment', () => {
  test('is completed by hand, and can be reopened', async () => {
    const { caller } = await buildDeclined();
    const [item] = (await caller.ok(listWorkQueueItems, declinedQueue)).items;
    expect(item).toMatchObject({ can: { complete: true } });
    const { workQueueEncounterId = 0, version = 0 } = item ?? {};
    const target = { workQueueEncounterId, version };
    await caller.ok(setWorkQueueItemCompleted, { ...target, setCompleted: true });
    expect(await caller.ok(listWorkQueueItems, declinedQueue)).toMatchObject({ totalItemCount: 0 });
    expect(await caller.fail(setWorkQueueItemCompleted, { ...target, setCompleted: true })).toMatchObject({
      code: 'stale_version',
    });
    await caller.ok(setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: false });
    expect(await caller.ok(listWorkQueueItems, declinedQueue)).toMatchObject({ totalItemCount: 1 });
    const changes = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('subject_type', '=', 'work_queue_encounter')
      .where('subject_id', '=', workQueueEncounterId)
      .where('kind', '=', 'change')
      .orderBy('audit_event_id')
      .execute();
    expect(changes.map((row) => row.action)).toEqual(['work_queue_item.completed', 'work_queue_item.reopened']);
  });

  test('is hidden from other users', async () => {
    const { receiver, sender } = await buildReferral(app);
    const caller = await app.as(receiver);
    const [item] = (await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess })).items;
    const complete = { workQueueEncounterId: item?.workQueueEncounterId ?? 0, setCompleted: true };
    expect(await (await app.as(sender)).fail(setWorkQueueItemCompleted, complete)).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await app.nobody.fail(setWorkQueueItemCompleted, complete)).toMatchObject({ status: 401 });
  });
});

describe('the exceptions', () => {
  test('contain an overdue referral until a coordinator completes it, and again once it becomes overdue again', async () => {
    const { sender, referralId } = await buildReferral(app);
    const caller = await app.as(sender);
    const dueAt = (at: Date) =>
      app.db.updateTable('referral').set({ due_at: at }).where('referral_id', '=', referralId).execute();
    const exceptions = async () => {
      await queueOverdue(app.db);
      return (await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralExceptions })).items;
    };
    await dueAt(new Date(Date.now() - 3_600_000));
    const [item] = await exceptions();
    expect(item).toMatchObject({
      subjectId: referralId,
      completionWarning: expect.stringContaining('only takes it out'),
    });
    await caller.ok(setWorkQueueItemCompleted, {
      workQueueEncounterId: item?.workQueueEncounterId ?? 0,
      setCompleted: true,
    });
    expect(await exceptions()).toEqual([]);
    await app.db
      .updateTable('work_queue_encounter')
      .set({ completed_at: new Date(Date.now() - 7_200_000) })
      .where('subject_id', '=', referralId)
      .where('status', '=', 'completed')
      .execute();
    expect(await exceptions()).toMatchObject([{ subjectId: referralId }]);
  });

  test('give their reason', async () => {
    const parties = await buildReferralParties(app);
    const caller = await app.as(parties.sender);
    const { referralId } = await caller.ok(createReferral, referralInput(parties));
    await app.db
      .updateTable('referral')
      .set({ due_at: new Date(Date.now() - 60_000) })
      .where('referral_id', '=', referralId)
      .execute();
    await queueOverdue(app.db);
    const { items } = await caller.ok(listWorkQueueItems, exceptions);
    expect(items.map(({ referral }) => referral?.exceptionReasons)).toEqual([['overdue']]);
  });

  /** A referral past due, which the coordinators find among their exceptions, sent to a specialty or to a provider. */
  async function buildOverdue({ isToSpecialty }: { isToSpecialty: boolean }) {
    const parties = await buildReferralParties(app);
    const caller = await app.as(parties.sender);
    const input = referralInput(parties);
    const nobody = { healthcareProviderId: null, healthcareProviderAddressId: null };
    const toSpecialty = { ...nobody, healthcareProviderSpecialtyId: parties.receiver.specialtyId };
    const { referralId } = await caller.ok(createReferral, isToSpecialty ? { ...input, ...toSpecialty } : input);
    await app.db
      .updateTable('referral')
      .set({ due_at: new Date(Date.now() - 60_000) })
      .where('referral_id', '=', referralId)
      .execute();
    await queueOverdue(app.db);
    const { healthcareProviderId, userId } = await buildProvider(app.db, { clientId: parties.sender.clientId });
    const target = { referralId, version: 1, healthcareProviderId, healthcareProviderAddressId: null };
    const { patientId: _patientId, ...request } = input;
    return { caller, referralId, request, target, next: await app.as({ userId }) };
  }

  test.each(['selected', 'changed'] as const)(
    'contain an overdue referral until it is answered, also after its provider is %s',
    async (how) => {
      const { caller, referralId, request, target, next } = await buildOverdue({ isToSpecialty: how === 'selected' });
      if (how === 'selected') await caller.ok(selectReferralProvider, target);
      else await caller.ok(updateReferral, { ...request, ...target });
      const itemsIn = async (workQueueId: number, reader = caller) =>
        (await reader.ok(listWorkQueueItems, { workQueueId })).items.map(({ subjectId }) => subjectId);
      expect(await itemsIn(WorkQueue.referralToProcess, next)).toEqual([referralId]);
      expect(await itemsIn(WorkQueue.referralExceptions)).toEqual([referralId]);
      expect(await itemsIn(WorkQueue.referralNeedsPhysicianSelection)).toEqual([]);
      await next.ok(declineReferral, { referralId, declineReason: 1 });
      expect(await itemsIn(WorkQueue.referralExceptions)).toEqual([]);
    },
  );
});
