import { notPreferredTexts } from '@careloop/contracts/referrals/notPreferred';
import { createReferral } from '@careloop/contracts/referrals';
import { selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { affiliate, buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function storedReason(referralId: number) {
  return app.db
    .selectFrom('referral')
    .select(['not_preferred_reason as reason', 'not_preferred_additional_info as info'])
    .where('referral_id', '=', referralId)
    .executeTakeFirstOrThrow();
}

test('a provider outside the enforced preferred affiliations needs a reason', async () => {
  const parties = await buildReferralParties(app);
  await affiliate(app.db, parties.receiver, { clientId: parties.patient.clientId, enforcePreferred: true });
  const sender = await app.as(parties.sender);
  const input = referralInput(parties);
  const send = async (given: object) => (await sender.fail(createReferral, { ...input, ...given })).validationErrors;
  expect(await send({})).toEqual({ notPreferredReason: notPreferredTexts.notPreferredReasonRequired });
  const noInfo = { notPreferredAdditionalInfo: notPreferredTexts.notPreferredInfoRequired };
  expect(await send({ notPreferredReason: 3 })).toEqual(noInfo);
  expect(await send({ notPreferredReason: 3, notPreferredAdditionalInfo: '  ' })).toEqual(noInfo);
  expect(await send({ notPreferredReason: 4 })).toHaveProperty('notPreferredReason');
  expect(await send({ notPreferredReason: 1, notPreferredAdditionalInfo: 'x'.repeat(251) })).toEqual({
    notPreferredAdditionalInfo: notPreferredTexts.notPreferredInfoTooLong,
  });

  const given = { notPreferredReason: 3 as const, notPreferredAdditionalInfo: 'Knows the valve' };
  const { referralId } = await sender.ok(createReferral, { ...input, ...given });
  expect(await storedReason(referralId)).toEqual({ reason: 'physician_directed', info: 'Knows the valve' });
});

test('so does one that a coordinator selects for a referral to a specialty', async () => {
  const parties = await buildReferralParties(app);
  await affiliate(app.db, parties.receiver, { clientId: parties.patient.clientId, enforcePreferred: true });
  const coordinator = await app.as(parties.sender);
  const none = { healthcareProviderId: null, healthcareProviderAddressId: null };
  const toSpecialty = {
    ...referralInput(parties),
    ...none,
    healthcareProviderSpecialtyId: parties.receiver.specialtyId,
  };
  const { referralId } = await coordinator.ok(createReferral, toSpecialty);
  const selected = { referralId, healthcareProviderId: parties.receiver.healthcareProviderId };
  expect((await coordinator.fail(selectReferralProvider, selected)).validationErrors).toEqual({
    notPreferredReason: notPreferredTexts.notPreferredReasonRequired,
  });
  await coordinator.ok(selectReferralProvider, { ...selected, notPreferredReason: 1 });
  expect(await storedReason(referralId)).toEqual({ reason: 'established_physician', info: null });
});

test('no reason is required or stored if the provider is preferred, or preferences are not enforced', async () => {
  for (const tier of [{ isPreferred: true, enforcePreferred: true }, { enforcePreferred: false }]) {
    const parties = await buildReferralParties(app);
    await affiliate(app.db, parties.receiver, { clientId: parties.patient.clientId, ...tier });
    const sender = await app.as(parties.sender);
    const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), notPreferredReason: 2 });
    expect(await storedReason(referralId)).toEqual({ reason: null, info: null });
  }
  // The affiliations of another client do not apply to this client's patients.
  const parties = await buildReferralParties(app);
  const other = await buildReferralParties(app);
  await affiliate(app.db, parties.receiver, { clientId: other.patient.clientId, enforcePreferred: true });
  const sender = await app.as(parties.sender);
  await sender.ok(createReferral, referralInput(parties));
});
