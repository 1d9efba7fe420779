import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';

import type { Db } from '../db/client.ts';
import { literals } from '../db/literals.ts';
import type { Room } from '../realtime/rooms.ts';
import { queueRooms } from './subjectItems.ts';

/** A request about a patient that somebody answers: a referral, a consultation. */
export interface AnsweredSubject {
  type: QueueSubjectType;
  table: string;
  idColumn: string;
  /** Of the user it was sent to. */
  receiverColumn: string;
  /** In these it is over for the receiver. */
  voidStatuses: readonly string[];
}

/**
 * The rooms of everybody who sees a subject now: the receiver, the care team, those who see all of the client's patients, the
 * coordinators when it is in their queue, and those with whom such an item was shared. Asked at each change, so whoever left
 * hears nothing more. Once it is over for the receiver, they hear of that change and of none after it.
 */
export async function audienceOf(db: Db, subject: AnsweredSubject, id: number): Promise<Room[]> {
  const [table, key] = [sql.table(subject.table), sql.ref(`s.${subject.idColumn}`)];
  const receiver = sql.ref(`s.${subject.receiverColumn}`);
  // Within the transaction that ends the subject, its status has just changed.
  const isWithReceiver = sql<boolean>`(s.status not in (${literals(subject.voidStatuses)}) or s.status_changed_at = now())`;
  // What the receiver shared ends for the others as well.
  const ofOthersOrOngoing = sql<boolean>`not exists (select from ${table} s
    where ${key} = w.subject_id and ${receiver} = w.owner_user_id and not ${isWithReceiver})`;
  const { rows } = await sql<{ room: Room }>`
    select 'client:' || s.client_id as room from ${table} s where ${key} = ${id}
    union
    select 'user:' || ${receiver} from ${table} s where ${key} = ${id} and ${receiver} is not null and ${isWithReceiver}
    union
    ${queueRooms(subject.type, sql`${id}`, ofOthersOrOngoing)}
    union
    select 'user:' || m.user_id from ${table} s join care_team_member m on m.patient_id = s.patient_id and m.status = 'accepted'
    where ${key} = ${id}`.execute(db);
  return rows.map((row) => row.room);
}
