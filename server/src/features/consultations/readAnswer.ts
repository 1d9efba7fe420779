import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { consultationChanged } from './shared/audience.ts';

/**
 * Marks the answer as read by the requester; does nothing for other users.
 * @param seen the version that was shown; a later answer stays unread
 */
export async function readAnswer(
  db: Db,
  actor: Actor,
  { consultationId, seen }: { consultationId: number; seen: number },
): Promise<void> {
  const userId = principalOf(actor);
  const read = await db
    .updateTable('consultation')
    .set({ is_answer_unread: false })
    .where('consultation_id', '=', consultationId)
    .where('version', '=', seen)
    .where('is_answer_unread', '=', true)
    .where((own) => own.or([own('created_by_user_id', '=', userId), own('on_behalf_of_user_id', '=', userId)]))
    .returning(['patient_id as patientId', 'version', 'created_by_user_id', 'on_behalf_of_user_id'])
    .executeTakeFirst();
  if (read === undefined) return;
  const { patientId, version, created_by_user_id: writer, on_behalf_of_user_id: behalf } = read;
  const rooms = [userRoom(writer), ...(behalf === null ? [] : [userRoom(behalf)])];
  await publishAll(db, [consultationChanged(rooms, { careCoordinatorRequestId: consultationId, patientId, version })]);
}
