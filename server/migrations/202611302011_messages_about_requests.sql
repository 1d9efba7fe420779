-- The referral or consultation that a message is about.
alter table message
  add column referral_id bigint references referral (referral_id) on delete set null,
  add column consultation_id bigint references consultation (consultation_id) on delete set null,
  add constraint message_about_one check (referral_id is null or consultation_id is null);
create index message_referral on message (referral_id) where referral_id is not null;
create index message_consultation on message (consultation_id) where consultation_id is not null;
