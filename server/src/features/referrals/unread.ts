import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { publishAll } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';
import { referralChanged } from './audience.ts';
import { isUnread } from './unreadQuery.ts';

/**
 * Marks the answers as read by the person who sent the referral; nothing happens for anybody else.
 * @param seen the last entry of the history that was shown: an answer that came after it stays unread
 */
export async function readAnswer(
  db: Db,
  actor: Actor,
  { referralId, seen }: { referralId: number; seen: number },
): Promise<void> {
  // Whoever answers at this moment holds the row: their event is in the history once this has it.
  const { rows } = await sql`select from referral r where r.referral_id = ${referralId} and ${isUnread(actor)}
    for update`.execute(db);
  if (rows.length === 0) return;
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
