import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { isConsultationOver, maySeeConsultation } from '../../../core/access/consultationAccess.ts';
import { maySeePatient, seesByTeamOrClient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { isSubjectSeenInEmergency, subjectOf } from '../../../core/work-queues/subjectItems.ts';
import type { ConsultedPatientRow } from '../../patients/shared/policy.ts';
import { isDeceased } from '../../patients/shared/queries/patients.ts';
import type { ConsultationRow } from '../policy.ts';

/** Identifies a consultation by its own id or by its work queue item. */
export interface ConsultationKey {
  careCoordinatorRequestId?: number | null | undefined;
  workQueueEncounterId?: number | null | undefined;
}

export const ofKey = ({ careCoordinatorRequestId: id, workQueueEncounterId }: ConsultationKey) =>
  id
    ? sql<boolean>`cr.consultation_id = ${id}`
    : sql<boolean>`cr.consultation_id = ${subjectOf('consultation', workQueueEncounterId ?? null)}`;

/** Whether the receiver of a consultation `cr` can sign in. */
export const isReceiverUser = sql<boolean>`exists (select from user_account ru
  where ru.user_id = cr.requested_to_user_id and ru.is_active)`;

/** The data for the rules, relative to the actor. */
export const rowFor = (actor: Actor) =>
  shape<ConsultationRow, { cr: 'consultation'; p: 'patient' }>({
    consultationId: 'cr.consultation_id',
    clientId: 'cr.client_id',
    patientId: 'cr.patient_id',
    status: 'cr.status',
    version: 'cr.version',
    createdByUserId: 'cr.created_by_user_id',
    onBehalfOfUserId: 'cr.on_behalf_of_user_id',
    requestedToUserId: 'cr.requested_to_user_id',
    healthcareProviderId: 'cr.healthcare_provider_id',
    isReceiverUser,
    isDeceased,
    isOverForReceiver: isConsultationOver(actor),
    canAccessPatient: maySeePatient(actor),
    followedByReferralId: 'cr.followed_by_referral_id',
    isEmergencyOnly: isSubjectSeenInEmergency(actor, 'consultation', sql.ref('cr.consultation_id')),
  });

/**
 * Loads the current state of the consultation to change, and locks it until the transaction ends. Undefined if the actor may
 * not see it.
 */
export async function lockConsultation(
  db: Db,
  actor: Actor,
  key: ConsultationKey,
): Promise<ConsultationRow | undefined> {
  const statement = sql`consultation cr join patient p on p.patient_id = cr.patient_id
    where ${ofKey(key)} and ${maySeeConsultation(actor)}`;
  return (await lockRows(db, rowFor(actor), statement, { of: { cr: 'consultation' } }))[0];
}

/** The patient and id of a denied consultation, for the audit; undefined if it does not exist. */
export function findDenied(db: Db, key: ConsultationKey) {
  return db
    .selectFrom('consultation as cr')
    .select(['cr.patient_id as patientId', 'cr.consultation_id as consultationId'])
    .where(ofKey(key))
    .executeTakeFirst();
}

interface LastChange {
  changedByUserId: number;
  changedBy: string;
  changedAt: string;
  what: string;
}

const lastChange = shape<LastChange, { v: 'consultation_event' }>({
  changedByUserId: 'v.user_id',
  changedBy: sql`u.first_name || ' ' || u.last_name`,
  changedAt: iso('v.occurred_at'),
  what: 'v.action',
});

/** The user, time and kind of the last change, for a caller with a stale version. */
export async function findLastChange(db: Db, consultationId: number) {
  const { rows } = await lastChange.from`consultation_event v join user_account u on u.user_id = v.user_id
    where v.consultation_id = ${consultationId} order by v.consultation_event_id desc limit 1`.execute(db);
  return rows[0];
}

/** The data for the rules of requesting a consultation; undefined if the actor may not see the patient. */
export async function findPatientToConsult(db: Db, actor: Actor, patientId: number) {
  const patient = shape<ConsultedPatientRow, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
    isDeceased,
    isEmergencyOnly: sql`(not ${seesByTeamOrClient(actor)})`,
  });
  const { rows } = await patient.from`patient p
    where p.patient_id = ${patientId} and ${maySeePatient(actor)}`.execute(db);
  return rows[0];
}
