-- A care team has at most one primary care provider (PCP), who is an accepted member. Memberships that ended with their
-- referral, and merges of two patients, used to leave others. Of several, the provider named in the record is kept, otherwise
-- the one who has been a member longest.
update care_team_member set is_pcp = false, version = version + 1 where is_pcp and status <> 'accepted';

with listed as (
  select m.care_team_member_id as id, row_number() over (partition by m.patient_id
    order by coalesce(h.user_id = m.user_id, false) desc, m.status_changed_at, m.care_team_member_id) as place
  from care_team_member m join patient p using (patient_id)
    left join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
  where m.is_pcp)
update care_team_member m set is_pcp = false, version = m.version + 1
from listed where listed.id = m.care_team_member_id and listed.place > 1;

-- What an undone merge writes back.
update patient_merge_row set before = before || '{"is_pcp": false}'
where table_name = 'care_team_member' and before ->> 'is_pcp' = 'true' and before ->> 'status' <> 'accepted';

-- An exclusion constraint, because a unique index over part of a table is checked row by row: an import that changes the PCP
-- from one member to another in one statement would fail.
alter table care_team_member
  add constraint care_team_member_one_pcp exclude using btree (patient_id with =) where (is_pcp) deferrable,
  add constraint care_team_member_pcp_is_member check (not is_pcp or status = 'accepted');

-- As before, but locks the patient, so that a new member does not become the PCP while another one does.
create or replace function care_team_member_pcp() returns trigger language plpgsql as $$
begin
  perform from patient p join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
    where p.patient_id = new.patient_id and h.user_id = new.user_id for no key update of p;
  new.is_pcp := found and not exists (select from care_team_member m where m.patient_id = new.patient_id and m.is_pcp
    and m.user_id <> new.user_id);
  return new;
end $$;
