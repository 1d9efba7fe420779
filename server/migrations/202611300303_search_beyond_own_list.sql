-- searchBeyondOwnList: 0 limits the patient search of users without ViewAllPatients to their own list.
alter table client_setting drop constraint client_setting_name_check;
alter table client_setting add constraint client_setting_name_check check (name in
  ('passwordMinimumLength', 'passwordExpirationDays', 'daysUntilInactive', 'urgentMessageMinutes', 'timeZone',
   'searchBeyondOwnList'));
alter table client_setting drop constraint client_setting_value;
alter table client_setting add constraint client_setting_value check (
  case name when 'searchBeyondOwnList' then value in (0, 1)
    when 'passwordMinimumLength' then value between 12 and 64
    else value between 1 and 3650 end);
