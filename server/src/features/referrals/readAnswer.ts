import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { referralChanged } from './shared/audience.ts';
import { isUnread } from './shared/queries/unread.ts';

/**
 * Marks responses as read by the sender; does nothing for other users.
 * @param seen id of the last timeline entry that was shown; later responses stay unread
 */
export async function readAnswer(
  db: Db,
  actor: Actor,
  { referralId, seen }: { referralId: number; seen: number },
): Promise<void> {
  // A response in progress holds the row lock, so its timeline entry is visible once this lock is acquired.
  const { rows } =
    await sql`select from referral r where r.referral_id = ${referralId} and ${isUnread(principalOf(actor))}
    for update`.execute(db);
  if (rows.length === 0) return;
  const isLatest = sql<boolean>`not exists (select from referral_event v
    where v.referral_id = r.referral_id and v.referral_event_id > ${seen})`;
  const read = await db
    .updateTable('referral as r')
    .set({ is_answer_unread: false })
    .where('r.referral_id', '=', referralId)
    .where(isUnread(principalOf(actor)))
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
