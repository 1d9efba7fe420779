import type { Referral, ReferralDelivery, ReferralEvent } from '@careloop/contracts/referrals';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';
import { itemOf, subjectOf } from '../../work-queues/subjectItems.ts';
import { documentColumns, documentTables } from '../charts/queries.ts';
import { addressJson } from '../directory/queries.ts';
import { patientPhone, patientSummaryJson } from '../patients/queries.ts';
import type { ReferralRow } from './policy.ts';
import { isOverdue, maySeeReferral } from './visibility.ts';

/** How a referral is named in a call: by its own id, or by its item in a work queue. */
export interface ReferralKey {
  referralId?: number | null | undefined;
  workQueueEncounterId?: number | null | undefined;
}

const ofKey = ({ referralId, workQueueEncounterId }: ReferralKey) =>
  referralId
    ? sql<boolean>`r.referral_id = ${referralId}`
    : sql<boolean>`r.referral_id = ${subjectOf('referral', workQueueEncounterId ?? null)}`;

const ruleColumns = sql`r.referral_id as "referralId", r.client_id as "clientId", r.patient_id as "patientId", r.status,
  r.version, r.created_by_user_id as "createdByUserId", r.on_behalf_of_user_id as "onBehalfOfUserId",
  r.referred_to_user_id as "referredToUserId", r.cell_phone as "cellPhone", r.given_sms_consent as "givenSmsConsent"`;

/**
 * The referral that a change is about, locked until the transaction ends, as it is now. Undefined when the actor
 * may not see it.
 */
export async function lockReferral(db: Db, actor: Actor, key: ReferralKey): Promise<ReferralRow | undefined> {
  const { rows } = await sql<ReferralRow>`
    select ${ruleColumns} from referral r join patient p on p.patient_id = r.patient_id
    where ${ofKey(key)} and ${maySeeReferral(actor)} for update of r`.execute(db);
  return rows[0];
}

/** Who changed a referral last, when and how; for somebody whose version is stale. */
export async function findLastChange(db: Db, referralId: number) {
  const { rows } = await sql<{ changedBy: string; changedAt: string; what: string }>`
    select u.first_name || ' ' || u.last_name as "changedBy", ${isoTimestamp('v.occurred_at')} as "changedAt", v.action as what
    from referral_event v join user_account u on u.user_id = v.user_id
    where v.referral_id = ${referralId} order by v.referral_event_id desc limit 1`.execute(db);
  return rows[0];
}

type Detail = Omit<
  Referral,
  | 'statusCode'
  | 'urgency'
  | 'declineReason'
  | 'appointment'
  | 'referralPatientDocuments'
  | 'timeline'
  | 'comments'
  | 'deliveries'
  | 'can'
> & { rules: ReferralRow; declineReason: string | null };

/** One referral without its lists; undefined when the actor may not see it. */
export async function findReferral(db: Db, actor: Actor, key: ReferralKey): Promise<Detail | undefined> {
  const { rows } = await sql<Detail>`
    select r.referral_id as "referralId", r.status, r.version, ${isOverdue} as "isOverdue",
      ${itemOf('referral', sql.ref('r.referral_id'))} as "workQueueEncounterId",
      ${patientSummaryJson}::jsonb || jsonb_build_object('phone', ${patientPhone}, 'careTeamSize',
        (select count(*) from care_team_member m where m.patient_id = p.patient_id and m.status = 'accepted')) as patient,
      ${maySeePatient(actor)} as "canAccessPatient", r.urgency_days as "urgencyDays", ${isoTimestamp('r.due_at')} as "dueAt",
      ${isoTimestamp('r.date_created')} as "dateCreated", ${isoTimestamp('r.status_changed_at')} as "statusChangedAt",
      r.referral_reason as "referralReason", r.additional_info as "additionalInfo", r.authorization_code as "authorizationCode",
      case when dx.code is not null then json_build_object('codedConceptId', dx.coded_concept_id, 'code', dx.code,
        'description', dx.description) end as diagnosis,
      r.caregiver_name as "caregiverName", r.cell_phone as "cellPhone", r.given_sms_consent as "givenSmsConsent",
      r.healthcare_provider_id as "healthcareProviderId", r.referred_to_user_id as "referredToUserId",
      t.last_name || ', ' || t.first_name as "referredToName", o.name as "referredToOrganization",
      case when a.address_id is not null then ${addressJson} end as "referredToAddress", s.healthcare_provider_specialty_id as "healthcareProviderSpecialtyId", s.name as "specialtyName",
      u.first_name || ' ' || u.last_name as "referredByUserFullName", b.last_name || ', ' || b.first_name as "referredByProviderName",
      bo.name as "referredByOrganization", r.decline_reason as "declineReason", r.decline_reason_other as "declineReasonOther",
      (select row_to_json(rules) from (select ${ruleColumns}) as rules) as rules
    from referral r join patient p on p.patient_id = r.patient_id
    join user_account u on u.user_id = r.created_by_user_id
    left join diagnosis_code dx on dx.coded_concept_id = r.diagnosis_coded_concept_id
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_organization o on o.healthcare_organization_id = t.healthcare_organization_id
    left join healthcare_provider_address a on a.address_id = r.healthcare_provider_address_id
    left join healthcare_provider b on b.healthcare_provider_id = r.referred_by_healthcare_provider_id
    left join healthcare_organization bo on bo.healthcare_organization_id = b.healthcare_organization_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id =
      coalesce(r.healthcare_provider_specialty_id, t.healthcare_provider_specialty_id)
    where ${ofKey(key)} and ${maySeeReferral(actor)}`.execute(db);
  return rows[0];
}

/** The lists of a referral. The caller read the referral itself through its predicate. */
export async function findReferralLists(db: Db, referralId: number) {
  const [documents, timeline, comments, deliveries, appointment] = await Promise.all([
    sql<Referral['referralPatientDocuments'][number]>`
      select ${documentColumns} from referral_document rd join (${documentTables}) using (patient_document_id)
      where rd.referral_id = ${referralId} order by d.date_provided desc, d.patient_document_id`.execute(db),
    sql<ReferralEvent>`
      select v.referral_event_id as "referralEventId", ${isoTimestamp('v.occurred_at')} as "occurredAt", v.action,
        u.first_name || ' ' || u.last_name as "userFullName", f.first_name || ' ' || f.last_name as "onBehalfOfFullName",
        v.from_status as "fromStatus", v.to_status as "toStatus", v.reason, v.comment
      from referral_event v join user_account u on u.user_id = v.user_id
      left join user_account f on f.user_id = v.on_behalf_of_user_id
      where v.referral_id = ${referralId} order by v.referral_event_id`.execute(db),
    sql<Referral['comments'][number]>`
      select c.referral_comment_id as "referralCommentId", c.user_id as "userId",
        u.first_name || ' ' || u.last_name as "userFullName", c.comment, ${isoTimestamp('c.date_created')} as "dateCreated"
      from referral_comment c join user_account u on u.user_id = c.user_id
      where c.referral_id = ${referralId} order by c.referral_comment_id`.execute(db),
    sql<ReferralDelivery>`
      select d.delivery_id as "deliveryId", d.channel, d.status, u.first_name || ' ' || u.last_name as "recipientName",
        d.recipient_address as "recipientAddress", d.subject, d.body, d.vendor, ${isoTimestamp('d.created_at')} as "createdAt",
        ${isoTimestamp('d.delivered_at')} as "deliveredAt",
        coalesce((select json_agg(json_build_object('attemptedAt', ${isoTimestamp('x.attempted_at')}, 'outcome', x.outcome,
          'vendor', x.vendor, 'error', x.error) order by x.delivery_attempt_id)
          from delivery_attempt x where x.delivery_id = d.delivery_id), '[]') as attempts
      from delivery d left join user_account u on u.user_id = d.recipient_user_id
      where d.referral_id = ${referralId} order by d.delivery_id`.execute(db),
    sql<NonNullable<Referral['appointment']>>`
      select ap.patient_appointment_id as "patientAppointmentId", ${isoTimestamp('ap.appointment_time')} as "appointmentTime",
        ap.description, pr.last_name || ', ' || pr.first_name as "providerName",
        case when a.address_id is not null then ${addressJson} end as address
      from patient_appointment ap
      left join healthcare_provider pr on pr.healthcare_provider_id = ap.healthcare_provider_id
      left join healthcare_provider_address a on a.address_id = ap.address_id
      where ap.referral_id = ${referralId} order by ap.patient_appointment_id desc limit 1`.execute(db),
  ]);
  return {
    referralPatientDocuments: documents.rows,
    timeline: timeline.rows,
    comments: comments.rows,
    deliveries: deliveries.rows,
    appointment: appointment.rows[0] ?? null,
  };
}
