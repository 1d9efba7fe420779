import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { acceptReferral, selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { getRecordScope } from '@careloop/contracts/referrals/recordScope';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { canAccessPatient } from '@careloop/contracts/patients';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDirectoryProvider, buildProvider, buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A referral to a provider of the client, or of another one. */
async function build({ isOutside }: { isOutside: boolean }) {
  const parties = await buildReferralParties(app);
  const receiver = isOutside ? await buildProvider(app.db) : parties.receiver;
  const [sending, receiving] = [await app.as(parties.sender), await app.as(receiver)];
  const { patientId } = parties.patient;
  const { healthcareProviderId } = receiver;
  const input = referralInput({ ...parties, receiver });
  const send = async (more: { recordScope?: 'whole' | 'attached' } = {}) =>
    (await sending.ok(createReferral, { ...input, ...more })).referralId;
  const isOpen = async () => (await receiving.ok(canAccessPatient, { patientId })).canAccessPatient;
  return { ...parties, receiver, sending, receiving, patientId, healthcareProviderId, input, send, isOpen };
}

test('inside the client accepting opens the whole record, unless the sender says only what is attached', async () => {
  const { sending, receiving, patientId, healthcareProviderId, send, isOpen } = await build({ isOutside: false });
  expect(await sending.ok(getRecordScope, { patientId, healthcareProviderId })).toMatchObject({
    hasUser: true,
    isOutside: false,
    usualScope: 'whole',
  });
  const attached = await send({ recordScope: 'attached' });
  expect(await receiving.ok(getReferral, { referralId: attached })).toMatchObject({
    recordScope: 'attached',
    outsideClientName: null,
  });
  await receiving.ok(acceptReferral, { referralId: attached });
  expect(await isOpen()).toBe(false);
  expect((await receiving.ok(getReferral, { referralId: attached })).status).toBe('accepted');
  await receiving.ok(acceptReferral, { referralId: await send() });
  expect(await isOpen()).toBe(true);
});

test('outside the client only what is attached opens, unless the client or the sender says otherwise', async () => {
  const { sending, receiving, patientId, healthcareProviderId, patient, send, isOpen } = await build({
    isOutside: true,
  });
  const scope = () => sending.ok(getRecordScope, { patientId, healthcareProviderId });
  expect(await scope()).toMatchObject({ isOutside: true, usualScope: 'attached' });
  const referralId = await send();
  expect(await receiving.ok(getReferral, { referralId })).toMatchObject({
    recordScope: 'attached',
    outsideClientName: expect.any(String),
  });
  await receiving.ok(acceptReferral, { referralId });
  expect(await isOpen()).toBe(false);
  const setting = { client_id: patient.clientId, name: 'referralsOutsideOpenRecord', value: 1 };
  await app.db.insertInto('client_setting').values(setting).execute();
  expect((await scope()).usualScope).toBe('whole');
  await receiving.ok(acceptReferral, { referralId: await send() });
  expect(await isOpen()).toBe(true);
});

test('it can be changed until the referral is accepted, and follows the provider', async () => {
  const { sending, receiving, input, send, receiver, isOpen } = await build({ isOutside: false });
  const referralId = await send();
  const { patientId: _patient, ...request } = input;
  const change = (version: number, more: object) =>
    sending.ok(updateReferral, { ...request, referralId, version, ...more });
  await change(1, { recordScope: 'attached' });
  const changed = await sending.ok(getReferral, { referralId });
  expect(changed.timeline.at(-1)?.changes).toEqual([
    { field: 'recordScope', from: 'The whole record', to: 'Only what is attached' },
  ]);
  // Left out, it stays.
  await change(2, { referralReason: 'Chest pain at rest' });
  expect((await sending.ok(getReferral, { referralId })).recordScope).toBe('attached');
  await receiving.ok(acceptReferral, { referralId });
  await change(4, { recordScope: 'whole', referralReason: 'Chest pain' });
  expect((await sending.ok(getReferral, { referralId })).recordScope).toBe('attached');
  expect(await isOpen()).toBe(false);

  const toSpecialty = { ...input, healthcareProviderId: null, healthcareProviderAddressId: null };
  const created = await sending.ok(createReferral, {
    ...toSpecialty,
    healthcareProviderSpecialtyId: receiver.specialtyId,
  });
  const open = { referralId: created.referralId };
  expect((await sending.ok(getReferral, open)).recordScope).toBeNull();
  const other = await buildProvider(app.db);
  await sending.ok(selectReferralProvider, { ...open, healthcareProviderId: other.healthcareProviderId });
  expect((await sending.ok(getReferral, open)).recordScope).toBe('attached');
});

test('a provider without an account opens nothing; other patients answer nothing', async () => {
  const { sending, receiving, patientId } = await build({ isOutside: true });
  const { healthcareProviderId } = await buildDirectoryProvider(app.db);
  expect(await sending.ok(getRecordScope, { patientId, healthcareProviderId })).toMatchObject({
    hasUser: false,
    isOutside: false,
  });
  const input = { patientId, healthcareProviderId };
  expect((await receiving.fail(getRecordScope, input)).code).toBe('unauthorized_patient');
  expect((await app.nobody.fail(getRecordScope, input)).status).toBe(401);
  const unknown = await sending.fail(getRecordScope, { patientId, healthcareProviderId: 999_999 });
  expect(Object.keys(unknown.validationErrors ?? {})).toEqual(['healthcareProviderId']);
});
