import { consultationTexts } from '@careloop/contracts/consultations';
import type { createConsultation as endpoint } from '@careloop/contracts/consultations';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import { inNameOf, principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { joinCareTeam } from '../../core/access/careTeam.ts';
import { record } from '../../platform/audit/record.ts';
import { sendCharts } from '../../core/charts/sentCharts.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { enterQueue } from '../../core/work-queues/queueItems.ts';
import { findNotPreferredReason } from '../directory/shared/queries/preferences.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import type { ConsultedPatientRow } from '../patients/shared/policy.ts';
import { publishConsultationChanged } from './shared/audience.ts';
import { notifyOfConsultation } from './jobs.ts';
import { careCoordinatorRequest } from './queueKinds.ts';
import { findReceiver } from './receiver.ts';
import type { NamedReceiver, Receiver } from './receiver.ts';
import { addTimelineRow } from './addTimelineRow.ts';

type Input = InputOf<typeof endpoint>;
/** The patient, authorized for requesting a consultation. */
type ConsultedPatient = Authorized<ConsultedPatientRow, 'createConsultation'>;

/**
 * Sends a consultation request: stores the request, its charts as they are now, the receiver's queue item, timeline, audit,
 * notification and event in one transaction. A receiver who is not on the care team joins it.
 * @throws AppError `invalid_input` if a provider, user, address or chart is invalid
 */
export async function createConsultation(db: Db, actor: Actor, patient: ConsultedPatient, input: Input) {
  const { patientId, clientId } = patient;
  const requester = findRequester(actor, input.requestedByUserId);
  const receiver = await findReceiver(db, input);
  if (receiver.userId === principalOf(requester)) {
    throw invalidInput({ healthcareProviderId: consultationTexts.toOneself });
  }
  const consultationId = await insertConsultation(db, requester, patient, input, receiver);
  await sendCharts(db, { consultationId, patientId }, input.patientCharts);
  await addTimelineRow(db, requester, consultationId, { action: 'created', fromStatus: null, toStatus: 'pending' });
  await record(db, requester, {
    action: 'consultation.created',
    patientId,
    subjectType: 'consultation',
    subjectId: consultationId,
    details: { healthcareProviderId: receiver.healthcareProviderId, requestedToUserId: receiver.userId },
  });
  const join = async () =>
    careTeamEvents(db, await joinCareTeam(db, requester, { consultationId, patientId }, [receiver.userId]));
  const to = { patientId, clientId, receiverUserId: receiver.queueOwnerUserId };
  // Together, because care team, queue and notification do not depend on each other.
  const [joined, queued] = await Promise.all([
    join(),
    enterQueue(db, careCoordinatorRequest, consultationId, to),
    receiver.userId !== null && enqueue(db, notifyOfConsultation, { consultationId, version: 1, status: 'pending' }),
  ]);
  await publishConsultationChanged(db, { careCoordinatorRequestId: consultationId, patientId, version: 1 });
  await publishAll(db, [...joined, ...queued]);
  return { careCoordinatorRequestId: consultationId, version: 1 };
}

/** The receiver is stored with its user, and a reason only if the client asks for one. */
const columnsOf = writes<
  Input,
  'consultation',
  keyof NamedReceiver | 'notPreferredReason' | 'notPreferredAdditionalInfo' | 'requestedByUserId' | 'patientCharts'
>()({ requestNotes: 'request_notes' });

/** The actor, acting for the user in whose name the request is sent. */
function findRequester(actor: Actor, userId: number | null | undefined): Actor {
  if (!userId || userId === principalOf(actor)) return actor;
  const requester = inNameOf(actor, userId);
  if (principalOf(requester) !== userId) throw invalidInput({ requestedByUserId: consultationTexts.notActingFor });
  return requester;
}

async function insertConsultation(
  db: Db,
  requester: Actor,
  { patientId, clientId }: ConsultedPatient,
  input: Input,
  receiver: Receiver,
): Promise<number> {
  const notPreferred = await findNotPreferredReason(db, clientId, { ...input, ...receiver });
  const { consultation_id } = await db
    .insertInto('consultation')
    .values({
      client_id: clientId,
      patient_id: patientId,
      patient_encounter_id: sql<number | null>`(select patient_encounter_id from patient_encounter
        where patient_id = ${patientId} order by encounter_date desc limit 1)`,
      ...columnsOf(input),
      created_by_user_id: requester.userId,
      updated_by_user_id: requester.userId,
      on_behalf_of_user_id: requester.onBehalfOfUserId,
      healthcare_provider_id: receiver.healthcareProviderId,
      healthcare_provider_address_info_id: receiver.addressInfoId,
      requested_to_user_id: receiver.userId,
      ...notPreferred,
    })
    .returning('consultation_id')
    .executeTakeFirstOrThrow();
  return consultation_id;
}
