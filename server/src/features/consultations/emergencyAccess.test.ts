import {
  cancelConsultation,
  completeConsultation,
  consultationTexts,
  createConsultation,
  getConsultation,
} from '@careloop/contracts/consultations';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildReferralParties } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('with emergency access only, the requester can read a consultation, and its receiver can answer it', async () => {
  const { patient, sender, receiver } = await buildReferralParties(app);
  const { patientId } = patient;
  const requester = await app.as(sender);
  const { careCoordinatorRequestId } = await requester.ok(createConsultation, {
    patientId,
    healthcareProviderId: receiver.healthcareProviderId,
  });
  // Both lose their access to the patient, and then use emergency access.
  await app.db
    .deleteFrom('user_permission')
    .where('user_id', '=', sender.userId)
    .where('permission', '=', 'ViewAllPatients')
    .execute();
  await app.db.deleteFrom('care_team_member').where('patient_id', '=', patientId).execute();
  const opened = { patient_id: patientId, reason: 'Unconscious', expires_at: new Date(Date.now() + 3_600_000) };
  await app.db
    .insertInto('break_glass_access')
    .values([sender, receiver].map(({ userId }) => ({ ...opened, user_id: userId })))
    .execute();
  const { can } = await (await app.as(sender)).ok(getConsultation, { careCoordinatorRequestId });
  expect(can).toMatchObject({ cancel: consultationTexts.emergencyOnly, refer: true });
  const target = { careCoordinatorRequestId, version: 1 };
  expect(await requester.fail(cancelConsultation, target)).toMatchObject({ message: consultationTexts.emergencyOnly });
  await (await app.as(receiver)).ok(completeConsultation, { ...target, status: 2, responseNotes: 'Yes.' });
});
