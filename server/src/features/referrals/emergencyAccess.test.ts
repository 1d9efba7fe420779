import { getReferral } from '@careloop/contracts/referrals';
import { reopenReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, addReferralComment, cancelReferral } from '@careloop/contracts/referrals/processing';
import { emergencyText } from '@careloop/contracts/referrals/states';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildReferral, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { selfRoom, userRoom } from '../../platform/realtime/rooms.ts';
import { referralAudience } from './shared/audience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A referral whose sender lost access to the patient and then used emergency access, as did its receiver. */
async function buildInEmergency(status: 'pending' | 'completed') {
  const built = await buildReferral(app, { status });
  const { sender, receiver, patient } = built;
  await app.db
    .deleteFrom('user_permission')
    .where('user_id', '=', sender.userId)
    .where('permission', '=', 'ViewAllPatients')
    .execute();
  const caller = await app.as(sender);
  const { referralId } = built;
  expect(await caller.fail(getReferral, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
  const opened = {
    patient_id: patient.patientId,
    reason: 'Unconscious in the emergency department',
    expires_at: new Date(Date.now() + 3_600_000),
  };
  await app.db
    .insertInto('break_glass_access')
    .values([sender, receiver].map(({ userId }) => ({ ...opened, user_id: userId })))
    .execute();
  return { ...built, caller, answering: await app.as(receiver) };
}

const refusal = { message: emergencyText };

test('with emergency access only, the sender can read a referral, and its receiver can process it', async () => {
  const built = await buildInEmergency('pending');
  const { referralId, caller, answering, sender } = built;
  // Changes are announced to them, but not to those who act for them.
  const rooms = await referralAudience(app.db, referralId);
  expect(rooms).toContain(selfRoom(sender.userId));
  expect(rooms).not.toContain(userRoom(sender.userId));
  const { version, can } = await caller.ok(getReferral, { referralId });
  expect(can).toMatchObject({ cancel: emergencyText, update: emergencyText, comment: emergencyText });
  expect(await caller.fail(cancelReferral, { referralId, version })).toMatchObject(refusal);
  const request = declared(updateReferral, referralInput(built));
  const changed = { ...request, referralId, version, referralReason: 'Pain at rest' };
  expect(await caller.fail(updateReferral, changed)).toMatchObject(refusal);
  expect(await caller.fail(addReferralComment, { referralId, comment: 'A note' })).toMatchObject(refusal);
  await answering.ok(acceptReferral, { referralId });
});

test('with emergency access only, no one can reopen a completed referral', async () => {
  const { referralId, caller } = await buildInEmergency('completed');
  expect(await caller.fail(reopenReferral, { referralId, reason: 'No report' })).toMatchObject(refusal);
});
