-- A sign-in that is under way remembers whether its second factor was shown: one that is asked for meanwhile is not skipped.
alter table sign_in_challenge add column second_factor_passed boolean not null default false;

-- When an administrator switched the account on: days without a sign-in count from there.
alter table user_account add column activated_at timestamptz;
