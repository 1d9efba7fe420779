import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { patientRooms } from '../access/patientAudience.ts';
import { literals } from '../../platform/db/literals.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { queueRooms } from './subjectItems.ts';

/** Table and columns of a request about a patient that a user responds to: referrals or consultations. */
export interface AnsweredSubject {
  type: QueueSubjectType;
  table: string;
  idColumn: string;
  /** SQL array of the users on the receiving side of the row `s`; may contain nulls. */
  receivers: RawBuilder<unknown>;
  /** Statuses in which it is over for the receiver. */
  voidStatuses: readonly string[];
}

/**
 * Query for the rooms of everybody who can see a subject now: those who can see the patient, the receiver, the coordinators
 * if it is in their queue, and those with whom such an item was shared. Computed at each change, so that users who have lost
 * access receive nothing more. Once it is over for the receiver, they receive that change but no later one.
 */
export function audienceOf(subject: AnsweredSubject, id: RawBuilder<number>): RawBuilder<{ room: Room }> {
  const [table, key] = [sql.table(subject.table), sql.ref(`s.${subject.idColumn}`)];
  // In the transaction that ends the subject, status_changed_at is the transaction's own now().
  const isWithReceiver = sql<boolean>`(s.status not in (${literals(subject.voidStatuses)}) or s.status_changed_at = now())`;
  // Items shared by the receiver end for the others too.
  const ofOthersOrOngoing = sql<boolean>`not exists (select from ${table} s
    where ${key} = w.subject_id and w.owner_user_id = any(${subject.receivers}) and not ${isWithReceiver})`;
  return sql`
    ${patientRooms(sql`(select s.patient_id from ${table} s where ${key} = ${id})`)}
    union
    select 'user:' || receiver.id from ${table} s cross join lateral unnest(${subject.receivers}) as receiver(id)
    where ${key} = ${id} and receiver.id is not null and ${isWithReceiver}
    union
    ${queueRooms(subject.type, id, ofOthersOrOngoing)}`;
}
