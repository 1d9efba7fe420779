import { providerSelectionReason, referralType } from '@careloop/contracts/codes/referrals';
import { createReferral, getReferral, listReferrals, referralTexts } from '@careloop/contracts/referrals';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { exportReferrals } from '@careloop/contracts/referrals/export';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import { selectReferralProvider } from '@careloop/contracts/referrals/processing';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildCoordinator, buildPatient, buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const { outpatient_procedure: outpatient, other } = referralType.table;
const { proximity, payer, patient_choice: patientChoice } = providerSelectionReason.table;

async function send(more: object = {}) {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, { ...referralInput(parties), ...more });
  return { parties, sender, referralId };
}

test('type and reason are stored, frozen with the request and shown to both sides', async () => {
  const { parties, sender, referralId } = await send({ referralType: outpatient, providerSelectionReason: proximity });
  const shown = { referralType: outpatient, providerSelectionReason: proximity };
  expect(await sender.ok(getReferral, { referralId })).toMatchObject(shown);
  expect(await (await app.as(parties.receiver)).ok(getReferral, { referralId })).toMatchObject(shown);
  const { rows } = await sql<{
    content: string;
  }>`select content from referral_sent where referral_id = ${referralId}`.execute(app.db);
  expect(JSON.parse(rows[0]?.content ?? '')).toMatchObject({
    referralType: 'outpatient_procedure',
    providerSelectionReason: 'proximity',
  });
  const isUnchanged = async () => (await sender.ok(checkReferralDigest, { referralId })).check?.isUnchanged;
  expect(await isUnchanged()).toBe(true);
  await sql`update referral set referral_type = 'other' where referral_id = ${referralId}`.execute(app.db);
  expect(await isUnchanged()).toBe(false);
});

test('a referral is a physician consultation unless it says otherwise, and a code that does not exist is refused', async () => {
  const { parties, sender, referralId } = await send();
  expect(await sender.ok(getReferral, { referralId })).toMatchObject({
    referralType: referralType.table.physician_consultation,
    providerSelectionReason: null,
  });
  const wrong = { ...referralInput(parties), referralType: 2, providerSelectionReason: 3 };
  expect(await sender.fail(createReferral, wrong as never)).toMatchObject({
    validationErrors: { referralType: 'Invalid value', providerSelectionReason: 'Invalid value' },
  });
});

test('an update states old and new values in the timeline', async () => {
  const { parties, sender, referralId } = await send({ providerSelectionReason: proximity });
  const changed = { referralType: other, providerSelectionReason: payer };
  const request = declared(updateReferral, referralInput(parties));
  await sender.ok(updateReferral, { ...request, ...changed, referralId, version: 1 });
  const { timeline } = await sender.ok(getReferral, { referralId });
  expect(timeline.at(-1)?.changes).toEqual([
    { field: 'providerSelectionReason', from: 'Proximity', to: 'Payer' },
    { field: 'referralType', from: 'Physician consultation', to: 'Other' },
  ]);
});

test('a referral sent before there was a type has the digest it had', async () => {
  const { sender, referralId } = await send();
  const { rows } = await sql<{
    content: string;
  }>`delete from referral_sent where referral_id = ${referralId} returning content`.execute(app.db);
  const {
    referralType: _type,
    providerSelectionReason: _reason,
    ...before
  } = JSON.parse(rows[0]?.content ?? '') as Record<string, unknown>;
  const content = JSON.stringify(before);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await sql`insert into referral_sent (referral_id, version, content, sha256) values (${referralId}, 1, ${content}, ${sha256})`.execute(
    app.db,
  );
  const check = async () => (await sender.ok(checkReferralDigest, { referralId })).check;
  expect(await check()).toMatchObject({ hash: sha256, isIntact: true, isUnchanged: true });
  await sql`update referral set provider_selection_reason = 'payer' where referral_id = ${referralId}`.execute(app.db);
  expect(await check()).toMatchObject({ isIntact: true, isUnchanged: false });
});

test('a coordinator who selects the provider states the reason; to a specialty there is none', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const { referralId } = await sender.ok(createReferral, {
    ...referralInput(parties),
    healthcareProviderId: null,
    healthcareProviderAddressId: null,
    healthcareProviderSpecialtyId: parties.receiver.specialtyId,
    providerSelectionReason: proximity,
  });
  expect(await sender.ok(getReferral, { referralId })).toMatchObject({ providerSelectionReason: null });
  const coordinator = await app.as(await buildCoordinator(app.db, { clientId: parties.patient.clientId }));
  const { healthcareProviderId } = parties.receiver;
  await coordinator.ok(selectReferralProvider, { referralId, healthcareProviderId, providerSelectionReason: payer });
  expect(await sender.ok(getReferral, { referralId })).toMatchObject({ providerSelectionReason: payer });
});

test('lists, filter values and the export tell types and reasons apart', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const create = async (more: object) =>
    (await sender.ok(createReferral, { ...referralInput(parties), ...more })).referralId;
  const plain = await create({});
  const procedure = await create({ referralType: outpatient, providerSelectionReason: patientChoice });
  const ids = async (filter: object) =>
    (await sender.ok(listReferrals, filter)).items.map(({ referralId }) => referralId);
  expect(await ids({ referralType: outpatient })).toEqual([procedure]);
  expect(await ids({ referralType: referralType.table.physician_consultation })).toEqual([plain]);
  expect(await ids({ providerSelectionReason: patientChoice })).toEqual([procedure]);
  expect(await sender.ok(getReferralFilterValues, { referralType: outpatient })).toMatchObject({
    referralTypes: [
      { referralType: 1, count: 1 },
      { referralType: outpatient, count: 1 },
    ],
    selectionReasons: [{ providerSelectionReason: patientChoice, count: 1 }],
  });
  const csv = await app.app.http.inject({
    url: `/api${exportReferrals.path}?referralType=${outpatient}`,
    headers: { authorization: `Bearer ${sender.token}` },
  });
  expect(csv.payload).toContain('Outpatient procedure,Patient choice');
});

test('the encounter of a referral is one of the patient’s, and the next referral keeps it', async () => {
  const parties = await buildReferralParties(app);
  const sender = await app.as(parties.sender);
  const stranger = await buildPatient(app.db, { clientId: parties.patient.clientId });
  const encounterOf = async (patientId: number) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into patient_encounter (patient_id, encounter_date, encounter_type)
      values (${patientId}, now(), 'outpatient') returning patient_encounter_id as id`.execute(app.db);
    return rows[0]?.id ?? 0;
  };
  const input = referralInput(parties);
  const theirs = await encounterOf(stranger.patientId);
  expect(await sender.fail(createReferral, { ...input, patientEncounterId: theirs })).toMatchObject({
    validationErrors: { patientEncounterId: referralTexts.encounterUnknown },
  });
  const patientEncounterId = await encounterOf(parties.patient.patientId);
  const { referralId } = await sender.ok(createReferral, { ...input, patientEncounterId });
  expect(await sender.ok(getReferral, { referralId })).toMatchObject({ patientEncounterId });
  await sql`update referral set status = 'cancelled' where referral_id = ${referralId}`.execute(app.db);
  const next = await sender.ok(createReferral, { ...input, previousReferralId: referralId });
  expect(await sender.ok(getReferral, { referralId: next.referralId })).toMatchObject({ patientEncounterId });
});
