-- Whether a member was the primary care provider when they were set inactive, so that setting them active returns the role.
alter table care_team_member add column was_pcp boolean not null default false;
