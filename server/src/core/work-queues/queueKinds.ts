import type { QueuedSubjects, QueueSubjectType } from '@careloop/contracts/work-queues';
import type { RawBuilder } from 'kysely';

import type { ActorInSql } from '../../platform/identity/actor.ts';

/** Owner of an item: a user, or the coordinators of a client. */
type QueueOwner = { userId: number } | { clientId: number };

/** SQL expression for an id, usually a column. */
type Id = RawBuilder<unknown>;

/** A kind of subject of queue items. Each function takes the subject's id and returns SQL for one value. */
export interface QueueSubject<Type extends QueueSubjectType> {
  type: Type;
  /** Data shown in the list of a queue. */
  row: (id: Id, workQueueId: number) => RawBuilder<QueuedSubjects[Type]>;
  /** Due time, for sorting. */
  dueAt: (id: Id) => RawBuilder<Date | null>;
  /** Requested specialty, for filtering. */
  specialtyId: (id: Id) => RawBuilder<number | null>;
  /** Urgency in days, for filtering. */
  urgencyDays: (id: Id) => RawBuilder<number | null>;
  /** Provider it is for; lists can be filtered by the provider's tags. */
  providerId: (id: Id) => RawBuilder<number | null>;
  /** Whether it no longer needs a response. */
  isAnswered: (id: Id) => RawBuilder<boolean>;
  /** Time from which its item is at the top of the queue; `infinity` for never. */
  onTopFrom: (id: Id) => RawBuilder<Date>;
  /** Whether the actor, or somebody they act for, works on it even without access to the patient. */
  isWorkedBy: (actor: ActorInSql, id: Id) => RawBuilder<boolean>;
}

/**
 * A work queue, declared by the domain of its subjects.
 * @typeParam Input data from which the owner is derived
 * @typeParam Action the domain's actions, as named in its timeline
 */
export interface QueueKind<Input, Action extends string = string> {
  /** Id in the table `work_queue`. */
  workQueueId: number;
  subject: { [Type in QueueSubjectType]: QueueSubject<Type> }[QueueSubjectType];
  ownerOf: (input: Input) => QueueOwner;
  /** Actions on the subject that complete its item. */
  completedBy: readonly Action[];
  /** Whether an item completed by a response cannot be reopened. */
  endedByAnswer: boolean;
  /** Whether its items wait for a provider only: once the subject has one, they cannot be reopened. */
  endedByProvider?: boolean;
  /**
   * Warning to confirm before an item is completed manually while its subject needs a response. Null for items that only
   * need to be acknowledged.
   */
  completionWarning: string | null;
  /** Whether the owner of an item keeps access to it after losing access to the patient. */
  staysWithOwner: boolean;
}

/** Declares a queue. It takes effect once listed in features/queueKinds.ts. */
export function defineQueueKind<Input, Action extends string>(
  kind: QueueKind<Input, Action>,
): QueueKind<Input, Action> {
  return kind;
}
