import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';
import { unreadChanged } from '../messages/unread.ts';

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
  const rows = await accept(db, actor, { referralId, patientId }, userIds);
  return [...(await tell(db, actor, patientId, rows, 'care_team.joined')), ...(await unreadOf(db, rows))];
}

/**
 * Makes the recipients of a message about a patient members of the care team, as its sender was warned. What they have
 * unread is left for the sending to tell, which holds the locks for it.
 */
export async function addToCareTeam(
  db: Db,
  actor: Actor,
  patientId: number,
  userIds: readonly number[],
): Promise<RealtimeMessage[]> {
  if (userIds.length === 0) return [];
  const rows = await accept(db, actor, { referralId: null, patientId }, userIds);
  return tell(db, actor, patientId, rows, 'care_team.joined');
}

/** In the order of the ids, so that two who add the same people do not wait for each other. */
async function accept(
  db: Db,
  actor: Actor,
  { referralId, patientId }: { referralId: number | null; patientId: number },
  userIds: readonly number[],
) {
  const { rows } = await sql<{ user_id: number }>`
    insert into care_team_member as m (patient_id, user_id, status, invited_by_user_id, joined_by_referral_id)
    select ${patientId}, user_id, 'accepted', ${actor.userId}, ${referralId}::bigint
    from unnest(${userIds}::bigint[]) as u(user_id) order by user_id
    on conflict (patient_id, user_id) do update
      set status = 'accepted', status_changed_at = now(), version = m.version + 1, reason = null,
        joined_by_referral_id = excluded.joined_by_referral_id
      where m.status <> 'accepted'
    returning user_id`.execute(db);
  return rows;
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
  return [...(await tell(db, actor, patientId, rows, 'care_team.ended')), ...(await unreadOf(db, rows))];
}

/**
 * Who joins or leaves a care team gains or loses the patient's conversations and what is unread in them, and so does who
 * acts for them.
 */
async function unreadOf(db: Db, rows: readonly { user_id: number }[]): Promise<RealtimeMessage[]> {
  const userIds = rows.map((row) => row.user_id);
  if (userIds.length === 0) return [];
  const proxies = await db
    .selectFrom('user_proxy')
    .select('proxy_user_id')
    .where('proxied_user_id', 'in', userIds)
    .execute();
  return unreadChanged(db, [...userIds, ...proxies.map((row) => row.proxy_user_id)]);
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
