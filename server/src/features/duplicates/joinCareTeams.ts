import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { Merge } from './moveRows.ts';

/** Membership statuses from strongest to weakest; the stronger one is kept for a user who is on both care teams. */
const strongest = ['accepted', 'invited', 'inactive', 'declined', 'cancelled', 'removed'];

/**
 * Joins the care teams of both patients: a user who is on both gets the stronger of the two memberships, in the survivor's
 * row, and the survivor's primary care provider is kept. Must be called before rows are moved.
 */
export async function joinCareTeams(db: Db, merge: Merge): Promise<void> {
  await replacePcp(db, merge);
  await joinMemberships(db, merge);
}

/** SQL condition: the survivor's team or record names a primary care provider other than the user. */
function hasOtherPcp({ survivingPatientId }: Merge, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from care_team_member own
      where own.patient_id = ${survivingPatientId} and own.is_pcp and own.user_id <> ${userId})
    or exists (select from patient p left join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
      where p.patient_id = ${survivingPatientId} and (p.pcp_healthcare_provider_id is not null or p.pcp_name <> '')
        and h.user_id is distinct from ${userId}))`;
}

/** Members of the merged patient's team only; `joinMemberships` does the same for those on both. */
async function replacePcp(db: Db, merge: Merge): Promise<void> {
  const { patientMergeId, survivingPatientId, mergedPatientId } = merge;
  await sql`
    with replaced as (select m.care_team_member_id as id, to_jsonb(m) as before from care_team_member m
      where m.patient_id = ${mergedPatientId} and m.is_pcp and ${hasOtherPcp(merge, sql`m.user_id`)}
        and not exists (select from care_team_member own
          where own.patient_id = ${survivingPatientId} and own.user_id = m.user_id)),
    changed as (update care_team_member m set is_pcp = false, version = m.version + 1
      from replaced where replaced.id = m.care_team_member_id)
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${patientMergeId}, 'care_team_member', id, 'moved', before from replaced`.execute(db);
}

async function joinMemberships(db: Db, merge: Merge): Promise<void> {
  const { patientMergeId, survivingPatientId, mergedPatientId } = merge;
  await sql`
    with stronger as (
      select kept.care_team_member_id as id, other.status, other.relationship_type, other.reason, other.invitation_text, other.status_changed_at,
        other.joined_by_referral_id, other.joined_by_consultation_id, other.accepted_through, other.was_pcp, to_jsonb(kept) as before,
        array_position(${strongest}::text[], other.status) < array_position(${strongest}::text[], kept.status) as wins,
        kept.is_pcp or (other.is_pcp and not ${hasOtherPcp(merge, sql`other.user_id`)}) as is_pcp
      from care_team_member kept join care_team_member other using (user_id)
      where kept.patient_id = ${survivingPatientId} and other.patient_id = ${mergedPatientId}),
    changed as (update care_team_member m set is_pcp = s.is_pcp, version = m.version + 1,
        status = case when s.wins then s.status else m.status end,
        relationship_type = case when s.wins then s.relationship_type else m.relationship_type end,
        reason = case when s.wins then s.reason else m.reason end,
        invitation_text = case when s.wins then s.invitation_text else m.invitation_text end,
        status_changed_at = case when s.wins then s.status_changed_at else m.status_changed_at end,
        was_pcp = case when s.wins then s.was_pcp else m.was_pcp end,
        accepted_through = case when s.wins then s.accepted_through else m.accepted_through end,
        joined_by_referral_id = case when s.wins then s.joined_by_referral_id else m.joined_by_referral_id end,
        joined_by_consultation_id = case when s.wins then s.joined_by_consultation_id else m.joined_by_consultation_id end
      from stronger s where s.id = m.care_team_member_id and (s.wins or s.is_pcp <> m.is_pcp) returning s.id, s.before)
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${patientMergeId}, 'care_team_member', id, 'changed', before from changed`.execute(db);
}
