import type { ReferralStatus } from '@careloop/contracts/codes';
import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { AcceptedThrough } from '@careloop/contracts/care-teams/codes';
import { sql } from 'kysely';
import { literals } from '../../platform/db/literals.ts';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { record, recordJob } from '../../platform/audit/record.ts';
import type { Recorder } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { createAudience } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { notifyOfAccepted } from './careTeamJobs.ts';
import { patientAudience } from './patientAudience.ts';
import { isWithUserOfAccepting } from './referralAccess.ts';

// Care teams decide who may see patients, so changes to them live below the features (decision 015).

/**
 * People who joined or left a patient's care team in this transaction. The messages feature turns it into events
 * (`careTeamEvents`), because access to conversations changes with the care team.
 */
export interface CareTeamChange {
  readonly patientId: number;
  readonly userIds: readonly number[];
}

/** Referrals in these states keep the receiver on the care team. */
const acceptedReferralStatuses = ['accepted', 'scheduled', 'completed'] as const satisfies readonly ReferralStatus[];

/** The referral or consultation by which somebody joins or leaves a patient's care team. */
type Request = { referralId: number } | { consultationId: number };

/** By what people join: such a request, or something else, which ends no membership later. */
type Joining = Request | { through: Exclude<AcceptedThrough, 'referral' | 'consultation'> };

/** Who adds people to a care team: an actor, or a job in the name of a user. */
type Adder = Actor | { jobForUserId: number };

/**
 * Makes users accepted members of a patient's care team, whatever their previous status: by accepting a referral or by a
 * message about the patient. Existing members are unchanged; deactivated users are skipped. Somebody who was invited has
 * accepted by this, and is told unless they did it themselves.
 */
export async function joinCareTeam(
  db: Db,
  adder: Adder,
  { patientId, ...by }: { patientId: number } & Joining,
  users: readonly (number | null)[],
): Promise<CareTeamChange> {
  const userIds = [...new Set(users.filter((userId) => userId !== null))];
  if (userIds.length === 0) return { patientId, userIds: [] };
  const { through, referralId, consultationId } = columnsOf(by);
  const [actor, inviterUserId] = 'jobForUserId' in adder ? [null, adder.jobForUserId] : [adder, principalOf(adder)];
  // Ordered by id, so that two transactions adding the same people do not deadlock.
  const { rows } = await sql<Joined>`
    insert into care_team_member as m (patient_id, user_id, status, invited_by_user_id, joined_by_referral_id, joined_by_consultation_id)
    select ${patientId}, user_id, 'accepted', ${inviterUserId}, ${referralId}::bigint, ${consultationId}::bigint
    from user_account u where u.user_id = any(${userIds}::bigint[]) and u.is_active order by user_id
    on conflict (patient_id, user_id) do update
      set status = 'accepted', status_changed_at = now(), version = m.version + 1, reason = null,
        joined_by_referral_id = excluded.joined_by_referral_id, joined_by_consultation_id = excluded.joined_by_consultation_id,
        accepted_through = case when m.status = 'invited' then ${through} end
      where m.status <> 'accepted'
    returning user_id, care_team_member_id, accepted_through`.execute(db);
  for (const row of rows) {
    if (row.accepted_through === null || row.user_id === actor?.userId) continue;
    await enqueue(db, notifyOfAccepted, { careTeamMemberId: row.care_team_member_id });
  }
  return recordMembers(db, actor, patientId, rows, 'care_team.joined');
}

interface Joined {
  user_id: number;
  care_team_member_id: number;
  accepted_through: AcceptedThrough | null;
}

function columnsOf(by: Joining) {
  if ('through' in by) return { through: by.through, referralId: null, consultationId: null };
  if ('consultationId' in by) {
    return { through: 'consultation', referralId: null, consultationId: by.consultationId } as const;
  }
  return { through: 'referral', referralId: by.referralId, consultationId: null } as const;
}

/**
 * Ends the memberships created by a referral or consultation that was later declined or withdrawn. A member with another
 * request about the patient stays on the care team through that one.
 */
export async function endReferredMembership(
  db: Db,
  actor: Actor,
  { patientId, ...request }: Request & { patientId: number },
): Promise<CareTeamChange> {
  const [referralId, consultationId] =
    'referralId' in request ? [request.referralId, null] : [null, request.consultationId];
  const joinedByIt = sql`(m.joined_by_referral_id = ${referralId} or m.joined_by_consultation_id = ${consultationId})`;
  // Locked before the other requests are looked for: accepting one of them at the same moment holds the row, too.
  const { rows: joined } = await sql<{
    care_team_member_id: number;
  }>`select m.care_team_member_id from care_team_member m
    where m.patient_id = ${patientId} and m.status = 'accepted'
      and ${joinedByIt}
    order by m.care_team_member_id for no key update`.execute(db);
  if (joined.length === 0) return { patientId, userIds: [] };
  const memberIds = joined.map((member) => member.care_team_member_id);
  await sql`update care_team_member m set joined_by_referral_id = other.referral_id, joined_by_consultation_id = other.consultation_id
    from care_team_member mine cross join lateral (
      select r.referral_id, null::bigint as consultation_id from referral r
        left join healthcare_provider pr on pr.healthcare_provider_id = r.accepted_for_healthcare_provider_id
          and ${isWithUserOfAccepting('r')}
      where r.patient_id = mine.patient_id and r.referral_id is distinct from ${referralId}
        and r.status in (${literals(acceptedReferralStatuses)}) and mine.user_id in (r.referred_to_user_id, pr.user_id)
      union all
      select null, c.consultation_id from consultation c
      where c.patient_id = mine.patient_id and c.consultation_id is distinct from ${consultationId}
        and c.status not in (${literals(voidConsultationStatuses)}) and c.requested_to_user_id = mine.user_id
      limit 1) as other
    where mine.care_team_member_id = m.care_team_member_id and m.care_team_member_id = any(${memberIds}::bigint[])`.execute(
    db,
  );
  const { rows } = await sql<{ user_id: number }>`update care_team_member m
    set status = 'inactive', was_pcp = m.is_pcp, is_pcp = false, status_changed_at = now(), version = m.version + 1
    where m.care_team_member_id = any(${memberIds}::bigint[])
      and ${joinedByIt}
    returning m.user_id`.execute(db);
  return recordMembers(db, actor, patientId, rows, 'care_team.ended');
}

/**
 * Takes a member or an invited person off a care team: an invitation is canceled, a member removed. The caller must hold
 * the row lock.
 */
export async function removeFromCareTeam(
  db: Db,
  actor: Actor,
  { careTeamMemberId, patientId }: { careTeamMemberId: number; patientId: number },
  reason: string,
  action: 'care_team.left' | 'care_team.removed',
): Promise<CareTeamChange> {
  const rows = await db
    .updateTable('care_team_member')
    .set({
      status: sql<string>`case status when 'invited' then 'cancelled' else 'removed' end`,
      reason,
      is_pcp: false,
      was_pcp: false,
      status_changed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('care_team_member_id', '=', careTeamMemberId)
    .returning('user_id')
    .execute();
  return recordMembers(db, actor, patientId, rows, action);
}

/**
 * Writes an audit row for each of the people.
 * @param actor null for a job
 */
export async function recordMembers(
  db: Db,
  actor: Recorder | null,
  patientId: number,
  rows: readonly { user_id: number; accepted_through?: AcceptedThrough | null }[],
  action: string,
): Promise<CareTeamChange> {
  for (const { user_id: subjectId, accepted_through: acceptedThrough = null } of rows) {
    const details = acceptedThrough === null ? {} : { details: { invitationAcceptedThrough: acceptedThrough } };
    const change = { action, patientId, subjectType: 'user', subjectId, ...details };
    await (actor === null ? recordJob(db, change) : record(db, actor, change));
  }
  return { patientId, userIds: rows.map((row) => row.user_id) };
}

/**
 * Events for a change: one to each person who joined or left, and a single one to everybody else who sees the patient.
 */
export async function membershipEvents(db: Db, { patientId, userIds }: CareTeamChange): Promise<RealtimeMessage[]> {
  if (userIds.length === 0) return [];
  const own = userIds.map((userId): RealtimeMessage => {
    return { rooms: [userRoom(userId)], event: 'CareTeamMembershipUpdatedEvent', payload: { userId, patientId } };
  });
  const rooms = await patientAudience.findRooms(db, patientId);
  return [...own, { rooms, event: 'CareTeamChangedEvent', payload: { patientId } }];
}

const careTeamAudience = createAudience(
  'care_team',
  (id) => sql`select 'user:' || user_id as room from care_team_member where patient_id = ${id} and status = 'accepted'`,
);

/**
 * Tells the care team and those who act for its members: a new appointment, encounter or document may appear on their Home
 * page.
 */
export async function publishPatientNews(db: Db, patientId: number): Promise<void> {
  await careTeamAudience.publish(db, patientId, 'PatientNewsEvent', { patientId });
}

/** Publishes a change to appointments or documents: to everybody who sees the patient, and to Home of the care team. */
export async function publishPatientChanged(db: Db, patientId: number): Promise<void> {
  await patientAudience.publish(db, patientId, 'PatientChangedEvent', { patientId });
  await publishPatientNews(db, patientId);
}

/** Tells everybody who sees the patient of a change in which nobody joined or left. */
export async function publishCareTeamChanged(db: Db, patientId: number): Promise<void> {
  await patientAudience.publish(db, patientId, 'CareTeamChangedEvent', { patientId });
}
