import { declineReason, declineReasonLabels } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { processTexts } from '@careloop/contracts/referrals/processing';
import { eventOf } from '@careloop/contracts/referrals/states';
import type {
  acceptReferral as acceptEndpoint,
  cancelReferral as cancelEndpoint,
  declineReferral as declineEndpoint,
  selectReferralProvider as selectEndpoint,
} from '@careloop/contracts/referrals/processing';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { endReferredMembership, joinCareTeam } from '../../core/access/careTeam.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { enterQueue, giveItem, leaveQueues } from '../../core/work-queues/queueItems.ts';
import { findNotPreferredReason } from '../directory/shared/queries/preferences.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { bookAppointment, endAppointment, findAcceptingProvider } from './bookAppointment.ts';
import { isAnswer, moveReferral, recordChange } from './changeReferral.ts';
import { answeringUserOf, joiningOf, standsIn } from './policy.ts';
import type { ReferralRow } from './policy.ts';
import { notifyReferralCanceled, notifyReferralReceiver, notifyReferralSender } from './jobs.ts';
import { scopeColumn } from './queries/recordScope.ts';
import { findAnsweringUser, isFollowedBySender } from './queries/referral.ts';
import {
  enterFirstQueue,
  leaveForProvider,
  referralExceptions,
  referralQueueKinds,
  referralsDeclined,
  referralToProcess,
} from './queueKinds.ts';
import { findReceiver, refuseReferrer } from './receiver.ts';
import { selectionReasonColumn } from './selectionReason.ts';
import { addComments } from './addTimelineRow.ts';

/**
 * Accepts a referral. With an appointment it is scheduled and leaves the queue. Without one it stays there as pending work,
 * while it shows as accepted everywhere else. If it opens the whole record, the receiver and
 * the provider it was accepted for join the care team. Accepting it
 * again without anything new changes nothing.
 */
export async function acceptReferral(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'accept'>,
  input: InputOf<typeof acceptEndpoint>,
) {
  const provider = await findAcceptingProvider(db, actor, referral, input);
  const isScheduling = input.appointmentTime != null;
  const status = isScheduling ? 'scheduled' : 'accepted';
  const columns = {
    accepted_for_healthcare_provider_id: provider.healthcareProviderId,
    ...(input.authorizationCode !== undefined && { authorization_code: input.authorizationCode }),
    ...(input.caregiverName !== undefined && { caregiver_name: input.caregiverName }),
    ...(input.cellPhone !== undefined && { cell_phone: input.cellPhone }),
    ...(input.givenSmsConsent !== undefined && { given_sms_consent: input.givenSmsConsent }),
  };
  const isAcceptedAgain = referral.status === status && input.comments.length === 0;
  if (isAcceptedAgain && (await isStored(db, referral, columns))) {
    return { referralId: referral.referralId, version: referral.version };
  }
  if (isScheduling) await bookAppointment(db, actor, referral, { ...input, ...provider });
  const moving = moveReferral(db, actor, referral, ['accept', status], columns);
  const join = async () => {
    const joining = joiningOf(referral, [referral.referredToUserId, provider.userId]);
    return careTeamEvents(db, await joinCareTeam(db, actor, referral, joining));
  };
  const moveItem = async () => {
    // Whose work it becomes depends on the provider it is accepted for.
    if (standsIn(actor, referral)) await moving;
    const left = await leaveQueues(db, actor, referralQueueKinds, referral.referralId, eventOf('accept', status));
    return [...left, ...(isScheduling ? [] : await giveToProvider(db, actor, referral, provider.userId))];
  };
  // Together, because neither care team nor queues depend on the others.
  const [changed, joined, moved] = await Promise.all([
    moving,
    join(),
    moveItem(),
    addComments(db, actor, referral.referralId, input.comments),
  ]);
  return recordChange(db, actor, referral, changed, [...joined, ...moved]);
}

/** Whether a referral has these values already. */
async function isStored(db: Db, { referralId }: ReferralRow, columns: object): Promise<boolean> {
  const same = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} is not distinct from ${value}`);
  const { rows } = await sql`select from referral
    where referral_id = ${referralId} and ${sql.join(same, sql` and `)}`.execute(db);
  return rows.length > 0;
}

/** A referral accepted without an appointment is pending work of the provider it was accepted for. */
async function giveToProvider(db: Db, actor: Actor, referral: ReferralRow, userId: number | null) {
  if (userId === null) return [];
  if (!standsIn(actor, referral)) return giveItem(db, referralToProcess, referral.referralId, userId);
  // It stays with the coordinators if the provider's user cannot receive it.
  if ((await findAnsweringUser(db, referral.referralId)) !== userId) return [];
  // The provider got an account after the referral was sent.
  const left = await leaveForProvider(db, actor, referral);
  return [...left, ...(await enterFirstQueue(db, { ...referral, referredToUserId: userId }))];
}

/**
 * Declines a referral, which then appears in the sender's queue of declined referrals. The sender is also notified by email,
 * because not everyone works queues.
 */
export async function declineReferral(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'decline'>,
  input: InputOf<typeof declineEndpoint>,
) {
  const reason = declineReason.nameOf(input.declineReason) ?? 'other';
  if (reason === 'other' && input.declineReasonOther === null) {
    throw invalidInput({ declineReasonOther: processTexts.declineOtherRequired });
  }
  const suggestedId = input.suggestedHealthcareProviderId ?? null;
  const mayReceive = suggestedId !== referral.healthcareProviderId && suggestedId !== referral.referredByProviderId;
  if (suggestedId !== null && !(mayReceive && (await isInDirectory(db, suggestedId)))) {
    throw invalidInput({ suggestedHealthcareProviderId: processTexts.suggestionUnknown });
  }
  const changed = await moveReferral(db, actor, referral, ['decline', 'declined'], {
    decline_reason: reason,
    decline_reason_other: input.declineReasonOther,
    suggested_healthcare_provider_id: suggestedId,
  });
  await addComments(db, actor, referral.referralId, input.comments);
  const ended = await endReferredMembership(db, actor, referral);
  const left = await leaveQueues(db, actor, referralQueueKinds, referral.referralId, 'declined');
  const entered = await enterQueue(db, referralsDeclined, referral.referralId, {
    ...referral,
    isFollowedBySender: await isFollowedBySender(db, referral.referralId),
  });
  if (isAnswer(actor, referral, 'decline')) {
    const { referralId } = referral;
    await enqueue(db, notifyReferralSender, { referralId, version: changed.version, status: 'declined' });
  }
  const explanation = { reason: declineReasonLabels[reason], comment: input.declineReasonOther };
  return recordChange(db, actor, referral, { ...changed, ...explanation }, [
    ...(await careTeamEvents(db, ended)),
    ...left,
    ...entered,
  ]);
}

async function isInDirectory(db: Db, healthcareProviderId: number): Promise<boolean> {
  const found = await db
    .selectFrom('healthcare_provider')
    .select('healthcare_provider_id')
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .where('npi_deactivated_on', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Selects the provider of a referral to a specialty: it moves from the coordinators' queue to the provider's. */
export async function selectProvider(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'selectProvider'>,
  input: InputOf<typeof selectEndpoint>,
) {
  const receiver = await findReceiver(db, actor, input);
  refuseReferrer(receiver.healthcareProviderId, referral.referredByProviderId);
  const notPreferred = await findNotPreferredReason(db, referral.clientId, input);
  const changed = await moveReferral(db, actor, referral, ['selectProvider', 'pending'], {
    ...notPreferred,
    ...scopeColumn({ ...receiver, clientId: referral.clientId }),
    ...selectionReasonColumn(input),
    healthcare_provider_id: receiver.healthcareProviderId,
    healthcare_provider_address_info_id: receiver.addressInfoId,
    referred_to_user_id: receiver.referredToUserId,
    healthcare_provider_specialty_id: receiver.specialtyId,
    // It was between the sender and the previous receiver.
    await_reply_from: null,
  });
  const left = await leaveForProvider(db, actor, referral);
  const entered = await enterFirstQueue(db, { ...referral, ...receiver });
  if (receiver.referredToUserId !== null) {
    await enqueue(db, notifyReferralReceiver, { referralId: referral.referralId });
  }
  return recordChange(db, actor, referral, changed, [...left, ...entered]);
}

/**
 * Cancels an open referral. If it had been accepted, it appears among the exceptions of the receiver, or of the coordinators. The
 * receiver is also notified by email, because not everyone works queues.
 */
export async function cancelReferral(
  db: Db,
  actor: Actor,
  referral: Authorized<ReferralRow, 'cancel'>,
  input: InputOf<typeof cancelEndpoint>,
) {
  const changed = await moveReferral(db, actor, referral, ['cancel', 'cancelled']);
  await endAppointment(db, referral, 'canceled');
  await addComments(db, actor, referral.referralId, input.comments);
  const ended = await endReferredMembership(db, actor, referral);
  const left = await leaveQueues(db, actor, referralQueueKinds, referral.referralId, 'cancelled');
  const acceptedByUserId = answeringUserOf(referral);
  const entered =
    referral.status === 'pending'
      ? []
      : await enterQueue(db, referralExceptions, referral.referralId, { ...referral, acceptedByUserId });
  const isNotified =
    referral.status !== 'pending' && acceptedByUserId !== null && acceptedByUserId !== principalOf(actor);
  if (isNotified) await enqueue(db, notifyReferralCanceled, { referralId: referral.referralId });
  return recordChange(db, actor, referral, changed, [...(await careTeamEvents(db, ended)), ...left, ...entered]);
}
