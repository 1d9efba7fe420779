import type { InputOf } from '@careloop/contracts/endpoint';
import { referralType } from '@careloop/contracts/codes/referrals';
import { referralTexts } from '@careloop/contracts/referrals';
import type { createReferral as endpoint, referralRequest } from '@careloop/contracts/referrals';
import type { SentProtocol } from '@careloop/contracts/referrals/protocols';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Actor } from '../../platform/identity/actor.ts';
import { inNameOf, principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { PatientAccess } from '../../core/access/patientAccess.ts';
import { record } from '../../platform/audit/record.ts';
import { sendCharts } from '../../core/charts/sentCharts.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import type { Stores } from '../../platform/db/writes.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { leaveQueues } from '../../core/work-queues/queueItems.ts';
import { findNotPreferredReason } from '../directory/shared/queries/preferences.ts';
import { becomeReferral } from '../consultations/shared/followed.ts';
import type { ReferableConsultation } from '../consultations/shared/followed.ts';
import { publishReferralChanged } from './shared/audience.ts';
import { sameStatus, recordChange } from './changeReferral.ts';
import { answerProtocol, findProtocolOfReferral } from './answerProtocol.ts';
import { removeDraft } from './saveDraft.ts';
import { notifyReferralReceiver } from './jobs.ts';
import { referredAgain } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import { enterFirstQueue, referralQueueKinds } from './queueKinds.ts';
import { scopeColumn } from './queries/recordScope.ts';
import { findReceiver, refuseReferrer, requireSpecialtiesAllowed } from './receiver.ts';
import type { NamedReceiver, Receiver } from './receiver.ts';
import { saveSentContent } from './saveSentContent.ts';
import { selectionReasonColumn } from './selectionReason.ts';
import { notifiedFrom } from './withdrawReferral.ts';
import { addTimelineRow } from './addTimelineRow.ts';

type Input = InputOf<typeof endpoint>;
/** The declined or canceled referral that the new one replaces. */
type Previous = Authorized<ReferralRow, 'referAgain'>;
/** What the new referral was created from. */
interface Origin {
  previous: Previous | null;
  /** The consultation that is turned into the referral. */
  consultation: ReferableConsultation | null;
}
/** The patient to refer, authorized for sending referrals. */
export type ReferredPatient = Authorized<{ patientId: number; clientId: number } & PatientAccess, 'createReferral'>;

type Request = z.output<typeof referralRequest>;
/** The receiver with its user and specialty, the sender, the reasons for the provider, and the charts. */
export type NotStoredAsRequested =
  | keyof NamedReceiver
  | 'referredByHealthcareProviderId'
  | 'notPreferredReason'
  | 'notPreferredAdditionalInfo'
  | 'providerSelectionReason'
  | 'recordScope'
  | 'patientCharts';

/** How the fields of the wizard are stored when a referral is sent or updated. */
export const requestColumns = {
  referralType: (code) => ({ referral_type: referralType.nameOf(code) ?? 'physician_consultation' }),
  referralReason: 'referral_reason',
  urgencyDays: (days) => ({ urgency_days: days, due_at: sql<Date>`now() + ${days} * interval '1 day'` }),
  diagnosisCodedConceptId: (id) => ({ diagnosis_coded_concept_id: id ?? null }),
  additionalInfo: 'additional_info',
  authorizationCode: 'authorization_code',
  caregiverName: 'caregiver_name',
  cellPhone: 'cell_phone',
  givenSmsConsent: 'given_sms_consent',
} as const satisfies Stores<Request, 'referral', NotStoredAsRequested>;

const columnsOf = writes<
  Input,
  'referral',
  | NotStoredAsRequested
  | 'patientId'
  | 'draftVersions'
  | 'protocol'
  | 'previousReferralId'
  | 'workQueueEncounterId'
  | 'careCoordinatorRequestId'
  | 'patientEncounterId'
>()(requestColumns);

/**
 * Sends a referral: stores the request, its charts as they are now, the receiver's queue item, timeline, audit, notification
 * and event in one transaction.
 * @throws AppError `invalid_input` if a provider, address or chart is invalid
 */
export async function createReferral(
  db: Db,
  actor: Actor,
  patient: ReferredPatient,
  input: Input,
  { previous, consultation }: Origin = { previous: null, consultation: null },
) {
  if (!input.healthcareProviderId) await requireSpecialtiesAllowed(db, patient.clientId);
  const previousReferralId = previous?.referralId ?? null;
  const receiving = findReceiver(db, actor, input, patient.clientId);
  // A specialty takes several statements, and what is wrong with it is said first.
  if (!input.healthcareProviderId) await receiving;
  // Sent together, because none depends on another.
  const [receiver, referredBy, notPreferred, encounterId, asked] = await Promise.all([
    receiving,
    findReferredBy(db, actor, patient, input),
    findNotPreferredReason(db, patient.clientId, input),
    findEncounter(db, patient.patientId, input, { previousReferralId }),
    findProtocolOfReferral(db, patient, input),
  ]);
  refuseReferrer(receiver.healthcareProviderId, referredBy.healthcareProviderId);
  const sender = inNameOf(actor, referredBy.userId);
  const to = {
    ...receiver,
    notPreferred,
    scope: scopeColumn({ ...receiver, clientId: patient.clientId }, input.recordScope),
    referredBy: referredBy.healthcareProviderId,
    previousReferralId,
    encounterId,
    protocol: await answerProtocol(db, asked, input),
  };
  const referralId = await insertReferral(db, sender, patient, input, to);
  await sendCharts(db, { referralId, patientId: patient.patientId }, input.patientCharts);
  await removeDraft(db, actor, patient.patientId, input.draftVersions);
  await addTimelineRow(db, sender, referralId, { action: 'created', fromStatus: null, toStatus: 'pending' });
  await record(db, sender, {
    action: 'referral.created',
    patientId: patient.patientId,
    subjectType: 'referral',
    subjectId: referralId,
    details: { urgencyDays: input.urgencyDays, healthcareProviderId: receiver.healthcareProviderId },
  });
  const enter = async () => {
    const queued = await enterFirstQueue(db, { referralId, ...patient, ...receiver });
    if (previous !== null) await endPrevious(db, sender, previous);
    if (consultation !== null) await becomeReferral(db, sender, consultation, referralId);
    return queued;
  };
  const [queued] = await Promise.all([
    enter(),
    saveSentContent(db, referralId),
    receiver.referredToUserId !== null &&
      enqueue(db, notifyReferralReceiver, { referralId }, { startAfter: notifiedFrom() }),
  ]);
  await publishReferralChanged(db, { referralId, patientId: patient.patientId, version: 1 });
  await publishAll(db, queued);
  // Sending does not change what the sender may see.
  const { canAccessPatient, hasPendingInvite, emergencyAccessUntil } = patient;
  return { referralId, version: 1, canAccessPatient, hasPendingInvite, emergencyAccessUntil };
}

/** Records in the previous referral's timeline that it was referred again, and completes its queue items. */
async function endPrevious(db: Db, sender: Actor, previous: Previous): Promise<void> {
  const left = await leaveQueues(db, sender, referralQueueKinds, previous.referralId, 'referred_again');
  await recordChange(db, sender, previous, { ...sameStatus(previous), action: 'referred_again' }, left);
}

/**
 * The provider on whose behalf a referral is sent: the named one, or else the record of the principal. Coordinators may name
 * any provider; others only those they are or act for.
 */
export async function findReferredBy(
  db: Db,
  actor: Actor,
  patient: { clientId: number },
  input: Pick<Input, 'referredByHealthcareProviderId'>,
): Promise<{ healthcareProviderId: number; userId: number | null }> {
  const named = input.referredByHealthcareProviderId;
  const provider = await db
    .selectFrom('healthcare_provider')
    .select(['healthcare_provider_id as healthcareProviderId', 'user_id as userId'])
    .$if(!!named, (query) => query.where('healthcare_provider_id', '=', named ?? 0))
    .$if(!named, (query) => query.where('user_id', '=', principalOf(actor)))
    .executeTakeFirst();
  const isOwn = provider?.userId != null && actor.userIds.includes(provider.userId);
  const isCoordinator = actor.coordinatorClientIds.includes(patient.clientId);
  if (provider === undefined || !(isOwn || isCoordinator)) {
    throw invalidInput({ referredByHealthcareProviderId: referralTexts.behalfRequired });
  }
  return provider;
}

/**
 * The encounter the referral is written for: the one named, or that of the referral or consultation it follows.
 * @throws AppError `invalid_input` if the named one is not the patient's
 */
async function findEncounter(
  db: Db,
  patientId: number,
  { patientEncounterId: named, careCoordinatorRequestId }: Input,
  { previousReferralId }: { previousReferralId: number | null },
): Promise<number | null> {
  if (!named && !careCoordinatorRequestId && previousReferralId === null) return null;
  const { rows } = await sql<{ id: number | null }>`select coalesce(
    (select e.patient_encounter_id from patient_encounter e
      where e.patient_encounter_id = ${named ?? null}::bigint and e.patient_id = ${patientId}),
    (select r.patient_encounter_id from referral r where r.referral_id = ${previousReferralId}::bigint),
    (select c.patient_encounter_id from consultation c where c.consultation_id = ${careCoordinatorRequestId ?? null}::bigint)) as id`.execute(
    db,
  );
  const id = rows[0]?.id ?? null;
  if (named && id !== named) throw invalidInput({ patientEncounterId: referralTexts.encounterUnknown });
  return id;
}

async function insertReferral(
  db: Db,
  actor: Actor,
  patient: ReferredPatient,
  input: Input,
  to: Receiver & {
    referredBy: number;
    previousReferralId: number | null;
    encounterId: number | null;
    notPreferred: Awaited<ReturnType<typeof findNotPreferredReason>>;
    scope: ReturnType<typeof scopeColumn>;
    protocol: SentProtocol | null;
  },
): Promise<number> {
  const insert = db
    .insertInto('referral')
    .values({
      client_id: patient.clientId,
      patient_id: patient.patientId,
      previous_referral_id: to.previousReferralId,
      patient_encounter_id: to.encounterId,
      ...columnsOf(input),
      created_by_user_id: actor.userId,
      updated_by_user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
      referred_by_healthcare_provider_id: to.referredBy,
      healthcare_provider_id: to.healthcareProviderId,
      healthcare_provider_address_info_id: to.addressInfoId,
      referred_to_user_id: to.referredToUserId,
      healthcare_provider_specialty_id: to.specialtyId,
      ...to.notPreferred,
      ...to.scope,
      ...selectionReasonColumn(input),
      protocol: to.protocol === null ? null : JSON.stringify(to.protocol),
    })
    .returning('referral_id');
  const { referral_id } = await onConstraint(insert.executeTakeFirstOrThrow(), {
    ...unknownCodes,
    // By somebody else at the same moment: the rule was read before this call waited for the lock.
    referral_previous: () => refused(referredAgain, 'wrong_state'),
  });
  return referral_id;
}

/** Errors for the input fields that foreign keys check. */
export const unknownCodes = {
  referral_diagnosis_coded_concept_id_fkey: () =>
    invalidInput({ diagnosisCodedConceptId: 'This diagnosis is not among the known codes.' }),
  referral_healthcare_provider_specialty_id_fkey: () =>
    invalidInput({ healthcareProviderSpecialtyId: referralTexts.specialtyRequired }),
};
