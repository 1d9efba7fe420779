import { Direction, WorkQueue } from '@careloop/contracts/codes';
import { recordNoShow } from '@careloop/contracts/referrals/appointments';
import { acceptReferral, cancelReferral } from '@careloop/contracts/referrals/processing';
import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addProxy,
  buildDirectoryProvider,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { referralAudience } from './shared/audience.ts';
import { queuePastVisits } from './queueOverdue.ts';
import { reassign } from './reassign.ts';

// A referral to one provider that their office accepts for another one.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const queuedFor = async (caller: Caller, workQueueId: number = WorkQueue.referralToProcess) =>
  (await caller.ok(listWorkQueueItems, { workQueueId })).items.map((item) => item.subjectId);

/** Accepted by the office of two providers for the one it was not sent to. */
async function acceptForPartner() {
  const built = await buildReferral(app);
  const { referralId } = built;
  const [officeUser, partner] = [await buildUser(app.db), await buildProvider(app.db)];
  for (const provider of [built.receiver, partner]) await addProxy(app.db, provider, officeUser);
  const office = await app.as(officeUser);
  await office.ok(acceptReferral, { referralId, healthcareProviderId: partner.healthcareProviderId });
  return { ...built, office, partner, byPartner: await app.as(partner), byReceiver: await app.as(built.receiver) };
}

const deactivate = ({ userId }: { userId: number }) =>
  app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', userId).execute();

test('it is among the partner’s received referrals and work, also without access to the patient', async () => {
  const { referralId, partner, patient, byPartner, byReceiver, office } = await acceptForPartner();
  expect(await queuedFor(byPartner)).toEqual([referralId]);
  expect(await queuedFor(byReceiver)).toEqual([]);
  expect(await queuedFor(office)).toEqual([referralId]);
  await sql`update care_team_member set status = 'removed'
    where patient_id = ${patient.patientId} and user_id = ${partner.userId}`.execute(app.db);
  const incoming = await byPartner.ok(listReferrals, { direction: Direction.incoming, withCounts: true });
  expect(incoming).toMatchObject({ items: [{ referralId }], counts: { total: 1 } });
  const outgoing = await byPartner.ok(listReferrals, { direction: Direction.outgoing });
  expect(outgoing.items).toEqual([]);
  expect((await byReceiver.ok(listReferrals, { direction: Direction.incoming })).items).toMatchObject([{ referralId }]);
  expect(await byPartner.ok(getReferral, { referralId })).toMatchObject({
    acceptedForHealthcareProviderId: partner.healthcareProviderId,
    side: 'receiving',
    canAccessPatient: false,
  });
  expect(await queuedFor(byPartner)).toEqual([referralId]);
  expect(await referralAudience(app.db, referralId)).toContain(userRoom(partner.userId));
});

test('a later appointment, a no-show and a visit without outcome stay with the partner', async () => {
  const { referralId, partner, office, byPartner, byReceiver } = await acceptForPartner();
  const visit = { appointmentAddressId: partner.addressId, appointmentTime: '2087-01-15T14:30:00-05:00' };
  await office.ok(acceptReferral, { referralId, ...visit });
  expect(await office.ok(getReferral, { referralId })).toMatchObject({
    status: 'scheduled',
    appointment: { healthcareProviderId: partner.healthcareProviderId },
  });
  await sql`update patient_appointment set appointment_time = now() - interval '2 days'
    where referral_id = ${referralId}`.execute(app.db);
  expect(await queuePastVisits(app.db)).toBe(1);
  expect([await queuedFor(byPartner), await queuedFor(byReceiver)]).toEqual([[referralId], []]);
  await sql`update work_queue_encounter set status = 'completed', completed_at = now()
    where subject_type = 'referral' and subject_id = ${referralId}`.execute(app.db);
  await byPartner.ok(recordNoShow, { referralId });
  expect([await queuedFor(byPartner), await queuedFor(byReceiver)]).toEqual([[referralId], []]);
});

test('if it is canceled, the partner is told, and sees nothing later', async () => {
  const { referralId, sender, byPartner, byReceiver } = await acceptForPartner();
  await (await app.as(sender)).ok(cancelReferral, { referralId });
  expect(await queuedFor(byPartner, WorkQueue.referralExceptions)).toEqual([referralId]);
  expect(await queuedFor(byReceiver, WorkQueue.referralExceptions)).toEqual([]);
  const { can } = await byPartner.ok(getReferral, { referralId });
  expect(can.comment).toBe('This referral is closed, so you can no longer comment on it.');
});

test('the exception about a referral canceled after its acceptance goes to the coordinators if its owner is deactivated', async () => {
  const { referralId, sender, partner, byPartner } = await acceptForPartner();
  const coordinator = await app.as(sender);
  await coordinator.ok(cancelReferral, { referralId });
  expect(await queuedFor(byPartner, WorkQueue.referralExceptions)).toEqual([referralId]);
  await deactivate(partner);
  expect(await reassign(app.db)).toBe(1);
  expect(await queuedFor(coordinator, WorkQueue.referralExceptions)).toEqual([referralId]);
});

test('if the partner is deactivated, it returns to the receiver, and then to the coordinators', async () => {
  const { referralId, partner, receiver, sender, byReceiver } = await acceptForPartner();
  const coordinator = await app.as(sender);
  await deactivate(partner);
  expect(await reassign(app.db)).toBe(1);
  expect(await queuedFor(byReceiver)).toEqual([referralId]);
  expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({ isAnsweredByCoordinators: false });
  await deactivate(receiver);
  expect(await reassign(app.db)).toBe(1);
  expect(await queuedFor(coordinator, WorkQueue.referralExceptions)).toEqual([referralId]);
  await coordinator.ok(acceptReferral, { referralId });
  expect(await coordinator.ok(getReferral, { referralId })).toMatchObject({
    acceptedForHealthcareProviderId: partner.healthcareProviderId,
    can: { complete: true },
  });
});

test('while the partner can sign in, coordinators do not stand in for a deactivated receiver', async () => {
  const { referralId, receiver, sender, byPartner } = await acceptForPartner();
  await deactivate(receiver);
  expect(await reassign(app.db)).toBe(0);
  expect(await (await app.as(sender)).ok(getReferral, { referralId })).toMatchObject({
    isAnsweredByCoordinators: false,
    exceptionReasons: [],
    can: { complete: expect.any(String) },
  });
  expect(await byPartner.ok(getReferral, { referralId })).toMatchObject({ can: { complete: true } });
});

test('a provider who got an account in the meantime takes over when a coordinator accepts for them', async () => {
  const parties = await buildReferralParties(app);
  const coordinator = await app.as(parties.sender);
  const office = await buildDirectoryProvider(app.db);
  const receiver = { ...parties.receiver, ...office };
  const { referralId } = await coordinator.ok(createReferral, referralInput({ ...parties, receiver }));
  const user = await buildUser(app.db, { clientId: parties.patient.clientId });
  await app.db
    .updateTable('healthcare_provider')
    .set({ user_id: user.userId })
    .where('healthcare_provider_id', '=', office.healthcareProviderId)
    .execute();
  await coordinator.ok(acceptReferral, { referralId });
  expect(await queuedFor(coordinator, WorkQueue.referralExceptions)).toEqual([]);
  expect(await queuedFor(await app.as(user))).toEqual([referralId]);
});
