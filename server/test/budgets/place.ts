import { generate } from '@careloop/bench/generate/generate';
import { createReferral } from '@careloop/contracts/referrals';
import type { CallOf } from '@careloop/contracts/endpoint';
import { createTask } from '@careloop/contracts/tasks';

import { withClient } from '../../src/platform/db/connection.ts';
import { outbox } from '../../src/core/integrations/sender.ts';
import { notifyReceiver } from '../../src/features/referrals/notifyReceiver.ts';
import { callerOf, openSession } from '../harness.ts';
import { jobRun } from '../mails.ts';
import type { Caller, TestApp } from '../harness.ts';

/** Two clients with patients, work, referrals and conversations as the bench has them. */
const scale = {
  name: 'budgets',
  clients: 2,
  patients: 3_000,
  workQueueItems: 5_000,
  referrals: 1_500,
  providers: 12,
  conversations: 800,
  busiest: { conversations: 60, messages: 120 },
  directoryProviders: 2_000,
};

export async function fillWithFixedData(url: string): Promise<void> {
  await withClient({ url, applicationName: 'careloop-budgets' }, async (client) => {
    await generate(client, scale);
    await client.query(clinicalRecord);
  });
}

/** A clinical record of every patient: medications, allergies, panels over three years with their members, and the others. */
const clinicalRecord = `
  insert into patient_medication (patient_id, description, code, code_system, status, kind, dosage, start_date, source_system, source_id)
    select patient_id, 'Medication ' || n, 'm' || n, 'rxnorm', case when n % 3 = 0 then 'completed' else 'active' end, 'order',
      'Take one tablet daily', date '2026-01-01' - 40 * n, 'bench', patient_id || '-' || n
    from patient cross join generate_series(1, 12) n;
  insert into patient_allergy (patient_id, description, clinical_status, criticality)
    select patient_id, 'Substance ' || n, 'active', case when n = 2 then 'high' end from patient cross join generate_series(1, 3) n;
  insert into patient_result (patient_id, description, category, status, is_panel, effective_at)
    select patient_id, 'Basic metabolic panel', 'laboratory', 'final', true, timestamptz '2026-01-01Z' - n * interval '60 days'
    from patient cross join generate_series(1, 18) n;
  insert into patient_result (patient_id, panel_id, panel_order, description, code, category, status, effective_at, value_number, unit, flag)
    select patient_id, patient_result_id, n, 'Analyte ' || n, 'a' || n, category, status, effective_at, 4 + n, 'mmol/L',
      case when n = 1 and patient_result_id % 5 = 0 then 'high' end
    from patient_result cross join generate_series(1, 4) n where is_panel;
  insert into patient_immunization (patient_id, description, status, occurred_on)
    select patient_id, 'Influenza', 'completed', date '2026-01-01' - 365 * n from patient cross join generate_series(1, 6) n;
  insert into patient_procedure (patient_id, description, status, started_on)
    select patient_id, 'Procedure ' || n, 'completed', date '2026-01-01' - 90 * n from patient cross join generate_series(1, 6) n;
  insert into patient_plan (patient_id, kind, description, status, start_date)
    select patient_id, 'goal', 'Goal ' || n, 'active', date '2026-01-01' - n from patient cross join generate_series(1, 2) n;
  insert into patient_background (patient_id, kind, description, relationship)
    select patient_id, 'family', 'Stroke', 'Mother' from patient;
  analyze patient_medication, patient_allergy, patient_result, patient_immunization, patient_procedure, patient_plan,
    patient_background`;

/** Where the calls are made: the busiest provider, one of their patients, and a colleague who gets their referrals. */
export interface Place {
  provider: Caller;
  receiver: Caller;
  patientId: number;
  lastName: string;
  patientResultId: number;
  diagnosisCodedConceptId: number;
  /** Of the provider. */
  specialtyId: number;
  workQueueId: number;
  ownReferralId: number;
  conversationKey: string;
  conversationPatientId: number;
  recipientUserIds: number[];
  nextItem: () => number;
  toggle: () => boolean;
  newReferral: () => CallOf<typeof createReferral>;
  sendReferral: () => Promise<number>;
  notifyReceiver: (referralId: number) => Promise<void>;
  newTask: () => CallOf<typeof createTask>;
  addTask: () => Promise<number>;
  /** Replaced while a call is measured. */
  metered: (work: () => Promise<unknown>) => Promise<unknown>;
}

const providerId = 1;
/** Providers are assigned to clients in rotation: of the same client. */
const receiverId = 3;

export async function buildPlace(app: TestApp): Promise<Place> {
  const open = async (userId: number) => callerOf(app.app, userId, await openSession(app.deps, userId));
  const [provider, receiver] = [await open(providerId), await open(receiverId)];
  return await withClient({ url: app.databaseUrl, applicationName: 'careloop-budgets' }, async (client) => {
    const rowOf = async <Row extends object>(text: string): Promise<Row> => {
      const { rows } = await client.query<Row>(text, [providerId]);
      if (rows[0] === undefined) throw new Error(`Nothing was generated for ${text}`);
      return rows[0];
    };
    const patient = await rowOf<{ patientId: number; lastName: string; patientResultId: number }>(
      `select p.patient_id as "patientId", p.last_name as "lastName", (select max(patient_result_id) from patient_result r
         where r.patient_id = p.patient_id) as "patientResultId" from care_team_member m join patient p using (patient_id)
       where m.user_id = $1 and m.status = 'accepted' order by 1 limit 1`,
    );
    const queue = await rowOf<{ workQueueId: number; items: number[] }>(
      `select work_queue_id as "workQueueId", array_agg(work_queue_encounter_id order by work_queue_encounter_id) as items from work_queue_encounter w
       where owner_user_id = $1 and status = 'open' and exists (select from care_team_member m where m.patient_id = w.patient_id
         and m.user_id = $1 and m.status = 'accepted') group by 1 order by count(*) desc, 1 limit 1`,
    );
    const referral = await rowOf<{ ownReferralId: number }>(
      `select referral_id as "ownReferralId" from referral where referred_to_user_id = $1 order by 1 limit 1`,
    );
    const conversation = await rowOf<{
      conversationKey: string;
      conversationPatientId: number;
      recipientUserIds: number[];
    }>(
      `select conversation_key as "conversationKey", patient_id as "conversationPatientId",
         array_remove(member_ids, $1) as "recipientUserIds" from conversation
       where $1 = any(member_ids) and patient_id is not null order by last_sequence desc, conversation_id limit 1`,
    );
    const diagnosis = await rowOf<{ diagnosisCodedConceptId: number }>(
      `with code as (insert into diagnosis_code (code, description) values ('I25.10', 'Coronary artery disease')
         on conflict (code) do update set code = excluded.code returning coded_concept_id)
       insert into patient_condition (patient_id, code, description)
         select member.patient_id, 'I25.10', 'Coronary artery disease' from (select min(patient_id) as patient_id
           from care_team_member where user_id = $1 and status = 'accepted') member
       returning (select coded_concept_id from code) as "diagnosisCodedConceptId"`,
    );
    const specialty = await rowOf<{ specialtyId: number }>(
      `select healthcare_provider_specialty_id as "specialtyId" from healthcare_provider where user_id = $1`,
    );
    const items = queue.items.values();
    let isFavorite = false;
    const newReferral = () => ({
      patientId: patient.patientId,
      healthcareProviderId: receiverId,
      healthcareProviderAddressId: receiverId,
      referredByHealthcareProviderId: providerId,
      referralReason: 'Evaluation of chest pain on exertion that began in spring',
      urgencyDays: 7,
      additionalInfo: 'The patient prefers mornings.',
      cellPhone: '5085550123',
      givenSmsConsent: true,
    });
    const newTask = () => ({
      patientId: patient.patientId,
      description: 'Call about morning weights',
      assignedToUserId: providerId,
      dateDue: null,
      taskTemplateId: null,
    });
    return {
      provider,
      receiver,
      ...patient,
      ...diagnosis,
      ...specialty,
      workQueueId: queue.workQueueId,
      ...referral,
      ...conversation,
      nextItem: () => items.next().value ?? 0,
      toggle: () => (isFavorite = !isFavorite),
      newReferral,
      sendReferral: async () => (await provider.ok(createReferral, newReferral())).referralId,
      notifyReceiver: async (referralId) =>
        await notifyReceiver({ ...app.deps, email: outbox, portalUrl: '' }, { referralId, reason: 'sent' }, jobRun),
      newTask,
      addTask: async () => (await provider.ok(createTask, newTask())).taskId,
      metered: (work) => work(),
    };
  });
}
