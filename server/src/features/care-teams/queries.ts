import { shownMemberStatuses } from '@careloop/contracts/codes';
import type { CareTeamMemberStatus } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import type { MembershipRules } from './policy.ts';

/** Invitations to care teams that wait for this person's answer. */
export async function countPendingInvites(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('care_team_member')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'invited')
    .executeTakeFirstOrThrow();
  return count;
}

/** A patient's members and those who were invited, the primary care provider first. The caller has checked the patient. */
export function findCareTeam(db: Db, patientId: number, providersOnly: boolean) {
  return db
    .selectFrom('care_team_member as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .leftJoin('healthcare_provider as pr', 'pr.user_id', 'u.user_id')
    .leftJoin('healthcare_provider_specialty as s', (join) =>
      join.onRef('s.healthcare_provider_specialty_id', '=', 'pr.healthcare_provider_specialty_id'),
    )
    .leftJoin('healthcare_organization as o', (join) =>
      join.onRef('o.healthcare_organization_id', '=', 'pr.healthcare_organization_id'),
    )
    .select([
      'm.care_team_member_id as careTeamMemberId',
      'u.user_id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.user_type as userType',
      's.name as specialty',
      'o.name as organizationName',
      sql<(typeof shownMemberStatuses)[number]>`m.status`.as('status'),
      'm.is_pcp as isPcp',
    ])
    .where('m.patient_id', '=', patientId)
    .where('m.status', 'in', shownMemberStatuses)
    .$if(providersOnly, (query) => query.where('pr.healthcare_provider_id', 'is not', null))
    .orderBy('m.is_pcp', 'desc')
    .orderBy('u.last_name')
    .execute();
}

export interface Membership extends MembershipRules {
  careTeamMemberId: number;
  patientId: number;
}

/** A membership of a patient's care team, whatever its state, under its lock: of a user, or by its number. */
export async function lockMembership(
  db: Db,
  patientId: number,
  key: { userId: number } | { careTeamMemberId: number },
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('care_team_member')
    .select(['care_team_member_id as careTeamMemberId', 'patient_id as patientId', 'user_id as userId', 'status'])
    .where('patient_id', '=', patientId)
    .where((build) =>
      'userId' in key ? build('user_id', '=', key.userId) : build('care_team_member_id', '=', key.careTeamMemberId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { ...row, status: row.status as CareTeamMemberStatus };
}
