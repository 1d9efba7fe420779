import { messageTexts } from '@careloop/contracts/messages';
import { listCareTeam } from '@careloop/contracts/care-teams';
import { inviteToCareTeam, joinCareTeam, membershipTexts } from '@careloop/contracts/care-teams/members';
import {
  approveAccessRequest,
  breakTheGlass,
  countAccessRequests,
  countEmergencyAccess,
  declineAccessRequest,
  listAccessRequests,
  listEmergencyAccess,
  listPatientEmergencyAccess,
  patientAccessTexts,
  requestAccess,
  reviewEmergencyAccess,
  withdrawAccessRequest,
} from '@careloop/contracts/patient-access';
import { canAccessPatient, getPatientInfo, listPatients } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { inTurn } from '../../../test/attempts.ts';
import { addProxy, addToCareTeam, buildPatient, buildProvider, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { handlerOf, jobRun, portalUrl, takeJobs, textOf } from '../../../test/mails.ts';
import { listenToPublished } from '../../../test/published.ts';
import { startSmtpServer } from '../../../test/smtpServer.ts';
import type { SmtpServer } from '../../../test/smtpServer.ts';
import { smtpSender } from '../../core/integrations/email/smtp.ts';
import { notifyOfEmergencyAccess } from './jobs.ts';

let app: TestApp;
let smtp: SmtpServer;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  [app, smtp] = await Promise.all([startTestApp(), startSmtpServer()]);
  published = await listenToPublished(app);
});
beforeEach(() => published.take());
afterAll(async () => {
  await published.stop();
  await smtp.stop();
  await app.stop();
});

const reason = 'I see her in clinic tomorrow.';

/** A patient with an editor and a regular member, a user who sees all of the client, and a doctor without access. */
async function buildClosed() {
  const patient = await buildPatient(app.db, { dateOfBirth: '1945-07-14' });
  const { clientId, patientId } = patient;
  const editor = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
  const member = await buildUser(app.db, { clientId, permissions: [] });
  for (const user of [editor, member]) await addToCareTeam(app.db, patient, user);
  const viewer = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] });
  const doctor = await buildProvider(app.db, { clientId, permissions: ['EditCareTeam', 'BreakTheGlass'] });
  return {
    patient,
    patientId,
    clientId,
    doctor,
    editor: await app.as(editor),
    member: await app.as(member),
    viewer: await app.as(viewer),
    caller: await app.as(doctor),
  };
}

const auditOf = async (patientId: number) => {
  const { rows } = await sql<{ action: string }>`select action from audit_event
    where patient_id = ${patientId} and kind = 'change' order by audit_event_id`.execute(app.db);
  return rows.map(({ action }) => action);
};

describe('a request for access', () => {
  test('of a user who has left the client since cannot be approved, but declined', async () => {
    const { patientId, editor, caller } = await buildClosed();
    const { accessRequestId } = await caller.ok(requestAccess, { patientId, reason });
    await sql`delete from user_client where user_id = ${caller.userId}`.execute(app.db);
    const { message } = await editor.fail(approveAccessRequest, { accessRequestId });
    expect(message).toBe(patientAccessTexts.gone);
    await editor.ok(declineAccessRequest, { accessRequestId, reason });
    expect(await auditOf(patientId)).toEqual(['access_request.created', 'access_request.declined']);
  });

  test('reaches users who can answer, and approving it gives access to the patient', async () => {
    const { patientId, clientId, patient, editor, member, viewer, caller } = await buildClosed();
    const { accessRequestId } = await caller.ok(requestAccess, { patientId, reason });
    const [event] = await published.take('AccessRequestChangedEvent');
    expect(new Set(event?.rooms)).toEqual(
      new Set([`user:${caller.userId}`, `user:${editor.userId}`, `user:${member.userId}`, `client:${clientId}`]),
    );
    // A user who may answer it for both reasons counts it once.
    const both = await buildUser(app.db, { clientId, permissions: ['EditCareTeam', 'ViewAllPatients'] });
    await addToCareTeam(app.db, patient, both);
    for (const who of [editor, viewer, await app.as(both)]) {
      expect(await who.ok(countAccessRequests, {})).toMatchObject({ openCount: 1 });
      const { items } = await who.ok(listAccessRequests, { patientId });
      expect(items).toMatchObject([{ accessRequestId, reason, birthYear: 1945, can: { answer: true } }]);
    }
    expect(await member.ok(countAccessRequests, {})).toMatchObject({ openCount: 0 });
    expect(await member.fail(approveAccessRequest, { accessRequestId })).toMatchObject({ code: 'no_access' });
    expect(await caller.fail(approveAccessRequest, { accessRequestId })).toMatchObject({
      message: patientAccessTexts.ownRequest,
    });
    const { items: own } = await caller.ok(listAccessRequests, { list: 'own' });
    expect(own).toMatchObject([{ accessRequestId, status: 'pending', can: { withdraw: true } }]);
    expect(JSON.stringify(own)).not.toContain(patient.mrn);
    expect(await caller.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });

    expect(await editor.ok(approveAccessRequest, { accessRequestId, version: 1 })).toMatchObject({
      status: 'approved',
    });
    await caller.ok(getPatientInfo, { patientId });
    expect(await viewer.fail(approveAccessRequest, { accessRequestId, version: 1 })).toMatchObject({ status: 409 });
    expect(await viewer.fail(approveAccessRequest, { accessRequestId })).toMatchObject({
      message: patientAccessTexts.answered,
    });
    expect(await viewer.ok(countAccessRequests, {})).toMatchObject({ openCount: 0 });
    expect(await auditOf(patientId)).toEqual(['access_request.created', 'access_request.approved', 'care_team.joined']);
  });

  test('is declined with a reason shown to the requester, or withdrawn', async () => {
    const { patientId, viewer, caller } = await buildClosed();
    const { accessRequestId } = await caller.ok(requestAccess, { patientId, reason });
    expect(await caller.fail(requestAccess, { patientId, reason })).toMatchObject({
      message: patientAccessTexts.alreadyRequested,
    });
    expect(await viewer.fail(declineAccessRequest, { accessRequestId, reason: ' ' })).toMatchObject({
      validationErrors: { reason: patientAccessTexts.reasonRequired },
    });
    await viewer.ok(declineAccessRequest, { accessRequestId, reason: 'Another practice looks after her.' });
    const search = { list: 'own', includeAnswered: true } as const;
    expect((await caller.ok(listAccessRequests, search)).items).toMatchObject([
      { status: 'declined', declineReason: 'Another practice looks after her.', can: { withdraw: expect.any(String) } },
    ]);
    const { accessRequestId: second } = await caller.ok(requestAccess, { patientId, reason });
    expect(await viewer.fail(withdrawAccessRequest, { accessRequestId: second })).toMatchObject({
      message: patientAccessTexts.onlyRequester,
    });
    await caller.ok(withdrawAccessRequest, { accessRequestId: second });
    expect(await viewer.ok(countAccessRequests, {})).toMatchObject({ openCount: 0 });
  });

  test('cannot be answered by its requester acting for a care team member', async () => {
    const { patientId, clientId, doctor, editor } = await buildClosed();
    const office = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
    await addProxy(app.db, doctor, office);
    await addProxy(app.db, editor, office);
    const caller = await app.as(office);
    const { accessRequestId } = await caller.ok(requestAccess, { patientId, reason, onBehalfOfUserId: doctor.userId });
    const acting = { onBehalfOfUserId: editor.userId };
    expect(await caller.ok(countAccessRequests, acting)).toMatchObject({ openCount: 0 });
    expect((await caller.ok(listAccessRequests, acting)).items).toEqual([]);
    expect(await caller.fail(approveAccessRequest, { accessRequestId, ...acting })).toMatchObject({
      code: 'no_access',
    });
    expect(await caller.fail(approveAccessRequest, { accessRequestId })).toMatchObject({
      message: patientAccessTexts.ownRequest,
    });
    await editor.ok(approveAccessRequest, { accessRequestId });
  });

  test('is refused if it makes no sense', async () => {
    const { patient, patientId, doctor, editor, caller } = await buildClosed();
    const tooLong = await caller.fail(requestAccess, { patientId, reason: 'x'.repeat(1001) });
    expect(tooLong).toMatchObject({ validationErrors: { reason: patientAccessTexts.reasonTooLong } });
    expect(await editor.fail(requestAccess, { patientId, reason })).toMatchObject({
      message: patientAccessTexts.alreadyOpen,
    });
    await addToCareTeam(app.db, patient, doctor, 'invited');
    expect(await caller.fail(requestAccess, { patientId, reason })).toMatchObject({
      message: patientAccessTexts.invited,
    });
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.fail(requestAccess, { patientId, reason })).toMatchObject({ code: 'unauthorized_patient' });
    expect(await app.nobody.fail(requestAccess, { patientId, reason })).toMatchObject({ status: 401 });
    const alone = await buildPatient(app.db, { clientId: (await buildUser(app.db)).clientId });
    const only = await app.as(await buildUser(app.db, { clientId: alone.clientId }));
    expect(await only.fail(requestAccess, { patientId: alone.patientId, reason })).toMatchObject({
      message: patientAccessTexts.nobodyAnswers,
    });
  });
});

describe('emergency access', () => {
  test('gives access to one user only, notifies the care team, and does not change it', async () => {
    const { patientId, patient, editor, member, caller, doctor, clientId } = await buildClosed();
    const proxy = await buildUser(app.db, { clientId });
    await addProxy(app.db, doctor, proxy);
    const { expiresAt } = await caller.ok(breakTheGlass, { patientId, reason: 'Unconscious in the waiting room.' });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000);
    const [event] = await published.take('EmergencyAccessEvent');
    expect(event?.rooms).toEqual(expect.arrayContaining([`user:${editor.userId}`, `user:${member.userId}`]));

    expect(await caller.ok(canAccessPatient, { patientId })).toMatchObject({ emergencyAccessUntil: expiresAt });
    await caller.ok(getPatientInfo, { patientId });
    expect(await (await app.as(proxy)).fail(getPatientInfo, { patientId })).toMatchObject({
      code: 'unauthorized_patient',
    });
    const acting = { patientId, onBehalfOfUserId: doctor.userId };
    expect(await (await app.as(proxy)).fail(getPatientInfo, acting)).toMatchObject({ code: 'unauthorized_patient' });
    const acted = { onBehalfOfUserId: doctor.userId } as never;
    expect((await (await app.as(proxy)).ok(listPatients, acted)).items).toEqual([]);
    expect((await caller.ok(listPatients, {})).items).toMatchObject([{ patientId }]);
    expect((await caller.ok(listCareTeam, { patientId })).can).toEqual({
      invite: membershipTexts.emergencyOnly,
      join: membershipTexts.emergencyOnly,
      message: messageTexts.emergencyOnly,
    });
    expect(await caller.fail(joinCareTeam, { patientId })).toMatchObject({ message: membershipTexts.emergencyOnly });
    const inviting = { patientId, userIds: [proxy.userId] };
    expect(await caller.fail(inviteToCareTeam, inviting)).toMatchObject({ message: membershipTexts.emergencyOnly });
    expect(await caller.fail(breakTheGlass, { patientId, reason })).toMatchObject({
      message: patientAccessTexts.alreadyOpen,
    });
    const { items } = await editor.ok(listPatientEmergencyAccess, { patientId });
    expect(items).toMatchObject([{ reason: 'Unconscious in the waiting room.', isActive: true }]);

    const deps = { ...app.deps, portalUrl, email: smtpSender(smtp.url) };
    const handler = handlerOf(notifyOfEmergencyAccess);
    for (const data of await takeJobs(app, notifyOfEmergencyAccess.name)) await handler(deps, data, jobRun);
    const mails = smtp.messages.splice(0);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(textOf(mail)).toContain(`/provider/Patient/${patientId}?section=careTeam`);
      expect(textOf(mail)).not.toContain(patient.mrn);
    }

    await sql`update break_glass_access set expires_at = now() where patient_id = ${patientId}`.execute(app.db);
    expect(await caller.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  });

  test('needs the permission, a reason, and a patient of one of the user’s clients', async () => {
    const { patientId, member, caller } = await buildClosed();
    expect(await member.fail(breakTheGlass, { patientId, reason })).toMatchObject({ status: 403 });
    expect(await caller.fail(breakTheGlass, { patientId, reason: '' })).toMatchObject({
      validationErrors: { reason: patientAccessTexts.reasonRequired },
    });
    const foreign = await buildPatient(app.db);
    expect(await caller.fail(breakTheGlass, { patientId: foreign.patientId, reason })).toMatchObject({
      code: 'unauthorized_patient',
    });
  });

  test('is reviewed by another administrator of the client, with the user’s actions', async () => {
    const { patientId, clientId, caller } = await buildClosed();
    const permissions = ['ViewAuditLog', 'BreakTheGlass'] as const;
    const admin = await app.as(await buildUser(app.db, { clientId, permissions: [...permissions] }));
    const foreign = await app.as(await buildUser(app.db, { permissions: [...permissions] }));
    await caller.ok(breakTheGlass, { patientId, reason });
    await caller.ok(getPatientInfo, { patientId });
    expect(await caller.fail(listEmergencyAccess, {})).toMatchObject({ status: 403 });
    expect((await foreign.ok(listEmergencyAccess, {})).items).toEqual([]);
    const toReviewers = [{ rooms: [`user:${admin.userId}`] }];
    expect(await published.take('EmergencyAccessReviewEvent')).toMatchObject(toReviewers);
    const { items } = await admin.ok(listEmergencyAccess, {});
    expect(items).toMatchObject([
      { patientId, userId: caller.userId, reason, isActive: true, opened: [{ what: 'Patient record', count: 1 }] },
    ]);
    const { breakGlassAccessId = 0 } = items[0] ?? {};
    expect(await foreign.fail(reviewEmergencyAccess, { breakGlassAccessId })).toMatchObject({ code: 'no_access' });
    expect(await admin.ok(countEmergencyAccess, {})).toMatchObject({ unreviewedCount: 1 });
    expect(await admin.fail(reviewEmergencyAccess, { breakGlassAccessId })).toMatchObject({
      message: patientAccessTexts.stillOpen,
    });
    expect(items[0]?.can.review).toBe(patientAccessTexts.stillOpen);
    await sql`update break_glass_access set expires_at = now() where patient_id = ${patientId}`.execute(app.db);
    expect((await admin.ok(listEmergencyAccess, {})).items[0]?.can.review).toBe(true);
    await admin.ok(reviewEmergencyAccess, { breakGlassAccessId });
    expect(await published.take('EmergencyAccessReviewEvent')).toMatchObject(toReviewers);
    expect(await admin.fail(reviewEmergencyAccess, { breakGlassAccessId })).toMatchObject({
      message: patientAccessTexts.reviewed,
    });
    expect(await admin.ok(countEmergencyAccess, {})).toMatchObject({ unreviewedCount: 0 });
    expect((await admin.ok(listEmergencyAccess, { isUnreviewed: false })).items).toMatchObject([
      { reviewedAt: expect.any(String) },
    ]);
    await admin.ok(breakTheGlass, { patientId, reason });
    const own = (await admin.ok(listEmergencyAccess, {})).items[0]?.breakGlassAccessId ?? 0;
    expect(await admin.fail(reviewEmergencyAccess, { breakGlassAccessId: own })).toMatchObject({
      message: patientAccessTexts.ownWindow,
    });
  });

  test('taken twice at the same moment is one window', async () => {
    const { patientId, caller } = await buildClosed();
    const lock = sql`select from patient where patient_id = ${patientId} for update`;
    const take = () => caller.call(breakTheGlass, { patientId, reason: 'Unconscious in the waiting room.' });
    const [first, second] = await inTurn(app.db, lock, take, take);
    expect(first.body).toMatchObject({ wasSuccessful: true });
    expect(second.body).toMatchObject({ wasSuccessful: false, message: patientAccessTexts.alreadyOpen });
  });
});
