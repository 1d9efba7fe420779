import { appointmentStatus, currentAppointmentStatuses } from '@careloop/contracts/codes';
import type { Referral, ReferralAppointment, ReferralDelivery, ReferralEvent } from '@careloop/contracts/referrals';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import { sentWithReferral } from '../../charts/sentCharts.ts';
import type { Db } from '../../db/client.ts';
import { codeOf } from '../../db/codeOf.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';
import { literals } from '../../db/literals.ts';
import { iso, shape } from '../../db/shape.ts';
import type { Columns } from '../../db/shape.ts';
import { itemOf, subjectOf } from '../../work-queues/subjectItems.ts';
import { documentTables, patientDocument } from '../charts/queries.ts';
import { diagnosis, providerAddress } from '../directory/queries.ts';
import { careTeamSize, isDeceased, patientPhone, patientSummary } from '../patients/queries.ts';
import type { ReferralRow } from './policy.ts';
import { referralSummary } from './summaryQuery.ts';
import type { SummaryTables } from './summaryQuery.ts';
import { maySeeReferral } from '../../access/referralAccess.ts';

/** How a referral is named in a call: by its own id, or by its item in a work queue. */
export interface ReferralKey {
  referralId?: number | null | undefined;
  workQueueEncounterId?: number | null | undefined;
}

const ofKey = ({ referralId, workQueueEncounterId }: ReferralKey) =>
  referralId
    ? sql<boolean>`r.referral_id = ${referralId}`
    : sql<boolean>`r.referral_id = ${subjectOf('referral', workQueueEncounterId ?? null)}`;

const referralRow = shape<ReferralRow, { r: 'referral'; p: 'patient' }>({
  referralId: 'r.referral_id',
  clientId: 'r.client_id',
  patientId: 'r.patient_id',
  status: 'r.status',
  version: 'r.version',
  createdByUserId: 'r.created_by_user_id',
  onBehalfOfUserId: 'r.on_behalf_of_user_id',
  referredToUserId: 'r.referred_to_user_id',
  healthcareProviderId: 'r.healthcare_provider_id',
  appointmentTime: sql`(select ${isoTimestamp('ap.appointment_time')} from patient_appointment ap
    where ap.referral_id = r.referral_id and ap.status in (${literals(currentAppointmentStatuses)}))`,
  isDeceased,
  cellPhone: 'r.cell_phone',
  givenSmsConsent: 'r.given_sms_consent',
});

/**
 * The referral that a change is about, locked until the transaction ends, as it is now. Undefined when the actor
 * may not see it.
 */
export async function lockReferral(db: Db, actor: Actor, key: ReferralKey): Promise<ReferralRow | undefined> {
  const { rows } = await referralRow.from`referral r join patient p on p.patient_id = r.patient_id
    where ${ofKey(key)} and ${maySeeReferral(actor)} for update of r`.execute(db);
  return rows[0];
}

/** What the audit keeps of a referral that was denied; undefined for one that is not there. */
export function findDenied(db: Db, key: ReferralKey) {
  return db
    .selectFrom('referral as r')
    .select(['r.patient_id as patientId', 'r.referral_id as referralId'])
    .where(ofKey(key))
    .executeTakeFirst();
}

interface LastChange {
  changedBy: string;
  changedAt: string;
  what: string;
}

const lastChange = shape<LastChange, { v: 'referral_event' }>({
  changedBy: sql`u.first_name || ' ' || u.last_name`,
  changedAt: iso('v.occurred_at'),
  what: 'v.action',
});

/** Who changed a referral last, when and how; for somebody whose version is stale. */
export async function findLastChange(db: Db, referralId: number) {
  const { rows } = await lastChange.from`referral_event v join user_account u on u.user_id = v.user_id
    where v.referral_id = ${referralId} order by v.referral_event_id desc limit 1`.execute(db);
  return rows[0];
}

type Detail = Omit<
  Referral,
  | 'statusCode'
  | 'urgency'
  | 'declineReason'
  | 'appointment'
  | 'earlierAppointments'
  | 'patientCharts'
  | 'referralPatientDocuments'
  | 'timeline'
  | 'comments'
  | 'deliveries'
  | 'can'
> & { rules: ReferralRow; declineReason: string | null };

interface DetailTables extends SummaryTables {
  p: 'patient';
  dx?: 'diagnosis_code';
  o?: 'healthcare_organization';
  bo?: 'healthcare_organization';
}

const referredPatient = shape<Referral['patient'], { p: 'patient' }>({
  ...patientSummary.columns,
  phone: patientPhone,
  careTeamSize,
});

const detail: Columns<Omit<Detail, 'canAccessPatient'>, DetailTables> = {
  ...referralSummary.columns,
  version: 'r.version',
  workQueueEncounterId: itemOf('referral', sql.ref('r.referral_id')),
  patient: referredPatient.json,
  dateCreated: iso('r.date_created'),
  statusChangedAt: iso('r.status_changed_at'),
  additionalInfo: 'r.additional_info',
  authorizationCode: 'r.authorization_code',
  diagnosis: diagnosis.jsonIfFound('dx.code'),
  caregiverName: 'r.caregiver_name',
  cellPhone: 'r.cell_phone',
  givenSmsConsent: 'r.given_sms_consent',
  healthcareProviderId: 'r.healthcare_provider_id',
  referredToUserId: 'r.referred_to_user_id',
  referredToOrganization: 'o.name',
  referredToAddress: providerAddress.jsonIfFound('a.address_id'),
  healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
  referredByUserFullName: sql`u.first_name || ' ' || u.last_name`,
  referredByProviderName: sql`b.last_name || ', ' || b.first_name`,
  referredByOrganization: 'bo.name',
  declineReason: 'r.decline_reason',
  declineReasonOther: 'r.decline_reason_other',
  rules: referralRow.json,
};

/** One referral without its lists; undefined when the actor may not see it. */
export async function findReferral(db: Db, actor: Actor, key: ReferralKey): Promise<Detail | undefined> {
  const canAccessPatient = maySeePatient(actor);
  const detailForActor = shape<Detail, DetailTables>({ ...detail, canAccessPatient });
  const { rows } = await detailForActor.from`referral r join patient p on p.patient_id = r.patient_id
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

const timelineEvent = shape<ReferralEvent, { v: 'referral_event' }>({
  referralEventId: 'v.referral_event_id',
  occurredAt: iso('v.occurred_at'),
  action: 'v.action',
  userFullName: sql`u.first_name || ' ' || u.last_name`,
  onBehalfOfFullName: sql`f.first_name || ' ' || f.last_name`,
  fromStatus: 'v.from_status',
  toStatus: 'v.to_status',
  reason: 'v.reason',
  comment: 'v.comment',
});

const comment = shape<Referral['comments'][number], { c: 'referral_comment' }>({
  referralCommentId: 'c.referral_comment_id',
  userId: 'c.user_id',
  userFullName: sql`u.first_name || ' ' || u.last_name`,
  comment: 'c.comment',
  dateCreated: iso('c.date_created'),
});

const deliveryAttempt = shape<ReferralDelivery['attempts'][number], { x: 'delivery_attempt' }>({
  attemptedAt: iso('x.attempted_at'),
  outcome: 'x.outcome',
  vendor: 'x.vendor',
  error: 'x.error',
});

const delivery = shape<ReferralDelivery, { d: 'delivery' }>({
  deliveryId: 'd.delivery_id',
  channel: 'd.channel',
  status: 'd.status',
  recipientName: sql`u.first_name || ' ' || u.last_name`,
  recipientAddress: 'd.recipient_address',
  subject: 'd.subject',
  body: 'd.body',
  vendor: 'd.vendor',
  createdAt: iso('d.created_at'),
  deliveredAt: iso('d.delivered_at'),
  attempts: deliveryAttempt.jsonArray({
    from: sql`delivery_attempt x where x.delivery_id = d.delivery_id`,
    orderBy: sql`x.delivery_attempt_id`,
  }),
});

const appointment = shape<ReferralAppointment, { ap: 'patient_appointment' }>({
  patientAppointmentId: 'ap.patient_appointment_id',
  appointmentTime: iso('ap.appointment_time'),
  status: 'ap.status',
  statusCode: codeOf('ap.status', appointmentStatus.table),
  description: 'ap.description',
  healthcareProviderId: 'ap.healthcare_provider_id',
  providerName: sql`pr.last_name || ', ' || pr.first_name`,
  address: providerAddress.jsonIfFound('a.address_id'),
});

/** The lists of a referral. The caller read the referral itself through its predicate. */
export async function findReferralLists(db: Db, referralId: number) {
  const [charts, documents, timeline, comments, deliveries, appointments] = await Promise.all([
    sentWithReferral(referralId).execute(db),
    patientDocument.from`sent_chart sc join (${documentTables}) using (patient_document_id)
      where sc.referral_id = ${referralId} order by d.date_provided desc, d.patient_document_id`.execute(db),
    timelineEvent.from`referral_event v join user_account u on u.user_id = v.user_id
      left join user_account f on f.user_id = v.on_behalf_of_user_id
      where v.referral_id = ${referralId} order by v.referral_event_id`.execute(db),
    comment.from`referral_comment c join user_account u on u.user_id = c.user_id
      where c.referral_id = ${referralId} order by c.referral_comment_id`.execute(db),
    delivery.from`delivery d left join user_account u on u.user_id = d.recipient_user_id
      where d.referral_id = ${referralId} order by d.delivery_id`.execute(db),
    appointment.from`patient_appointment ap
      left join healthcare_provider pr on pr.healthcare_provider_id = ap.healthcare_provider_id
      left join healthcare_provider_address a on a.address_id = ap.address_id
      where ap.referral_id = ${referralId} order by ap.patient_appointment_id desc`.execute(db),
  ]);
  return {
    patientCharts: charts.rows,
    referralPatientDocuments: documents.rows,
    timeline: timeline.rows,
    comments: comments.rows,
    deliveries: deliveries.rows,
    appointment: appointments.rows[0] ?? null,
    earlierAppointments: appointments.rows.slice(1),
  };
}
