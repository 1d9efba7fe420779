import { currentAppointmentStatuses } from '@careloop/contracts/codes';
import type { AppointmentStatus } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  cancelAppointment as cancelEndpoint,
  recordNoShow as noShowEndpoint,
  rescheduleReferral as rescheduleEndpoint,
} from '@careloop/contracts/referrals/appointments';
import { processTexts } from '@careloop/contracts/referrals/processing';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { joinCareTeam } from '../../core/access/careTeam.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { invalidInput } from '../../platform/errors.ts';
import { leaveQueues } from '../../core/work-queues/queueItems.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { moveReferral, recordChange } from './changeReferral.ts';
import type { RecordedChange } from './changeReferral.ts';
import { joiningOf, standsIn } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import { leaveExceptions, referralQueueKinds, returnToQueue } from './queueKinds.ts';
import { addComments } from './addTimelineRow.ts';

interface AcceptingProvider {
  healthcareProviderId: number;
  /** Their user, if they can sign in. */
  userId: number | null;
}

const acceptingProvider = shape<AcceptingProvider, { pr: 'healthcare_provider'; u?: 'user_account' }>({
  healthcareProviderId: 'pr.healthcare_provider_id',
  userId: 'u.user_id',
});

/**
 * The provider the referral is accepted for: one the actor is or acts for. If none is named, it is the one it was accepted for
 * already, or else the one it was sent to. A coordinator who records the answer of an office may name these two as well.
 */
export async function findAcceptingProvider(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  input: { healthcareProviderId?: number | null | undefined },
): Promise<AcceptingProvider> {
  const { healthcareProviderId: addressed, acceptedForProviderId: accepted, referredToUserId } = referral;
  const named = input.healthcareProviderId ?? null;
  const offices = standsIn(actor, referral) ? [accepted, addressed] : [];
  const { rows } =
    await acceptingProvider.from`healthcare_provider pr left join user_account u on u.user_id = pr.user_id and u.is_active
    where (pr.user_id = any(${actor.userIds}::bigint[]) or pr.healthcare_provider_id = any(${offices}::bigint[]))
      and case when ${named}::bigint is not null then pr.healthcare_provider_id = ${named}
        else pr.healthcare_provider_id = any(${[accepted, ...offices]}::bigint[]) or pr.user_id = ${referredToUserId} end
    order by pr.healthcare_provider_id = ${accepted} desc nulls last limit 1`.execute(db);
  const [provider] = rows;
  if (provider === undefined) throw invalidInput({ healthcareProviderId: processTexts.providerRequired });
  return provider;
}

interface Visit {
  healthcareProviderId: number;
  appointmentAddressId?: number | null | undefined;
  appointmentTime?: string | null | undefined;
  timeZone?: string | undefined;
  appointmentDescription: string | null;
}

/** Makes the appointment of a referral. */
export async function bookAppointment(db: Db, actor: Actor, referral: ReferralRow, visit: Visit): Promise<void> {
  const { healthcareProviderId } = visit;
  const address = await db
    .selectFrom('healthcare_provider_address_info')
    .select('healthcare_provider_address_info_id')
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .where('address_id', '=', visit.appointmentAddressId ?? 0)
    .where('is_archived', '=', false)
    .where('is_mailing', '=', false)
    .orderBy('healthcare_provider_address_info_id')
    .executeTakeFirst();
  if (address === undefined) throw invalidInput({ appointmentAddressId: processTexts.addressRequired });
  await db
    .insertInto('patient_appointment')
    .values({
      patient_id: referral.patientId,
      referral_id: referral.referralId,
      healthcare_provider_id: healthcareProviderId,
      healthcare_provider_address_info_id: address.healthcare_provider_address_info_id,
      appointment_time: new Date(visit.appointmentTime ?? ''),
      time_zone: visit.timeZone ?? null,
      description: visit.appointmentDescription,
      created_by_user_id: actor.userId,
    })
    .execute();
}

/** Sets the status of a referral's current appointment, if there is one. */
export async function endAppointment(db: Db, { referralId }: ReferralRow, status: AppointmentStatus): Promise<void> {
  await db
    .updateTable('patient_appointment')
    .set({ status })
    .where('referral_id', '=', referralId)
    .where('status', 'in', currentAppointmentStatuses)
    .execute();
}

/** Moves the appointment. The previous one is kept, as canceled and rescheduled. */
export async function reschedule(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'reschedule'>,
  input: InputOf<typeof rescheduleEndpoint>,
) {
  const provider = await findAcceptingProvider(db, actor, referral, input);
  await endAppointment(db, referral, 'canceled_and_rescheduled');
  await bookAppointment(db, actor, referral, { ...input, ...provider });
  const changed = await moveReferral(db, actor, referral, ['reschedule', 'scheduled'], {
    accepted_for_healthcare_provider_id: provider.healthcareProviderId,
  });
  await addComments(db, actor, referral.referralId, input.comments);
  const joined = await joinCareTeam(db, actor, referral, joiningOf(referral, [provider.userId]));
  // A referral whose visit has passed is back in the queue.
  const left = await leaveQueues(db, actor, referralQueueKinds, referral.referralId, 'rescheduled');
  const events = [...left, ...(await careTeamEvents(db, joined))];
  return recordChange(db, actor, referral, changed, events);
}

/** Records that the patient missed the appointment. */
export async function recordNoShow(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'recordNoShow'>,
  { comments }: InputOf<typeof noShowEndpoint>,
) {
  await endAppointment(db, referral, 'no_show');
  const changed = await moveReferral(db, actor, referral, ['recordNoShow', 'accepted']);
  return awaitAppointment(db, actor, referral, changed, comments);
}

/** Cancels the appointment. */
export async function cancelAppointment(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'cancelAppointment'>,
  { comments }: InputOf<typeof cancelEndpoint>,
) {
  await endAppointment(db, referral, 'canceled');
  const changed = await moveReferral(db, actor, referral, ['cancelAppointment', 'accepted']);
  return awaitAppointment(db, actor, referral, changed, comments);
}

/** A referral without its appointment is accepted, as before, and pending work of its receiver again. */
async function awaitAppointment(
  db: Db,
  actor: Actor,
  referral: ReferralRow,
  changed: RecordedChange,
  comments: string[],
) {
  await addComments(db, actor, referral.referralId, comments);
  // The outcome of the visit is known.
  const left = await leaveExceptions(db, actor, referral, changed.action);
  const entered = await returnToQueue(db, referral);
  return recordChange(db, actor, referral, changed, [...left, ...entered]);
}
