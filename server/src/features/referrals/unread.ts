import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { publishAll } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';
import { referralChanged } from './audience.ts';

/** Whether the actor sent a referral `r`, or it was sent in their name, and nobody of them has read the latest answer. */
export function isUnread(actor: Actor): RawBuilder<boolean> {
  const userId = principalOf(actor);
  return sql<boolean>`(r.is_answer_unread and (r.created_by_user_id = ${userId}
    or coalesce(r.on_behalf_of_user_id = ${userId}, false)))`;
}

/** How many referrals of the actor, or of the person acted for, have an answer they have not read. */
export async function countUnread(db: Db, actor: Actor): Promise<number> {
  const userId = principalOf(actor);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select referral_id from referral where created_by_user_id = ${userId} and is_answer_unread
      union
      select referral_id from referral where on_behalf_of_user_id = ${userId} and is_answer_unread) as own
    join referral r using (referral_id) join patient p on p.patient_id = r.patient_id
    where ${maySeePatient(actor)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Marks the answers as read by the person who sent the referral; nothing happens for anybody else.
 * @param seen the last entry of the history that was shown: an answer that came after it stays unread
 */
export async function readAnswer(
  db: Db,
  actor: Actor,
  { referralId, seen }: { referralId: number; seen: number },
): Promise<void> {
  const isLatest = sql<boolean>`not exists (select from referral_event v
    where v.referral_id = r.referral_id and v.referral_event_id > ${seen})`;
  const read = await db
    .updateTable('referral as r')
    .set({ is_answer_unread: false })
    .where('r.referral_id', '=', referralId)
    .where(isUnread(actor))
    .where(isLatest)
    .returning([
      'r.patient_id as patientId',
      'r.version',
      'r.created_by_user_id as writer',
      'r.on_behalf_of_user_id as behalf',
    ])
    .executeTakeFirst();
  if (read === undefined) return;
  const { patientId, version, writer, behalf } = read;
  const rooms = [userRoom(writer), ...(behalf === null ? [] : [userRoom(behalf)])];
  await publishAll(db, [referralChanged(rooms, { referralId, patientId, version })]);
}
