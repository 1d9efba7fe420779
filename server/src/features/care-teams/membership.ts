import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';

/** The referral that brings somebody onto a patient's care team, or takes them off it again. */
interface ReferredPatient {
  referralId: number;
  patientId: number;
}

/**
 * Makes users accepted members of a patient's care team, whatever they were before: accepting a referral brings it with
 * it. Those who are members already stay as they are. Answers the events to publish, one for each who is new.
 */
export async function joinCareTeam(
  db: Db,
  actor: Actor,
  { referralId, patientId }: ReferredPatient,
  users: (number | null)[],
): Promise<RealtimeMessage[]> {
  const userIds = [...new Set(users.filter((userId) => userId !== null))];
  const { rows } = await sql<{ user_id: number }>`
    insert into care_team_member as m (patient_id, user_id, status, invited_by_user_id, joined_by_referral_id)
    select ${patientId}, user_id, 'accepted', ${actor.userId}, ${referralId} from unnest(${userIds}::bigint[]) as u(user_id)
    on conflict (patient_id, user_id) do update
      set status = 'accepted', status_changed_at = now(), version = m.version + 1, reason = null,
        joined_by_referral_id = ${referralId}
      where m.status <> 'accepted'
    returning user_id`.execute(db);
  return tell(db, actor, patientId, rows, 'care_team.joined');
}

/** Ends the memberships that accepting a referral brought, once it is declined or taken back after all. */
export async function endMembership(
  db: Db,
  actor: Actor,
  { referralId, patientId }: ReferredPatient,
): Promise<RealtimeMessage[]> {
  const rows = await db
    .updateTable('care_team_member')
    .set({ status: 'inactive', status_changed_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('joined_by_referral_id', '=', referralId)
    .where('status', '=', 'accepted')
    .returning('user_id')
    .execute();
  return tell(db, actor, patientId, rows, 'care_team.ended');
}

async function tell(
  db: Db,
  actor: Actor,
  patientId: number,
  rows: { user_id: number }[],
  action: string,
): Promise<RealtimeMessage[]> {
  for (const { user_id: subjectId } of rows) {
    await record(db, actor, { action, patientId, subjectType: 'user', subjectId });
  }
  return rows.map(({ user_id: userId }) => ({
    rooms: [userRoom(userId)],
    event: 'CareTeamMembershipUpdatedEvent',
    payload: { userId, patientId },
  }));
}
