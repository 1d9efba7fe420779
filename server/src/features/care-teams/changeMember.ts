import { membershipTexts } from '@careloop/contracts/care-teams/members';
import { relationshipType } from '@careloop/contracts/care-teams/codes';
import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { publishCareTeamChanged, joinCareTeam, recordMembers, membershipEvents } from '../../core/access/careTeam.ts';
import { isColleagueOf } from '../../core/access/colleagues.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { recordChange } from '../patients/shared/recordChange.ts';
import { notifyInvited } from './jobs.ts';
import type { TeamRules } from './policy.ts';
import type { Membership } from './queries.ts';

type TeamOf<Action extends string> = Authorized<TeamRules & { patientId: number }, Action>;

interface Invited {
  userIds: readonly number[];
  healthcareProviderIds: readonly number[];
  message: string;
  relationshipType: 0 | 1 | 2;
}

/** Invites colleagues; existing members and pending invitations are unchanged. */
export async function invite(db: Db, actor: Actor, { patientId }: TeamOf<'invite'>, invited: Invited) {
  const userIds = [...new Set([...invited.userIds, ...(await usersOf(db, invited.healthcareProviderIds))])];
  if (userIds.length === 0) throw invalidInput({ userIds: membershipTexts.nobodyChosen });
  await requireInvitable(db, actor, patientId, userIds);
  // In the order of the ids, so that concurrent invitations of the same users do not deadlock.
  const { rows } = await sql<{ user_id: number; care_team_member_id: number; version: number }>`
    insert into care_team_member as m (patient_id, user_id, status, relationship_type, invited_by_user_id, invitation_text)
    select ${patientId}, user_id, 'invited', ${relationshipType.nameOf(invited.relationshipType)}, ${principalOf(actor)},
      ${invited.message === '' ? null : invited.message}
    from unnest(${userIds}::bigint[]) as u(user_id) order by user_id
    on conflict (patient_id, user_id) do update
      set status = 'invited', status_changed_at = now(), version = m.version + 1, reason = null, is_pcp = false, was_pcp = false,
        invited_by_user_id = excluded.invited_by_user_id, invitation_text = excluded.invitation_text,
        relationship_type = excluded.relationship_type, joined_by_referral_id = null, joined_by_consultation_id = null
      where m.status not in ('accepted', 'invited')
    returning user_id, care_team_member_id, version`.execute(db);
  const change = await recordMembers(db, actor, patientId, rows, 'care_team.invited');
  await publishAll(db, await membershipEvents(db, change));
  for (const { care_team_member_id: careTeamMemberId, version } of rows) {
    await enqueue(db, notifyInvited, { careTeamMemberId, version });
  }
  const { userIds: invitedUserIds } = change;
  return {
    invitedUserIds: [...invitedUserIds],
    unchangedUserIds: userIds.filter((userId) => !invitedUserIds.includes(userId)),
  };
}

/** @throws AppError `invalid_input` for a provider without a user record */
async function usersOf(db: Db, healthcareProviderIds: readonly number[]): Promise<number[]> {
  if (healthcareProviderIds.length === 0) return [];
  const providers = await db
    .selectFrom('healthcare_provider')
    .select('user_id')
    .where('healthcare_provider_id', 'in', [...healthcareProviderIds])
    .execute();
  const userIds = providers.flatMap(({ user_id: userId }) => userId ?? []);
  if (userIds.length < new Set(healthcareProviderIds).size) {
    throw invalidInput({ healthcareProviderIds: membershipTexts.noUserRecord });
  }
  return userIds;
}

/** @throws AppError `invalid_input` unless all of them can be invited to this care team */
async function requireInvitable(db: Db, actor: Actor, patientId: number, userIds: readonly number[]): Promise<void> {
  const self = principalOf(actor);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from user_account u
    where u.user_id = any(${userIds}::bigint[]) and u.user_id <> ${self} and ${isColleagueOf(self, patientId)}`.execute(
    db,
  );
  if (rows[0]?.count !== userIds.length) throw invalidInput({ userIds: membershipTexts.notOpen });
}

/** Makes the user, or the person acted for, a member. */
export async function join(db: Db, actor: Actor, { patientId }: TeamOf<'join'>) {
  const change = await joinCareTeam(db, actor, { through: 'joining', patientId }, [principalOf(actor)]);
  await publishAll(db, await careTeamEvents(db, change));
  const { care_team_member_id: careTeamMemberId } = await db
    .selectFrom('care_team_member')
    .select('care_team_member_id')
    .where('patient_id', '=', patientId)
    .where('user_id', '=', principalOf(actor))
    .executeTakeFirstOrThrow();
  return { careTeamMemberId };
}

/** Ends the member's access, but keeps the member in the list. A primary care provider loses that role until they are active again. */
export async function setInactive(db: Db, actor: Actor, member: Authorized<Membership, 'setInactive'>) {
  const version = await update(
    db,
    member,
    sql`status = 'inactive', was_pcp = is_pcp, is_pcp = false, status_changed_at = now()`,
  );
  await recordAccessChange(db, actor, member, 'care_team.set_inactive');
  return { careTeamMemberId: member.careTeamMemberId, version };
}

/** Returns the access, and the role of primary care provider unless somebody else has it now. */
export async function setActive(db: Db, actor: Actor, member: Authorized<Membership, 'setActive'>) {
  const version = await update(
    db,
    member,
    sql`status = 'accepted', status_changed_at = now(), joined_by_referral_id = null, joined_by_consultation_id = null,
      was_pcp = false, is_pcp = was_pcp and not exists (select from care_team_member other
        where other.patient_id = ${member.patientId} and other.is_pcp)`,
  );
  await recordAccessChange(db, actor, member, 'care_team.set_active');
  return { careTeamMemberId: member.careTeamMemberId, version };
}

async function recordAccessChange(
  db: Db,
  actor: Actor,
  { patientId, userId }: Membership,
  action: string,
): Promise<void> {
  const change = await recordMembers(db, actor, patientId, [{ user_id: userId }], action);
  await publishAll(db, await careTeamEvents(db, change));
}

export async function setRelationshipType(
  db: Db,
  actor: Actor,
  member: Authorized<Membership, 'setRelationshipType'>,
  code: 0 | 1 | 2,
) {
  const { careTeamMemberId, patientId, userId } = member;
  const version = await update(db, member, sql`relationship_type = ${relationshipType.nameOf(code)}`);
  await record(db, actor, {
    action: 'care_team.relationship_changed',
    patientId,
    subjectType: 'user',
    subjectId: userId,
    details: { relationshipType: code },
  });
  await publishCareTeamChanged(db, patientId);
  return { careTeamMemberId, version };
}

/** Makes a provider the primary care provider of the care team and in the patient's record. */
export async function setPcp(db: Db, actor: Actor, member: Authorized<Membership, 'setPcp'>) {
  const { careTeamMemberId, patientId, userId, healthcareProviderId } = member;
  await sql`update care_team_member set is_pcp = false, version = version + 1
    where patient_id = ${patientId} and is_pcp and care_team_member_id <> ${careTeamMemberId}`.execute(db);
  const version = await update(db, member, sql`is_pcp = true`);
  const { rows } = await sql<{ version: number; before: string | null; after: string | null }>`
    update patient p
    set pcp_healthcare_provider_id = ${healthcareProviderId}, pcp_name = null, version = p.version + 1
    from patient was
    where p.patient_id = ${patientId} and was.patient_id = p.patient_id
    returning p.version, coalesce(${providerName('was')}, was.pcp_name) as before, ${providerName('p')} as after`.execute(
    db,
  );
  await record(db, actor, { action: 'care_team.pcp_changed', patientId, subjectType: 'user', subjectId: userId });
  await publishCareTeamChanged(db, patientId);
  for (const { version: patientVersion, before, after } of rows) {
    await recordChange(db, actor, {
      patientId,
      subject: 'demography',
      action: 'edited',
      version: patientVersion,
      before: { pcp_name: before },
      after: { pcp_name: after },
    });
  }
  return { careTeamMemberId, version };
}

/** Name of the primary care provider whom the row of patient `alias` refers to. */
const providerName = (alias: 'p' | 'was') => sql<string | null>`(select h.first_name || ' ' || h.last_name
  from healthcare_provider h where h.healthcare_provider_id = ${sql.ref(`${alias}.pcp_healthcare_provider_id`)})`;

async function update(db: Db, member: Membership, values: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ version: number }>`update care_team_member set ${values}, version = version + 1
    where care_team_member_id = ${member.careTeamMemberId} returning version`.execute(db);
  const [row] = rows;
  if (row === undefined) throw refused(membershipTexts.changed, 'wrong_state');
  return row.version;
}
