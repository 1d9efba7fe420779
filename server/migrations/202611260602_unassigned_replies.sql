-- Text replies of which nobody can be sure whom they are about: whose client they concern, and what became of them.
alter table sms_reply
  add column client_id bigint references client,
  add column settled_at timestamptz,
  add column settled_by_user_id bigint references user_account;
create index sms_reply_unassigned on sms_reply (client_id, sms_reply_id desc)
  where patient_id is null and settled_at is null;
