import { consultationTexts } from '@careloop/contracts/consultations';
import type { completeConsultation as endpoint } from '@careloop/contracts/consultations';
import { consultationTransitions } from '@careloop/contracts/consultations/states';
import type { ConsultationAnswer } from '@careloop/contracts/consultations/states';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { endReferredMembership, joinCareTeam } from '../../core/access/careTeam.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { leaveQueues } from '../../core/work-queues/queueItems.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { notifyOfConsultation } from './jobs.ts';
import { requesterOf } from './policy.ts';
import type { ConsultationRow } from './policy.ts';
import { consultationQueueKinds } from './queueKinds.ts';
import { changeConsultation } from './addTimelineRow.ts';

type Input = InputOf<typeof endpoint>;

const columnsOf = writes<
  Input,
  'consultation',
  'careCoordinatorRequestId' | 'workQueueEncounterId' | 'version' | 'status' | 'comments' | 'healthcareProviderId'
>()({ responseNotes: (notes, { comments }) => ({ response_notes: notes ?? comments }) });

/**
 * Answers a consultation. An acknowledged one stays in the queue; any other answer is final. A receiver who accepts, and the
 * provider it is accepted for, join the care team; declining removes the members that the request had added. A requester who
 * records the answer of an office is not notified of it.
 */
export async function answerConsultation(
  db: Db,
  actor: Actor,
  consultation: Authorized<ConsultationRow, ConsultationAnswer>,
  answer: ConsultationAnswer,
  input: Input,
) {
  const { consultationId, requestedToUserId } = consultation;
  const { to } = consultationTransitions[answer];
  const values = columnsOf(input);
  const provider = await findAnsweringProvider(db, actor, consultation, input.healthcareProviderId);
  const isDeclined = answer === 'decline';
  const isAccepted = answer === 'accept' || answer === 'acceptWithChange';
  const members = isDeclined
    ? await endReferredMembership(db, actor, consultation)
    : await joinCareTeam(db, actor, consultation, isAccepted ? [requestedToUserId, provider?.userId ?? null] : []);
  const left = await leaveQueues(db, actor, consultationQueueKinds, consultationId, to);
  const isNews = principalOf(actor) !== requesterOf(consultation);
  if (isNews)
    await enqueue(db, notifyOfConsultation, {
      consultationId,
      version: consultation.version + 1,
      status: to,
      answeredByUserId: actor.userId,
    });
  const columns = {
    ...values,
    answered_by_user_id: actor.userId,
    answered_for_healthcare_provider_id: provider?.healthcareProviderId ?? null,
    answered_at: sql<Date>`now()`,
    ...(isNews && { is_answer_unread: true }),
  };
  const events = [...(await careTeamEvents(db, members)), ...left];
  return changeConsultation(
    db,
    actor,
    consultation,
    { action: to, to, comment: values.response_notes },
    columns,
    events,
  );
}

/** Cancels a consultation. Members it had added leave the care team. */
export async function cancelConsultation(db: Db, actor: Actor, consultation: Authorized<ConsultationRow, 'cancel'>) {
  const ended = await endReferredMembership(db, actor, consultation);
  const left = await leaveQueues(db, actor, consultationQueueKinds, consultation.consultationId, 'cancelled');
  const events = [...(await careTeamEvents(db, ended)), ...left];
  const { to } = consultationTransitions.cancel;
  return changeConsultation(db, actor, consultation, { action: to, to }, { is_answer_unread: false }, events);
}

/** The provider it is answered for: the receiver, or one the actor is or acts for. */
async function findAnsweringProvider(
  db: Db,
  actor: Actor,
  consultation: ConsultationRow,
  named: number | null | undefined,
) {
  const healthcareProviderId = named ?? consultation.healthcareProviderId;
  if (healthcareProviderId === null) return null;
  const provider = await db
    .selectFrom('healthcare_provider')
    .select(['healthcare_provider_id as healthcareProviderId', 'user_id as userId'])
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirst();
  const isAsked = healthcareProviderId === consultation.healthcareProviderId;
  const isOwn = provider?.userId != null && actor.userIds.includes(provider.userId);
  if (provider === undefined || !(isAsked || isOwn)) {
    throw invalidInput({ healthcareProviderId: consultationTexts.providerRequired });
  }
  return provider;
}
