import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
} from '@careloop/contracts/referrals/processing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  buildDocument,
  buildProvider,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { queueItemOf } from '../../../test/queueItems.ts';
import { referralAudience } from './shared/audience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A referral with a document, whose receiver shared its queue item with a colleague. */
async function buildShared() {
  const parties = await buildReferralParties(app);
  const { patientDocumentId } = await buildDocument(app, parties.patient, 'Echo report');
  const sender = await app.as(parties.sender);
  const patientCharts = [{ patientDocumentId, associationType: 3 as const }];
  const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), patientCharts });
  const colleague = await buildUser(app.db, { clientId: parties.receiver.clientId });
  await app.db
    .insertInto('work_queue_encounter_access')
    .values({
      ...(await queueItemOf(app.db, referralId)),
      user_id: colleague.userId,
      granted_by_user_id: parties.receiver.userId,
    })
    .execute();
  const shared = await app.as(colleague);
  return { ...parties, referralId, patientDocumentId, senderCaller: sender, colleague, shared };
}

test('a user an item is shared with can open the documents sent with it, and no others', async () => {
  const { referralId, patientDocumentId, shared, patient } = await buildShared();
  expect(await shared.ok(getReferral, { referralId })).toMatchObject({
    referralPatientDocuments: [{ patientDocumentId }],
  });
  expect(await shared.ok(getDocumentText, { patientDocumentId, referralId })).toMatchObject({ text: 'Echo report' });
  const other = await buildDocument(app, patient, 'Not attached');
  expect(await shared.fail(getDocumentText, { ...other, referralId })).toMatchObject({ code: 'unauthorized_patient' });
});

test.each(['declined', 'canceled'] as const)(
  'the receiver of a %s referral still sees what was sent until then, and nothing later',
  async (how) => {
    const built = await buildShared();
    const { referralId, patientDocumentId, senderCaller, receiver, colleague, shared } = built;
    const caller = await app.as(receiver);
    await senderCaller.ok(addReferralComment, { referralId, comment: 'Before' });
    if (how === 'declined') {
      await caller.ok(declineReferral, { referralId, declineReason: 1, comments: ['With the answer'] });
    } else {
      await caller.ok(acceptReferral, { referralId, comments: ['With the answer'] });
      await senderCaller.ok(cancelReferral, { referralId });
    }
    await senderCaller.ok(addReferralComment, { referralId, comment: 'After' });
    const sentName = (await caller.ok(getReferral, { referralId })).patientCharts[0]?.chartName;
    await app.db.updateTable('patient_document').set({ document_name: 'Renamed since' }).execute();
    const other = await buildProvider(app.db, { clientId: built.sender.clientId });
    const next = { ...referralInput({ ...built, receiver: other }), previousReferralId: referralId };
    await senderCaller.ok(createReferral, next);

    for (const former of [caller, shared]) {
      const seen = await former.ok(getReferral, { referralId });
      expect(seen.comments.map((row) => row.comment)).toEqual(['Before', 'With the answer']);
      expect(seen.timeline.at(-1)).toMatchObject({ action: how === 'declined' ? 'declined' : 'cancelled' });
      expect(seen).toMatchObject({
        referralPatientDocuments: [{ patientDocumentId, documentName: sentName }],
        patientCharts: [{ patientDocumentId, chartName: sentName }],
        nextReferral: null,
        patient: { phone: null, careTeamSize: null },
      });
      expect(seen.can.comment).not.toBe(true);
      expect(await former.fail(addReferralComment, { referralId, comment: 'More' })).toMatchObject({
        code: 'wrong_state',
      });
      expect(await former.ok(getDocumentText, { patientDocumentId, referralId })).toMatchObject({
        text: 'Echo report',
      });
      expect(await former.fail(getDocumentText, { patientDocumentId })).toMatchObject({ code: 'unauthorized_patient' });
    }
    const rooms = await referralAudience(app.db, referralId);
    expect(rooms).not.toContain(`user:${receiver.userId}`);
    expect(rooms).not.toContain(`user:${colleague.userId}`);
    const whole = await senderCaller.ok(getReferral, { referralId });
    expect(whole.comments.map((row) => row.comment)).toContain('After');
    expect(whole).toMatchObject({ referralPatientDocuments: [{ patientDocumentId }], can: { comment: true } });
  },
);

test('the receiver gets the event of the change that ends it', async () => {
  const { referralId, receiver } = await buildShared();
  const inEnding = await app.db.transaction().execute(async (db) => {
    await db
      .updateTable('referral')
      .set({ status: 'cancelled', status_changed_at: sql<Date>`now()` })
      .where('referral_id', '=', referralId)
      .execute();
    return await referralAudience(db, referralId);
  });
  expect(inEnding).toContain(`user:${receiver.userId}`);
});
