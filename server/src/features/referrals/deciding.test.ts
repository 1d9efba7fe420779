import { acceptReferral, declineReferral, processTexts } from '@careloop/contracts/referrals/processing';
import { getProviderDay, suggestColleagues } from '@careloop/contracts/referrals/deciding';
import { getReferral } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildProvider, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const day = { from: '2087-01-15T05:00:00Z', until: '2087-01-16T05:00:00Z' };

describe('the day of a provider', () => {
  async function buildDay() {
    const { referralId, receiver } = await buildReferral(app);
    const { healthcareProviderId } = receiver;
    const caller = await app.as(receiver);
    await caller.ok(acceptReferral, {
      referralId,
      healthcareProviderId,
      appointmentAddressId: receiver.addressId,
      appointmentTime: '2087-01-15T14:30:00Z',
      timeZone: 'America/New_York',
    });
    return { receiver, healthcareProviderId };
  }

  test('has their current appointments between two moments, without the patients', async () => {
    const { receiver, healthcareProviderId } = await buildDay();
    const caller = await app.as(receiver);
    const at = { appointmentTime: '2087-01-15T14:30:00.000000Z', timeZone: 'America/New_York' };
    expect((await caller.ok(getProviderDay, { healthcareProviderId, ...day })).appointments).toEqual([at]);
    const next = { from: day.until, until: '2087-01-17T05:00:00Z' };
    expect((await caller.ok(getProviderDay, { healthcareProviderId, ...next })).appointments).toEqual([]);
    await sql`update patient_appointment set status = 'canceled' where healthcare_provider_id = ${healthcareProviderId}`.execute(
      app.db,
    );
    expect((await caller.ok(getProviderDay, { healthcareProviderId, ...day })).appointments).toEqual([]);
  });

  test('is shown to those who may act for them, and is empty for others', async () => {
    const { receiver, healthcareProviderId } = await buildDay();
    const office = await buildUser(app.db, { clientId: receiver.clientId, permissions: ['ManageWorkQueues'] });
    const read = async () => (await app.as(office)).ok(getProviderDay, { healthcareProviderId, ...day });
    expect((await read()).appointments).toEqual([]);
    await addProxy(app.db, receiver, office);
    expect((await read()).appointments).toHaveLength(1);
  });

  test('is asked for one day at a time', async () => {
    const { receiver, healthcareProviderId } = await buildDay();
    const week = { from: day.from, until: '2087-01-22T05:00:00Z' };
    const failure = await (await app.as(receiver)).fail(getProviderDay, { healthcareProviderId, ...week });
    expect(failure.validationErrors).toEqual({ until: 'Ask for one day at a time.' });
  });
});

describe('colleagues to suggest', () => {
  async function buildColleagues() {
    const built = await buildReferral(app);
    const { receiver } = built;
    const [full, open, other] = await Promise.all(
      [false, true, true].map((accepts) =>
        buildProvider(app.db, { clientId: receiver.clientId }).then(async (provider) => {
          await app.db
            .updateTable('healthcare_provider')
            .set({ accepts_new_patients: accepts })
            .where('healthcare_provider_id', '=', provider.healthcareProviderId)
            .execute();
          return provider.healthcareProviderId;
        }),
      ),
    );
    const organization = await app.db
      .insertInto('healthcare_organization')
      .values({ name: `Practice of ${receiver.healthcareProviderId}` })
      .returning('healthcare_organization_id as id')
      .executeTakeFirstOrThrow();
    const specialty = await app.db
      .insertInto('healthcare_provider_specialty')
      .values({ name: `Specialty of ${receiver.healthcareProviderId}` })
      .returning('healthcare_provider_specialty_id as id')
      .executeTakeFirstOrThrow();
    const place = { healthcare_organization_id: organization.id };
    const same = { ...place, healthcare_provider_specialty_id: specialty.id };
    const set = (id: number | undefined, values: typeof same | typeof place) =>
      app.db.updateTable('healthcare_provider').set(values).where('healthcare_provider_id', '=', id!).execute();
    for (const id of [receiver.healthcareProviderId, full, open]) await set(id, same);
    await set(other, place);
    return { ...built, full: full!, open: open! };
  }

  test('are of the same organization and specialty, those who accept new patients first, each with the phone of the place', async () => {
    const { referralId, receiver, full, open } = await buildColleagues();
    await app.db
      .updateTable('healthcare_provider_address_info')
      .set({ office_phone: '5085550122' })
      .where('healthcare_provider_id', '=', open)
      .execute();
    await app.db
      .updateTable('healthcare_provider')
      .set({ office_phone: '5085550120' })
      .where('healthcare_provider_id', 'in', [open, full])
      .execute();
    const { items } = await (await app.as(receiver)).ok(suggestColleagues, { referralId });
    expect(items.map((one) => one.healthcareProviderId)).toEqual([open, full]);
    expect(items.map((one) => one.officePhone)).toEqual(['5085550122', '5085550120']);
    expect(items[0]).toMatchObject({ acceptsNewPatients: true, acceptsPlan: null });
  });

  test('say whether they accept the patient’s plan only to those who may open the patient', async () => {
    const { referralId, receiver, sender, patient, full, open } = await buildColleagues();
    const carrier = await app.db
      .insertInto('insurance_carrier')
      .values({ name: `Carrier of ${referralId}` })
      .returning('insurance_carrier_id as id')
      .executeTakeFirstOrThrow();
    const plan = await app.db
      .insertInto('insurance_plan')
      .values({ insurance_carrier_id: carrier.id, name: 'Plan', plan_type: 'hmo', plan_subtype: 'commercial' })
      .returning('insurance_plan_id as id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('patient_coverage')
      .values({ patient_id: patient.patientId, insurance_plan_id: plan.id, payer_name: 'Carrier' })
      .execute();
    await app.db
      .insertInto('healthcare_provider_insurance_plan')
      .values({ healthcare_provider_id: full, insurance_plan_id: plan.id })
      .execute();
    const read = async (user: { userId: number }) => {
      const { items } = await (await app.as(user)).ok(suggestColleagues, { referralId });
      return items.map((one) => [one.healthcareProviderId, one.acceptsPlan]);
    };
    expect(await read(receiver)).toEqual([
      [open, null],
      [full, null],
    ]);
    expect(await read(sender)).toEqual([
      [full, true],
      [open, false],
    ]);
    await sql`update patient_coverage set end_date = current_date - 1`.execute(app.db);
    expect((await read(sender)).map(([, accepts]) => accepts)).toEqual([null, null]);
  });

  test('the suggested one is shown to the referring side; an unknown one is refused', async () => {
    const { referralId, receiver, sender, open } = await buildColleagues();
    const caller = await app.as(receiver);
    const unknown = { referralId, declineReason: 1 as const, suggestedHealthcareProviderId: 999_999_999 };
    expect((await caller.fail(declineReferral, unknown)).validationErrors).toEqual({
      suggestedHealthcareProviderId: processTexts.suggestionUnknown,
    });
    const { healthcareProviderId } = await caller.ok(getReferral, { referralId });
    const themselves = { ...unknown, suggestedHealthcareProviderId: healthcareProviderId };
    expect((await caller.fail(declineReferral, themselves)).code).toBe('invalid_input');
    await caller.ok(declineReferral, { ...unknown, suggestedHealthcareProviderId: open });
    const { suggestedProvider } = await (await app.as(sender)).ok(getReferral, { referralId });
    expect(suggestedProvider?.healthcareProviderId).toBe(open);
  });
});
