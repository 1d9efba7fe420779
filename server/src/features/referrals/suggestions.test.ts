import { createReferral } from '@careloop/contracts/referrals';
import { getReferralSuggestions, suggestionLimits } from '@careloop/contracts/referrals/suggestions';
import { Random } from '@careloop/demo/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildClient,
  buildCoordinator,
  buildDirectoryProvider,
  buildDocument,
  buildPatient,
  buildProvider,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
const codes = new Map<string, number>();
beforeAll(async () => {
  app = await startTestApp();
  const { rows } = await sql<{ code: string; id: number }>`insert into diagnosis_code (code, description, is_billable)
    values ('I25.10', 'Coronary artery disease', true), ('I25.2', 'Old myocardial infarction', true),
      ('I26.99', 'Pulmonary embolism', true), ('E11.9', 'Type 2 diabetes', true), ('E11', 'Type 2 diabetes mellitus', false)
    returning code, coded_concept_id as id`.execute(app.db);
  for (const { code, id } of rows) codes.set(code, id);
});
afterAll(() => app.stop());

const codeId = (code: string): number => codes.get(code) ?? 0;

test('refers for the PCP, else for whom the user chose last for the patient, and never for anyone they may not', async () => {
  const parties = await buildReferralParties(app);
  const { patient, referredBy, sender } = parties;
  const coordinator = await app.as(sender);
  const suggested = async (caller = coordinator) =>
    (await caller.ok(getReferralSuggestions, { patientId: patient.patientId })).referredBy;
  expect(await suggested()).toBeNull();

  await coordinator.ok(createReferral, referralInput(parties));
  expect(await suggested()).toMatchObject({ healthcareProviderId: referredBy.healthcareProviderId, reason: 'last' });

  // A PCP who is not a user: a coordinator may refer for them, an assistant who acts for somebody else may not.
  const pcp = await buildDirectoryProvider(app.db);
  await app.db
    .updateTable('patient')
    .set({ pcp_healthcare_provider_id: pcp.healthcareProviderId })
    .where('patient_id', '=', patient.patientId)
    .execute();
  expect(await suggested()).toMatchObject({ healthcareProviderId: pcp.healthcareProviderId, reason: 'pcp' });
  const assistant = await buildUser(app.db, { clientId: patient.clientId });
  await addToCareTeam(app.db, patient, referredBy);
  await addProxy(app.db, referredBy, assistant);
  const office = await app.as(assistant);
  expect(await suggested(office)).toBeNull();
  await app.db
    .updateTable('care_team_member')
    .set({ is_pcp: true })
    .where('patient_id', '=', patient.patientId)
    .where('user_id', '=', referredBy.userId)
    .execute();
  expect(await suggested(office)).toMatchObject({
    healthcareProviderId: referredBy.healthcareProviderId,
    reason: 'pcp',
  });

  await app.db
    .updateTable('healthcare_provider')
    .set({ npi_deactivated_on: '2026-01-01' })
    .where('healthcare_provider_id', '=', pcp.healthcareProviderId)
    .execute();
  expect(await suggested()).toMatchObject({ healthcareProviderId: referredBy.healthcareProviderId, reason: 'pcp' });
});

/** Adds a condition of a patient. */
const addCondition = (patientId: number, code: string, more: Record<string, unknown> = {}) =>
  app.db
    .insertInto('patient_condition')
    .values({ patient_id: patientId, code, description: code, ...more })
    .execute();

test('suggests current conditions with a billable code, and the records that belong to the diagnosis or are recent', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const { patientId } = patient;
  const { patient_encounter_id } = await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patientId, encounter_date: new Date('2020-05-01T12:00:00Z') })
    .returning('patient_encounter_id')
    .executeTakeFirstOrThrow();
  await addCondition(patientId, 'I25.2', { patient_encounter_id, onset_date: '2020-05-01' });
  await addCondition(patientId, 'E11.9', { onset_date: '2024-01-01' });
  await addCondition(patientId, 'E11.9', { onset_date: '2023-01-01' });
  await addCondition(patientId, 'E11');
  await addCondition(patientId, 'I26.99', { clinical_status: 'resolved' });
  await addCondition(patientId, 'I25.10', { is_entered_in_error: true });

  const add = async (change: Record<string, unknown>) => {
    const { patientDocumentId } = await buildDocument(app, patient);
    await app.db
      .updateTable('patient_document')
      .set(change)
      .where('patient_document_id', '=', patientDocumentId)
      .execute();
    return patientDocumentId;
  };
  const recent = { date_provided: new Date(Date.now() - 10 * 86_400_000) };
  const ofVisit = await add({ patient_encounter_id, document_page_count: 4 });
  const isRecent = await add(recent);
  await add({ document_name: 'Long ago' });
  await add({
    ...recent,
    is_archived: true,
    archived_at: new Date(),
    archived_by_user_id: sender.userId,
    archive_reason: 'x',
  });
  await add({ ...recent, restriction: 'R' });
  await add({ ...recent, file_state: 'blocked' });
  await add({ ...recent, is_superseded: true });

  const caller = await app.as(sender);
  const open = await caller.ok(getReferralSuggestions, { patientId });
  expect(open.diagnoses.map(({ code }) => code)).toEqual(['E11.9', 'I25.2']);
  expect(open.records).toEqual([{ patientDocumentId: isRecent, pageCount: 1, reason: 'recent' }]);
  expect(open).toMatchObject({ specialties: [], referralCount: 0 });
  // Another code of the same category.
  const chosen = await caller.ok(getReferralSuggestions, { patientId, diagnosisCodedConceptId: codeId('I25.10') });
  expect(chosen.records).toEqual([
    { patientDocumentId: ofVisit, pageCount: 4, reason: 'diagnosis' },
    { patientDocumentId: isRecent, pageCount: 1, reason: 'recent' },
  ]);
});

test('is refused to a user who cannot see the patient, and audited', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const stranger = await app.as(await buildCoordinator(app.db));
  const input = { patientId: patient.patientId };
  expect((await stranger.fail(getReferralSuggestions, input)).code).toBe('unauthorized_patient');
  expect((await app.nobody.fail(getReferralSuggestions, input)).status).toBe(401);
  const caller = await app.as(sender);
  await caller.ok(getReferralSuggestions, input);
  const { validationErrors } = await caller.fail(getReferralSuggestions, { patientId: 0 });
  expect(Object.keys(validationErrors ?? {})).toEqual(['patientId']);
});

/** Specialties of a client's referrals with a diagnosis of this category, counted row by row. */
const counted = (clientId: number, category: string) =>
  sql<{ id: number; count: number; urgency: number | null; urgencyCount: number }>`
    select s.healthcare_provider_specialty_id as id,
      (select count(*)::int from referral r join diagnosis_code d on d.coded_concept_id = r.diagnosis_coded_concept_id
        where r.client_id = ${clientId} and substr(d.code, 1, 3) = ${category} and r.date_created > now() - interval '24 months'
          and coalesce(r.healthcare_provider_specialty_id, (select p.healthcare_provider_specialty_id from healthcare_provider p
            where p.healthcare_provider_id = r.healthcare_provider_id)) = s.healthcare_provider_specialty_id) as count
    from healthcare_provider_specialty s where not s.is_archived order by 2 desc, s.name limit 3`.execute(app.db);

test('suggests the specialties and urgency of the client’s referrals with such a diagnosis, as counted by plain SQL', async () => {
  const random = new Random('referral suggestions');
  const clients = [await buildClient(app.db), await buildClient(app.db)];
  const receivers = [];
  for (const specialty of ['Cardiology', 'Endocrinology', 'Pulmonology', 'Archived']) {
    receivers.push(await buildProvider(app.db, { clientId: clients[0]?.clientId ?? 0, specialty }));
  }
  await sql`update healthcare_provider_specialty set is_archived = true where name = 'Archived'`.execute(app.db);
  const senders = [];
  for (const { clientId } of clients) {
    const sender = await buildCoordinator(app.db, { clientId });
    const patient = await buildPatient(app.db, { clientId });
    senders.push({ clientId, sender, patient });
    for (let count = 0; count < 60; count += 1) {
      const receiver = random.pick(receivers);
      await app.db
        .insertInto('referral')
        .values({
          client_id: clientId,
          patient_id: patient.patientId,
          healthcare_provider_id: receiver.healthcareProviderId,
          referral_reason: 'x',
          urgency_days: random.pick([1, 7, 30, 30]),
          due_at: new Date(),
          created_by_user_id: sender.userId,
          updated_by_user_id: sender.userId,
          date_created: new Date(Date.now() - random.pick([10, 300, 900]) * 86_400_000),
          diagnosis_coded_concept_id: random.pick([codeId('I25.10'), codeId('I25.2'), codeId('I26.99'), null]),
        })
        .execute();
    }
  }
  for (const { clientId, sender, patient } of senders) {
    const caller = await app.as(sender);
    for (const code of ['I25.10', 'I25.2', 'I26.99', 'E11.9']) {
      const found = await caller.ok(getReferralSuggestions, {
        patientId: patient.patientId,
        diagnosisCodedConceptId: codeId(code),
      });
      const { rows } = await counted(clientId, code.slice(0, 3));
      const expected = rows.filter(({ count }) => count > 0);
      expect(found.specialties.map((one) => [one.healthcareProviderSpecialtyId, one.referralCount])).toEqual(
        expected.map(({ id, count }) => [id, count]),
      );
      for (const one of found.specialties) {
        const { rows: urgencies } = await sql<{ days: number; count: number }>`
          select urgency_days as days, count(*)::int as count from referral r join diagnosis_code d
            on d.coded_concept_id = r.diagnosis_coded_concept_id
          where client_id = ${clientId} and substr(d.code, 1, 3) = ${code.slice(0, 3)}
            and search_specialty_id = ${one.healthcareProviderSpecialtyId} and date_created > now() - interval '24 months'
          group by 1 order by 2 desc, 1 desc limit 1`.execute(app.db);
        const [usual] = urgencies;
        const isSuggested = usual !== undefined && usual.days !== 1;
        expect([one.urgencyDays, one.urgencyCount]).toEqual(isSuggested ? [usual.days, usual.count] : [null, 0]);
      }
    }
  }
  expect(suggestionLimits.months).toBe(24);
});
