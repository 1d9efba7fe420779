import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { QueueKind, QueueSubject } from '../core/work-queues/queueKinds.ts';
import { consultationQueueKinds, queuedConsultation } from './consultations/queueKinds.ts';
import { queuedReferral, referralQueueKinds } from './referrals/queueKinds.ts';

/** The possible subjects of queue items. */
export const queueSubjects: { [Type in QueueSubjectType]: QueueSubject<Type> } = {
  referral: queuedReferral,
  consultation: queuedConsultation,
};

/** SQL for a value from the subject of an item `w`, of any type; null if the item has no subject. */
export function ofSubject<Value>(
  value: (subject: (typeof queueSubjects)[QueueSubjectType]) => RawBuilder<Value>,
): RawBuilder<Value | null> {
  const cases = Object.values(queueSubjects).map(
    (subject) => sql`when ${sql.lit(subject.type)} then ${value(subject)}`,
  );
  return sql<Value | null>`(case w.subject_type ${sql.join(cases, sql` `)} end)`;
}

/** Every kind of work queue. An item of any other queue shows only its patient and encounter. */
export const queueKinds: readonly QueueKind<never>[] = [...referralQueueKinds, ...consultationQueueKinds];

export function kindOf(workQueueId: number): QueueKind<never> | undefined {
  return queueKinds.find((kind) => kind.workQueueId === workQueueId);
}
