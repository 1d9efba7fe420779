import type { QueuedSubjects, QueueSubjectType } from '@careloop/contracts/work-queues';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../access/actor.ts';

/** Whose item it is: a person's, or shared by the coordinators of a client. */
export type QueueOwner = { userId: number } | { clientId: number };

/** An id in a statement: a column, usually. */
type Id = RawBuilder<unknown>;

/** What items can be about. Each part is SQL that takes the id of the subject and yields one value. */
export interface QueueSubject<Type extends QueueSubjectType> {
  type: Type;
  /** What a list shows of it. */
  row: (id: Id) => RawBuilder<QueuedSubjects[Type]>;
  /** What a list sorts by when asked for the due time. */
  dueAt: (id: Id) => RawBuilder<Date | null>;
  /** The specialty it asks for, by which a list is narrowed. */
  specialtyId: (id: Id) => RawBuilder<number | null>;
  /** Its urgency in days, by which a list is narrowed. */
  urgencyDays: (id: Id) => RawBuilder<number | null>;
  /** The provider it is for, by whose tags a list is narrowed. */
  providerId: (id: Id) => RawBuilder<number | null>;
  /** Whether nobody waits for it any more. */
  isAnswered: (id: Id) => RawBuilder<boolean>;
  /** From when on an item about it stands on top of its queue; `infinity` for never. */
  onTopFrom: (id: Id) => RawBuilder<Date>;
  /** Whether the actor, or somebody they act for, works on it whether or not they see the patient. */
  isWorkedBy: (actor: Actor, id: Id) => RawBuilder<boolean>;
}

/**
 * A work queue, declared by the domain whose subjects wait in it.
 * @typeParam Input what the owner is derived from
 * @typeParam Action the domain's actions, as they stand in its timeline
 */
export interface QueueKind<Input, Action extends string = string> {
  /** As in the table `work_queue`. */
  workQueueId: number;
  subject: { [Type in QueueSubjectType]: QueueSubject<Type> }[QueueSubjectType];
  ownerOf: (input: Input) => QueueOwner;
  /** The actions on the subject that complete its item. */
  completedBy: readonly Action[];
  /** Whether an item that was completed by an answer is not opened again. */
  endedByAnswer: boolean;
  /**
   * What becomes of an unanswered subject when somebody completes its item by hand, to be confirmed first. Null where items are only to be
   * taken note of.
   */
  completionWarning: string | null;
  /** Whether a user who owns an item keeps seeing it after losing sight of the patient. */
  staysWithOwner: boolean;
}

/** Declares a queue. It takes effect once it stands in features/queueKinds.ts. */
export function defineQueueKind<Input, Action extends string>(
  kind: QueueKind<Input, Action>,
): QueueKind<Input, Action> {
  return kind;
}
