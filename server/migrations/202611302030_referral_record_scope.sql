-- What accepting a referral opens: the whole record, because the receiver joins the care team, or only what was sent.
-- Referrals that were sent before opened the whole record.
alter table referral add column record_scope text not null default 'whole' check (record_scope in ('whole', 'attached'));
-- referralsOutsideOpenRecord: 1 opens the whole record to receivers of other clients, too, unless the sender says otherwise.
alter table client_setting drop constraint client_setting_name_check;
alter table client_setting add constraint client_setting_name_check check (name in
  ('passwordMinimumLength', 'passwordExpirationDays', 'daysUntilInactive', 'urgentMessageMinutes', 'timeZone',
   'searchBeyondOwnList', 'referralsOutsideOpenRecord'));
alter table client_setting drop constraint client_setting_value;
alter table client_setting add constraint client_setting_value check (
  case when name in ('searchBeyondOwnList', 'referralsOutsideOpenRecord') then value in (0, 1)
    when name = 'passwordMinimumLength' then value between 12 and 64
    else value between 1 and 3650 end);
