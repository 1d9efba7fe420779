import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';

/**
 * Makes users accepted members of a patient's care team, whatever they were before; used where taking on work for a
 * patient brings membership with it. Answers the events to publish, one for each user who is new.
 */
export async function joinCareTeam(
  db: Db,
  actor: Actor,
  patientId: number,
  users: (number | null)[],
): Promise<RealtimeMessage[]> {
  const userIds = [...new Set(users.filter((userId) => userId !== null))];
  const { rows } = await sql<{ user_id: number }>`
    insert into care_team_member as m (patient_id, user_id, status, invited_by_user_id)
    select ${patientId}, user_id, 'accepted', ${actor.userId} from unnest(${userIds}::bigint[]) as u(user_id)
    on conflict (patient_id, user_id) do update
      set status = 'accepted', status_changed_at = now(), version = m.version + 1, reason = null
      where m.status <> 'accepted'
    returning user_id`.execute(db);
  return rows.map(({ user_id: userId }) => ({
    rooms: [userRoom(userId)],
    event: 'CareTeamMembershipUpdatedEvent',
    payload: { userId, patientId },
  }));
}
