import { WorkQueue } from '@careloop/contracts/codes';
import { consultationStatus } from '@careloop/contracts/codes/consultations';
import {
  cancelConsultation,
  completeConsultation,
  consultationTexts,
  countUnreadAnswers,
  createConsultation,
  getConsultation,
  getConsultationInQueue,
  listConsultations,
  readConsultationAnswer,
} from '@careloop/contracts/consultations';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import { listCareTeam } from '@careloop/contracts/care-teams';
import { getPatientInfo } from '@careloop/contracts/patients';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { acceptReferral, cancelReferral } from '@careloop/contracts/referrals/processing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildDirectoryProvider,
  buildDocument,
  buildPatient,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../test/factories.ts';
import type { ReferralParties } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const codes = consultationStatus.table;

const input = ({ patient, receiver }: Pick<ReferralParties, 'patient' | 'receiver'>) => ({
  patientId: patient.patientId,
  healthcareProviderId: receiver.healthcareProviderId,
  healthcareProviderAddressId: receiver.addressId,
  requestNotes: 'Is apixaban safe with her renal function?',
});

/** A consultation sent through the API. */
async function send(given?: ReferralParties) {
  const parties = given ?? (await buildReferralParties(app));
  const { careCoordinatorRequestId: id } = await (await app.as(parties.sender)).ok(createConsultation, input(parties));
  return { careCoordinatorRequestId: id, ...parties };
}

const auditOf = (id: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'user_id', 'on_behalf_of_user_id', 'patient_id'])
    .where('subject_type', '=', 'consultation')
    .where('subject_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();

describe('the codes', () => {
  test('of statuses are those of the second mapping, not those of referrals', () => {
    expect(codes).toEqual({
      pending: 1,
      accepted: 2,
      accepted_with_change: 3,
      acknowledged: 4,
      declined: 5,
      cancelled: 6,
    });
  });

  test.each([
    [2, 'accepted'],
    [3, 'accepted_with_change'],
    [4, 'acknowledged'],
    [5, 'declined'],
  ] as const)('%i of complete is %s, and the same number is read again', async (status, name) => {
    const { careCoordinatorRequestId, receiver, sender } = await send();
    const caller = await app.as(receiver);
    const sent = { careCoordinatorRequestId, status, responseNotes: 'As discussed', version: 1 };
    await caller.ok(completeConsultation, sent);
    const requester = await app.as(sender);
    const read = { status: name, statusCode: status };
    expect(await requester.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject(read);
    expect(await caller.ok(getConsultationInQueue, { careCoordinatorRequestId })).toMatchObject(read);
    expect((await requester.ok(listConsultations, {})).items).toMatchObject([read]);
  });

  test('are 1 for a new one and 6 for a canceled one', async () => {
    const { careCoordinatorRequestId, sender } = await send();
    const caller = await app.as(sender);
    expect(await caller.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({ statusCode: 1 });
    await caller.ok(cancelConsultation, { careCoordinatorRequestId, version: 1 });
    expect(await caller.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
      status: 'cancelled',
      statusCode: 6,
    });
  });
});

describe('requesting', () => {
  test('adds an item to the receiver’s queue, adds them to the care team, and names the requester', async () => {
    const { careCoordinatorRequestId, sender, receiver, patient } = await send();
    const caller = await app.as(receiver);
    const { items } = await caller.ok(listWorkQueueItems, { workQueueId: WorkQueue.careCoordinatorRequest });
    expect(items).toMatchObject([
      {
        subjectType: 'consultation',
        subjectId: careCoordinatorRequestId,
        referral: null,
        consultation: { careCoordinatorRequestId, status: 'pending' },
      },
    ]);
    const workQueueEncounterId = items[0]?.workQueueEncounterId;
    expect(await caller.ok(getConsultation, { workQueueEncounterId })).toMatchObject({
      careCoordinatorRequestId,
      requestNotes: 'Is apixaban safe with her renal function?',
      comments: 'Is apixaban safe with her renal function?',
      requestedToUserId: receiver.userId,
      canAccessPatient: true,
      timeline: [{ action: 'created', fromStatus: null, toStatus: 'pending' }],
    });
    expect(await auditOf(careCoordinatorRequestId)).toEqual([
      {
        action: 'consultation.created',
        user_id: sender.userId,
        on_behalf_of_user_id: null,
        patient_id: patient.patientId,
      },
    ]);
  });

  test('is refused without a session, without access to the patient, and with invalid input', async () => {
    const parties = await buildReferralParties(app);
    expect(await app.nobody.fail(createConsultation, input(parties))).toMatchObject({ status: 401 });
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.fail(createConsultation, input(parties))).toMatchObject({ code: 'unauthorized_patient' });
    const caller = await app.as(parties.sender);
    const refuse = async (changed: Record<string, unknown>, errors: Record<string, string>) =>
      expect((await caller.fail(createConsultation, { ...input(parties), ...changed })).validationErrors).toEqual(
        errors,
      );
    const nobody = { healthcareProviderId: null, healthcareProviderAddressId: null };
    const { providerRequired, commentsTooLong, notReachable, notActingFor } = consultationTexts;
    await refuse(nobody, { healthcareProviderId: providerRequired });
    await refuse({ healthcareProviderId: 9_999_999 }, { healthcareProviderId: providerRequired });
    await refuse({ requestNotes: 'x'.repeat(501) }, { requestNotes: commentsTooLong });
    expect(commentsTooLong).toBe('Comments/notes must be 500 characters or less.');
    await refuse({ ...nobody, requestedToUserId: parties.referredBy.userId }, { requestedToUserId: notReachable });
    await refuse(
      { requestedToUserId: parties.referredBy.userId },
      { requestedToUserId: 'This user is not the provider.' },
    );
    await refuse(
      { healthcareProviderAddressId: parties.referredBy.addressId },
      { healthcareProviderAddressId: 'This address does not belong to the provider.' },
    );
    await refuse({ requestedByUserId: parties.receiver.userId }, { requestedByUserId: notActingFor });
    expect((await caller.ok(listConsultations, {})).items).toEqual([]);
  });

  test('is refused to an archived address, a provider whose NPI was deactivated, and with charts that cannot be attached', async () => {
    const parties = await buildReferralParties(app);
    const { receiver, patient, sender } = parties;
    const caller = await app.as(sender);
    const send = async (over: object) =>
      (await caller.fail(createConsultation, { ...input(parties), ...over })).validationErrors;
    const chart = ({ patientDocumentId }: { patientDocumentId: number }) => ({
      patientCharts: [{ associationType: 3, patientDocumentId }],
    });
    const other = await buildPatient(app.db, { clientId: sender.clientId });
    expect(await send(chart(await buildDocument(app, other)))).toHaveProperty('patientCharts');
    const document = await buildDocument(app, patient);
    await sql`update patient_document set document_name = 'Old scan', file_state = 'blocked'
      where patient_document_id = ${document.patientDocumentId}`.execute(app.db);
    expect(await send(chart(document))).toEqual({ patientCharts: selectionTexts.blocked('Old scan') });
    const { healthcareProviderId, addressId } = receiver;
    await sql`update healthcare_provider_address_info set is_archived = true
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
    expect(await send({ healthcareProviderAddressId: addressId })).toHaveProperty('healthcareProviderAddressId');
    await sql`update healthcare_provider set npi_deactivated_on = '2026-01-31'
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
    expect(await send({ healthcareProviderAddressId: null })).toEqual({
      healthcareProviderId: consultationTexts.providerGone,
    });
    expect((await caller.ok(listConsultations, {})).items).toEqual([]);
  });

  test('is refused to a provider or member who can no longer sign in, but goes to the coordinators if the sender agrees', async () => {
    const parties = await buildReferralParties(app);
    const { receiver, patient } = parties;
    await addToCareTeam(app.db, patient, receiver);
    const caller = await app.as(parties.sender);
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', receiver.userId).execute();
    const send = async (over: object) =>
      (await caller.fail(createConsultation, { ...input(parties), ...over })).validationErrors;
    expect(await send({ requiresUser: true })).toEqual({ requiresUser: consultationTexts.userGone });
    const colleague = await buildProvider(app.db, { clientId: patient.clientId, isActive: false });
    await addToCareTeam(app.db, patient, colleague);
    const gone = { requestedToUserId: consultationTexts.memberGone };
    expect(await send({ requestedToUserId: receiver.userId })).toEqual(gone);
    expect(await send({ healthcareProviderId: null, requestedToUserId: colleague.userId })).toEqual(gone);
    const { members } = await caller.ok(listCareTeam, { patientId: patient.patientId });
    expect(members).toContainEqual(expect.objectContaining({ userId: receiver.userId, isActive: false }));
    await caller.ok(createConsultation, input(parties));
  });

  test('is refused for a patient who has died, and to oneself', async () => {
    const parties = await buildReferralParties(app);
    await addToCareTeam(app.db, parties.patient, parties.receiver);
    const own = await app.as(parties.receiver);
    expect((await own.fail(createConsultation, input(parties))).validationErrors).toEqual({
      healthcareProviderId: consultationTexts.toOneself,
    });
    const { patientId } = parties.patient;
    await app.db
      .updateTable('patient')
      .set({ deceased_on: '2026-01-01' })
      .where('patient_id', '=', patientId)
      .execute();
    expect(await (await app.as(parties.sender)).fail(createConsultation, input(parties))).toMatchObject({
      message: 'A consultation cannot be requested for a patient who has died.',
    });
  });

  test('on behalf of a person one may act for records both', async () => {
    const parties = await buildReferralParties(app);
    const office = await buildUser(app.db, { clientId: parties.sender.clientId });
    await addProxy(app.db, parties.sender, office);
    const caller = await app.as(office);
    const sent = { ...input(parties), requestedByUserId: parties.sender.userId };
    const { careCoordinatorRequestId } = await caller.ok(createConsultation, sent);
    const read = await caller.ok(getConsultation, { careCoordinatorRequestId });
    expect(read).toMatchObject({ requestedByUserId: parties.sender.userId });
    expect(read.writtenByUserFullName).not.toBeNull();
    expect(await auditOf(careCoordinatorRequestId)).toMatchObject([
      { user_id: office.userId, on_behalf_of_user_id: parties.sender.userId },
    ]);
  });

  test('twice with one idempotency key creates one request', async () => {
    const parties = await buildReferralParties(app);
    const caller = await app.as(parties.sender);
    const key = { 'idempotency-key': 'consultation-twice' };
    const first = await caller.ok(createConsultation, input(parties), key);
    expect(await caller.ok(createConsultation, input(parties), key)).toEqual(first);
    expect((await caller.ok(listConsultations, {})).items).toHaveLength(1);
  });

  test('from a provider without an account goes to the coordinators, who record the answer', async () => {
    const parties = await buildReferralParties(app);
    const { healthcareProviderId } = await buildDirectoryProvider(app.db);
    const caller = await app.as(parties.sender);
    const { patientId } = parties.patient;
    const { careCoordinatorRequestId } = await caller.ok(createConsultation, { patientId, healthcareProviderId });
    const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 1 });
    const read = await caller.ok(getConsultationInQueue, { careCoordinatorRequestId });
    expect(read).toMatchObject({ isReceiverUser: false, can: { accept: true } });
    expect(read.answeringProviders.map((one) => one.healthcareProviderId)).toEqual([healthcareProviderId]);
    await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 0 });
  });
});

describe('answering', () => {
  test('with acknowledged keeps it open for any other answer; those are final', async () => {
    const { careCoordinatorRequestId, receiver, sender } = await send();
    const caller = await app.as(receiver);
    const queue = { workQueueId: WorkQueue.careCoordinatorRequest };
    await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 4, version: 1 });
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 1 });
    const again = { careCoordinatorRequestId, status: 4, version: 2 } as const;
    await caller.ok(completeConsultation, { ...again, responseNotes: 'By Friday' });
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 1 });
    const change = { careCoordinatorRequestId, status: 3, responseNotes: 'Use 2.5 mg', version: 3 } as const;
    await caller.ok(completeConsultation, change);
    expect(await caller.ok(listWorkQueueItems, queue)).toMatchObject({ totalItemCount: 0 });
    expect(await caller.fail(completeConsultation, { ...change, status: 2, version: 4 })).toMatchObject({
      code: 'wrong_state',
    });
    const read = await (await app.as(sender)).ok(getConsultation, { careCoordinatorRequestId });
    expect(read).toMatchObject({ responseNotes: 'Use 2.5 mg', version: 4, isUnread: true });
    expect(read.timeline.map(({ action, comment }) => [action, comment])).toEqual([
      ['created', null],
      ['acknowledged', null],
      ['acknowledged', 'By Friday'],
      ['accepted_with_change', 'Use 2.5 mg'],
    ]);
  });

  test('needs no version from callers that answer the current state', async () => {
    const { careCoordinatorRequestId, receiver } = await send();
    const caller = await app.as(receiver);
    const { workQueueEncounterId } = await caller.ok(getConsultation, { careCoordinatorRequestId });
    const asSpecified = {
      workQueueEncounterId,
      status: 2,
      comments: null,
      responseNotes: 'Go on',
      healthcareProviderId: null,
    };
    expect(await caller.ok(completeConsultation, asSpecified as never)).toMatchObject({ version: 2 });
    expect(await caller.fail(completeConsultation, asSpecified as never)).toMatchObject({ code: 'wrong_state' });
  });

  test('needs notes to accept with changes, and a provider whom the user may answer for', async () => {
    const { careCoordinatorRequestId, receiver } = await send();
    const caller = await app.as(receiver);
    const answer = (changed: object) =>
      caller.fail(completeConsultation, { careCoordinatorRequestId, version: 1, ...changed } as never);
    const missing = { responseNotes: 'This is a required field' };
    expect((await answer({ status: 3 })).validationErrors).toEqual(missing);
    const stranger = await buildProvider(app.db);
    expect((await answer({ status: 2, healthcareProviderId: stranger.healthcareProviderId })).validationErrors).toEqual(
      {
        healthcareProviderId: consultationTexts.providerRequired,
      },
    );
  });

  test('is for the receiver or a proxy, and canceling for the requester', async () => {
    const { careCoordinatorRequestId, receiver, sender } = await send();
    const requester = await app.as(sender);
    expect(
      await requester.fail(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 }),
    ).toMatchObject({ code: 'wrong_state' });
    const caller = await app.as(receiver);
    expect(await caller.fail(cancelConsultation, { careCoordinatorRequestId, version: 1 })).toMatchObject({
      code: 'wrong_state',
    });
    const proxy = await buildUser(app.db, { clientId: sender.clientId });
    await addProxy(app.db, receiver, proxy);
    await (await app.as(proxy)).ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
    expect((await auditOf(careCoordinatorRequestId)).at(-1)).toMatchObject({
      action: 'consultation.accepted',
      user_id: proxy.userId,
      on_behalf_of_user_id: receiver.userId,
    });
  });

  test('twenty times concurrently has one winner; the others learn who it was', async () => {
    const { careCoordinatorRequestId, receiver, sender } = await send();
    const [one, two] = [await app.as(receiver), await app.as(sender)];
    const notes = { responseNotes: 'x' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 5 === 4
          ? two.call(cancelConsultation, { careCoordinatorRequestId, version: 1 })
          : one.call(completeConsultation, {
              careCoordinatorRequestId,
              status: ([2, 3, 4, 5] as const)[index % 4] ?? 2,
              version: 1,
              ...notes,
            }),
      ),
    );
    expect(answers.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(19);
    expect(lost[0]?.body).toMatchObject({
      code: 'stale_version',
      current: { version: 2, changedBy: expect.stringMatching(/\w/) as string },
    });
    expect((await two.ok(getConsultation, { careCoordinatorRequestId })).timeline).toHaveLength(2);
  });

  test('with declined, or canceling, ends it for the receiver: they can still see what was sent, and leave the care team', async () => {
    const parties = await buildReferralParties(app);
    const { patientId } = parties.patient;
    const { patientDocumentId } = await buildDocument(app, parties.patient, 'As it was.');
    const requester = await app.as(parties.sender);
    const patientCharts = [
      { associationType: 3 as const, patientDocumentId },
      { associationType: 5 as const, patientId },
    ];
    const sent = { ...input(parties), patientCharts };
    const { careCoordinatorRequestId } = await requester.ok(createConsultation, sent);
    const caller = await app.as(parties.receiver);
    await caller.ok(getPatientInfo, { patientId });
    const decline = { careCoordinatorRequestId, status: 5, responseNotes: 'Not my field', version: 1 } as const;
    await caller.ok(completeConsultation, decline);
    expect(await caller.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
    const read = await caller.ok(getConsultation, { careCoordinatorRequestId });
    expect(read.patientCharts).toHaveLength(2);
    expect(read.patient).toMatchObject({ phone: null, careTeamSize: null });
    const { members } = await requester.ok(listCareTeam, { patientId });
    expect(members.map(({ userId, status }) => [userId, status])).toEqual([[parties.receiver.userId, 'inactive']]);
  });

  test('canceling keeps care team members who have another request about the patient', async () => {
    const { careCoordinatorRequestId, ...parties } = await send();
    const { referralId } = await buildReferral(app, { parties });
    const [sender, receiver] = [await app.as(parties.sender), await app.as(parties.receiver)];
    await receiver.ok(acceptReferral, { referralId });
    await sender.ok(cancelConsultation, { careCoordinatorRequestId, version: 1 });
    const { patientId } = parties.patient;
    expect((await receiver.call(getPatientInfo, { patientId })).body).toMatchObject({ wasSuccessful: true });
    // Canceling the referral then ends the membership.
    await sender.ok(cancelReferral, { referralId, version: 2 });
    expect(await receiver.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('an answer is unread until the requester opens it', async () => {
    const { careCoordinatorRequestId, ...parties } = await send();
    const [caller, requester] = [await app.as(parties.receiver), await app.as(parties.sender)];
    await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 1 });
    await send(parties);
    const list = async (unread: boolean) => (await requester.ok(listConsultations, { unread })).items;
    expect(await list(false)).toMatchObject([{ isUnread: false }, { isUnread: true }]);
    await caller.ok(readConsultationAnswer, { careCoordinatorRequestId, version: 2 });
    expect(await caller.ok(countUnreadAnswers, {})).toEqual({ wasSuccessful: true, unreadCount: 0 });
    expect(await caller.ok(listConsultations, { unread: true })).toMatchObject({ items: [] });
    expect(await list(true)).toMatchObject([{ careCoordinatorRequestId }]);
    await requester.ok(readConsultationAnswer, { careCoordinatorRequestId, version: 2 });
    expect(await list(true)).toEqual([]);
  });

  test('an answer that came after the shown version stays unread', async () => {
    const { careCoordinatorRequestId, receiver, sender } = await send();
    const [caller, requester] = [await app.as(receiver), await app.as(sender)];
    await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 4, version: 1 });
    await caller.ok(completeConsultation, { careCoordinatorRequestId, status: 2, version: 2 });
    await requester.ok(readConsultationAnswer, { careCoordinatorRequestId, version: 2 });
    expect(await requester.ok(countUnreadAnswers, {})).toMatchObject({ unreadCount: 1 });
    await requester.ok(readConsultationAnswer, { careCoordinatorRequestId, version: 3 });
    expect(await requester.ok(countUnreadAnswers, {})).toMatchObject({ unreadCount: 0 });
  });
});
