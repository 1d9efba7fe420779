import { Direction, WorkQueue } from '@careloop/contracts/codes';
import {
  cancelConsultation,
  completeConsultation,
  consultationTexts,
  createConsultation,
  getConsultation,
  listConsultations,
} from '@careloop/contracts/consultations';
import { listCareTeam } from '@careloop/contracts/care-teams';
import { acceptInvitation } from '@careloop/contracts/care-teams/invitations';
import { inviteToCareTeam, setMemberInactive } from '@careloop/contracts/care-teams/members';
import { getDuplicate, mergePatients } from '@careloop/contracts/duplicates';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { canAccessPatient } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildPair, buildReviewer } from '../../../test/duplicates.ts';
import {
  addProxy,
  addToCareTeam,
  affiliate,
  buildCoordinator,
  buildDirectoryProvider,
  buildDocument,
  buildProvider,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import type { ReferralParties } from '../../../test/factories.ts';
import { makeAccountOfOthers } from '../../../test/accountOfOthers.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { reassign } from './reassign.ts';

let app: TestApp;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  app = await startTestApp();
  published = await listenToPublished(app);
});
beforeEach(() => published.take());
afterAll(async () => {
  await published.stop();
  await app.stop();
});

async function send(given?: ReferralParties) {
  const parties = given ?? (await buildReferralParties(app));
  const requester = await app.as(parties.sender);
  const { patientId } = parties.patient;
  const { patientDocumentId } = await buildDocument(app, parties.patient);
  const { careCoordinatorRequestId } = await requester.ok(createConsultation, {
    patientId,
    healthcareProviderId: parties.receiver.healthcareProviderId,
    requestNotes: 'May she take both?',
    patientCharts: [{ associationType: 3, patientDocumentId }],
  });
  return { ...parties, requester, careCoordinatorRequestId, patientId };
}

test('an answer is announced to everyone who sees it, and after the end no longer to the receiver who declined', async () => {
  const { careCoordinatorRequestId, receiver, sender, patientId, requester } = await send();
  const caller = await app.as(receiver);
  await published.take();
  const decline = { careCoordinatorRequestId, status: 5, responseNotes: 'Ask a pharmacist.', version: 1 } as const;
  await caller.ok(completeConsultation, decline);
  const [event] = await published.take('ConsultationChangedEvent');
  expect(event?.payload).toEqual({ careCoordinatorRequestId, patientId, version: 2 });
  expect(event?.rooms).toEqual(
    expect.arrayContaining([userRoom(receiver.userId), `client:${sender.clientId}` as const]),
  );
  const parties = { ...(await buildReferralParties(app)), patient: { patientId } };
  const referral = { ...referralInput(parties as never), patientId, careCoordinatorRequestId };
  await requester.ok(createReferral, { ...referral, referredByHealthcareProviderId: receiver.healthcareProviderId });
  const [later] = await published.take('ConsultationChangedEvent');
  expect(later?.rooms).not.toContain(userRoom(receiver.userId));
});

test('it becomes a referral once; each links to the other', async () => {
  const parties = await buildReferralParties(app);
  const { careCoordinatorRequestId, requester, receiver } = await send(parties);
  const input = { ...referralInput(parties), careCoordinatorRequestId };
  const { referralId } = await requester.ok(createReferral, input);
  expect(await requester.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
    status: 'pending',
    followedByReferral: { referralId },
    can: { refer: 'It became a referral already.' },
  });
  expect(await requester.ok(getReferral, { referralId })).toMatchObject({
    originConsultation: { careCoordinatorRequestId },
  });
  expect(await requester.fail(createReferral, input)).toMatchObject({ message: 'It became a referral already.' });
  const other = await send();
  expect(
    (await other.requester.fail(createReferral, { ...input, careCoordinatorRequestId: other.careCoordinatorRequestId }))
      .code,
  ).toBe('unauthorized_patient');
  const asReceiver = { ...input, referredByHealthcareProviderId: receiver.healthcareProviderId };
  expect((await (await app.as(receiver)).fail(createReferral, asReceiver)).message).toBeTruthy();
});

test('if the receiver was deactivated, coordinators accept, but not former proxies; they join no care team', async () => {
  const { careCoordinatorRequestId, receiver, requester, sender, patientId } = await send();
  const proxy = await buildUser(app.db, { clientId: sender.clientId });
  await addProxy(app.db, receiver, proxy);
  await app.db
    .updateTable('care_team_member')
    .set({ status: 'removed' })
    .where('patient_id', '=', patientId)
    .where('user_id', '=', receiver.userId)
    .execute();
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
  const stranger = await buildCoordinator(app.db, { clientId: sender.clientId, permissions: ['ManageWorkQueues'] });
  const coordinator = await app.as(stranger);
  const incoming = async (caller: Caller) =>
    (await caller.ok(listConsultations, { direction: Direction.incoming })).items.map(
      ({ careCoordinatorRequestId: id }) => id,
    );
  // Without the item, a coordinator who does not see the patient may not open it.
  expect([await incoming(requester), await incoming(coordinator)]).toEqual([[careCoordinatorRequestId], []]);
  expect(await reassign(app.db)).toBe(1);
  expect(await reassign(app.db)).toBe(0);
  expect(await incoming(coordinator)).toEqual([careCoordinatorRequestId]);
  const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
  expect(await requester.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 1 });
  const read = await requester.ok(getConsultation, { careCoordinatorRequestId });
  expect(read).toMatchObject({ isReceiverUser: false, can: { accept: true } });
  const accept = { careCoordinatorRequestId, status: 2, version: 1 } as const;
  expect(await (await app.as(proxy)).fail(completeConsultation, accept)).toMatchObject({
    code: 'unauthorized_patient',
  });
  await requester.ok(completeConsultation, accept);
  expect(await requester.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
    status: 'accepted',
    answeredForProviderName: expect.stringMatching(/\w/) as string,
  });
  const { members } = await requester.ok(listCareTeam, { patientId });
  expect(members.map(({ userId }) => userId)).not.toContain(receiver.userId);
});

test('a receiver who gets an account finds what was sent before, in place of the coordinators', async () => {
  const parties = await buildReferralParties(app);
  const office = await buildDirectoryProvider(app.db);
  const built = await send({ ...parties, receiver: { ...parties.receiver, ...office } });
  const { requester, careCoordinatorRequestId, patientId } = built;
  const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
  expect((await requester.ok(listWorkQueueItems, queue)).items).toMatchObject([
    { subjectId: careCoordinatorRequestId },
  ]);
  const permissions = ['ManageWorkQueues'] as const;
  const { clientId } = parties.patient;
  const user = await buildUser(app.db, { clientId, userType: 'provider', permissions: [...permissions] });
  await sql`update healthcare_provider set user_id = ${user.userId}
    where healthcare_provider_id = ${office.healthcareProviderId}`.execute(app.db);
  expect(await reassign(app.db)).toBe(1);
  expect(await reassign(app.db)).toBe(0);
  const receiver = await app.as(user);
  expect((await requester.ok(listWorkQueueItems, queue)).items).toEqual([]);
  expect((await receiver.ok(listWorkQueueItems, queue)).items).toMatchObject([{ subjectId: careCoordinatorRequestId }]);
  expect(await receiver.ok(canAccessPatient, { patientId })).toMatchObject({ canAccessPatient: true });
  const answer = { careCoordinatorRequestId, status: 5, responseNotes: 'Ask a pharmacist.', version: 1 } as const;
  expect((await requester.fail(completeConsultation, answer)).code).not.toBe('stale_version');
  await receiver.ok(completeConsultation, answer);
});

test('a request stays with the coordinators if an administrator of another client makes the account', async () => {
  const parties = await buildReferralParties(app);
  const office = await buildDirectoryProvider(app.db);
  const { requester, careCoordinatorRequestId, patientId } = await send({
    ...parties,
    receiver: { ...parties.receiver, ...office },
  });
  const { receiver } = await makeAccountOfOthers(app, office);
  expect(await reassign(app.db)).toBe(0);
  expect((await receiver.fail(getConsultation, { careCoordinatorRequestId })).code).toBe('unauthorized_patient');
  expect(await receiver.ok(canAccessPatient, { patientId })).toMatchObject({ canAccessPatient: false });
  const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
  expect((await receiver.ok(listWorkQueueItems, queue)).items).toEqual([]);
  expect((await requester.ok(listWorkQueueItems, queue)).items).toMatchObject([
    { subjectId: careCoordinatorRequestId },
  ]);
  await requester.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
});

test('a receiver who is activated again gets back what the coordinators had meanwhile', async () => {
  const { careCoordinatorRequestId, receiver, requester } = await send();
  const switchUser = (isActive: boolean) =>
    app.db.updateTable('user_account').set({ is_active: isActive }).where('user_id', '=', receiver.userId).execute();
  await switchUser(false);
  expect(await reassign(app.db)).toBe(1);
  await switchUser(true);
  expect(await reassign(app.db)).toBe(1);
  expect(await reassign(app.db)).toBe(0);
  const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
  expect((await requester.ok(listWorkQueueItems, queue)).items).toEqual([]);
  const caller = await app.as(receiver);
  expect((await caller.ok(listWorkQueueItems, queue)).items).toMatchObject([{ subjectId: careCoordinatorRequestId }]);
  await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
});

test('a request to somebody who does not work queues is with the coordinators, and the receiver can answer it', async () => {
  const { careCoordinatorRequestId, receiver, requester } = await send();
  const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
  const idsOf = async () => (await requester.ok(listWorkQueueItems, queue)).items.map(({ subjectId }) => subjectId);
  expect(await idsOf()).toEqual([]);
  await app.db.deleteFrom('user_permission').where('user_id', '=', receiver.userId).execute();
  expect(await reassign(app.db)).toBe(1);
  expect(await reassign(app.db)).toBe(0);
  expect(await idsOf()).toEqual([careCoordinatorRequestId]);
  const next = await requester.ok(createConsultation, {
    patientId: (await requester.ok(getConsultation, { careCoordinatorRequestId })).patient.patientId,
    requestedToUserId: receiver.userId,
    patientCharts: null,
  });
  expect(await idsOf()).toEqual(expect.arrayContaining([next.careCoordinatorRequestId]));
  const caller = await app.as(receiver);
  await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
  expect(await idsOf()).toEqual([next.careCoordinatorRequestId]);
});

test('a non-preferred member of the care team needs a reason too', async () => {
  const parties = await buildReferralParties(app);
  const { patientId, clientId } = parties.patient;
  await addToCareTeam(app.db, parties.patient, parties.receiver);
  await affiliate(app.db, parties.receiver, { clientId, enforcePreferred: true });
  const requester = await app.as(parties.sender);
  const { members } = await requester.ok(listCareTeam, { patientId });
  expect(members).toMatchObject([{ isPreferred: false, enforcePreferred: true }]);
  const ask = { patientId, requestedToUserId: parties.receiver.userId, patientCharts: null };
  expect((await requester.fail(createConsultation, ask)).validationErrors).toEqual({
    notPreferredReason: 'Reason is a required field',
  });
  const { careCoordinatorRequestId } = await requester.ok(createConsultation, { ...ask, notPreferredReason: 2 });
  expect(await requester.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
    notPreferredReason: 2,
    patientCharts: [],
  });
});

test('a member of the care team who is not a provider cannot be asked, and still answers an earlier request', async () => {
  const { careCoordinatorRequestId, requester, patient, patientId } = await send();
  const nurse = await buildUser(app.db, { clientId: patient.clientId });
  await addToCareTeam(app.db, patient, nurse);
  const failure = await requester.fail(createConsultation, { patientId, requestedToUserId: nurse.userId });
  expect(failure.validationErrors).toEqual({ requestedToUserId: consultationTexts.notProvider });
  await app.db
    .updateTable('consultation')
    .set({ requested_to_user_id: nurse.userId, healthcare_provider_id: null })
    .where('consultation_id', '=', careCoordinatorRequestId)
    .execute();
  const answer = { careCoordinatorRequestId, status: 2, version: 1 } as const;
  await (await app.as(nurse)).ok(completeConsultation, answer);
  expect(await requester.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
    status: 'accepted',
    requestedToUserId: nurse.userId,
  });
});

test('merging patients moves the consultation, with its charts and its queue item', async () => {
  const { caller, clientId } = await buildReviewer(app);
  const pair = await buildPair(app, clientId);
  const receiver = await buildProvider(app.db, { clientId });
  const { patientDocumentId } = await buildDocument(app, pair.other);
  const { careCoordinatorRequestId } = await caller.ok(createConsultation, {
    patientId: pair.other.patientId,
    healthcareProviderId: receiver.healthcareProviderId,
    patientCharts: [{ associationType: 3, patientDocumentId }],
  });
  const { patientDuplicateId, patientId } = pair;
  const { version, patients } = await caller.ok(getDuplicate, { patientDuplicateId });
  const versions = patients.map((patient) => ({ patientId: patient.patientId, version: patient.version }));
  await caller.ok(mergePatients, { patientDuplicateId, survivingPatientId: patientId, version, versions });

  const answering = await app.as(receiver);
  const read = await answering.ok(getConsultation, { careCoordinatorRequestId });
  expect(read).toMatchObject({ patient: { patientId }, patientCharts: [{ patientDocumentId }] });
  expect(await answering.ok(listWorkQueueItems, { workQueueId: WorkQueue.careCoordinatorRequest })).toMatchObject({
    items: [{ subjectId: careCoordinatorRequestId, patient: { patientId } }],
  });
  expect((await answering.ok(listConsultations, { patientId })).items).toHaveLength(1);
  // It is answered as the surviving patient's.
  await answering.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: read.version });
});

test('for a deceased patient it can only be declined or canceled', async () => {
  const { careCoordinatorRequestId, receiver, requester, patientId } = await send();
  await app.db.updateTable('patient').set({ deceased_on: '2026-01-01' }).where('patient_id', '=', patientId).execute();
  const caller = await app.as(receiver);
  for (const status of [2, 3, 4] as const) {
    const answer = { careCoordinatorRequestId, status, responseNotes: 'x', version: 1 };
    expect(await caller.fail(completeConsultation, answer)).toMatchObject({ message: 'The patient has died.' });
  }
  expect(await caller.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({ can: { decline: true } });
  await requester.ok(cancelConsultation, { careCoordinatorRequestId, version: 1 });
});

test('other users cannot read it, and a receiver removed from the care team still can', async () => {
  const { careCoordinatorRequestId, receiver, patientId, sender } = await send();
  await app.db
    .updateTable('care_team_member')
    .set({ status: 'removed' })
    .where('patient_id', '=', patientId)
    .where('user_id', '=', receiver.userId)
    .execute();
  const caller = await app.as(receiver);
  expect(await caller.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
    canAccessPatient: false,
    patientCharts: [{ associationType: 3 }],
  });
  const colleague = await app.as(await buildUser(app.db, { clientId: sender.clientId }));
  const gone = await colleague.fail(getConsultation, { careCoordinatorRequestId: 9_999_999 });
  const closed = await colleague.fail(getConsultation, { careCoordinatorRequestId });
  expect({ ...closed, reference: null }).toEqual({ ...gone, reference: null });
  expect((await colleague.ok(listConsultations, {})).items).toEqual([]);
});

test.each(['set active', 'invited'] as const)(
  'a receiver who was made inactive and then %s again stays on the care team when the consultation is canceled',
  async (how) => {
    const { careCoordinatorRequestId, requester, receiver, patient, patientId } = await send();
    const admin = await buildUser(app.db, { clientId: patient.clientId, permissions: ['EditCareTeam'] });
    await addToCareTeam(app.db, patient, admin);
    const editor = await app.as(admin);
    const find = async () =>
      (await editor.ok(listCareTeam, { patientId })).members.find(({ userId }) => userId === receiver.userId);
    const careTeamMemberId = (await find())?.careTeamMemberId ?? 0;
    await editor.ok(setMemberInactive, { patientId, careTeamMemberId });
    if (how === 'set active') await editor.ok(setMemberInactive, { patientId, careTeamMemberId, isInactive: false });
    else {
      await editor.ok(inviteToCareTeam, { patientId, userIds: [receiver.userId] });
      await (await app.as(receiver)).ok(acceptInvitation, { careTeamMemberId });
    }
    await requester.ok(cancelConsultation, { careCoordinatorRequestId, version: 1 });
    expect(await find()).toMatchObject({ status: 'accepted' });
  },
);
