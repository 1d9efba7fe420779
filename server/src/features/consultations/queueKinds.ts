import { WorkQueue } from '@careloop/contracts/codes';
import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { ConsultationEvent, ConsultationSummary } from '@careloop/contracts/consultations';
import { sql } from 'kysely';

import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';
import { defineQueueKind } from '../../core/work-queues/queueKinds.ts';
import type { QueueSubject } from '../../core/work-queues/queueKinds.ts';
import { consultationSummary, summaryTables } from './queries/summary.ts';
import type { SummaryTables } from './queries/summary.ts';

const shownInQueue = shape<ConsultationSummary, SummaryTables>(consultationSummary.columns);

export const queuedConsultation: QueueSubject<'consultation'> = {
  type: 'consultation',
  row: (id) => sql<ConsultationSummary>`(select ${shownInQueue.json} from consultation cr ${summaryTables}
    where cr.consultation_id = ${id})`,
  // Consultations have neither a due time nor an urgency.
  dueAt: () => sql<Date | null>`null::timestamptz`,
  specialtyId: (id) => sql<number | null>`(select t.healthcare_provider_specialty_id from consultation cr
    join healthcare_provider t using (healthcare_provider_id) where cr.consultation_id = ${id})`,
  urgencyDays: () => sql<number | null>`null::int`,
  providerId: (id) =>
    sql<number | null>`(select cr.healthcare_provider_id from consultation cr where cr.consultation_id = ${id})`,
  isAnswered: (id) => sql<boolean>`exists (select from consultation cr
    where cr.consultation_id = ${id} and cr.status not in (${literals(openConsultationStatuses)}))`,
  onTopFrom: () => sql<Date>`'infinity'::timestamptz`,
  isWorkedBy: (actor, id) => sql<boolean>`exists (select from consultation cr
    where cr.consultation_id = ${id} and cr.requested_to_user_id = any(${actor.userIds}::bigint[]))`,
};

/** Final answers, and canceling. An acknowledged consultation stays as open work. */
const ends: ConsultationEvent['action'][] = ['accepted', 'accepted_with_change', 'declined', 'cancelled'];

/** Consultations, owned by the receiver, or by the coordinators if nobody works the receiver's queue. */
export const careCoordinatorRequest = defineQueueKind({
  workQueueId: WorkQueue.careCoordinatorRequest,
  subject: queuedConsultation,
  ownerOf: ({ clientId, receiverUserId }: { patientId: number; clientId: number; receiverUserId: number | null }) =>
    receiverUserId === null ? { clientId } : { userId: receiverUserId },
  completedBy: ends,
  endedByAnswer: true,
  completionWarning:
    'Removing an item only takes it out of this queue. Its consultation stays open, and the person who asked still waits for an answer.',
  staysWithOwner: true,
});

export const consultationQueueKinds = [careCoordinatorRequest];
