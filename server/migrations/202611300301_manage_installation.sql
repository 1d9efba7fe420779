-- Rows that belong to no client need the permission ManageInstallation. Lists of options that all clients share may have
-- entries of one client besides: `client_id` names it; without one, the entry is for all clients.

alter table healthcare_provider_specialty add client_id bigint references client;
alter table healthcare_provider_specialty drop constraint healthcare_provider_specialty_name_key;
alter table healthcare_provider_specialty add constraint healthcare_provider_specialty_name_key
  unique nulls not distinct (name, client_id);

alter table health_condition add client_id bigint references client;
alter table health_condition drop constraint health_condition_name_key;
alter table health_condition add constraint health_condition_name_key unique nulls not distinct (name, client_id);

alter table insurance_carrier add client_id bigint references client;
drop index insurance_carrier_name;
create unique index insurance_carrier_name on insurance_carrier (lower(name), client_id) nulls not distinct;

alter table insurance_plan add client_id bigint references client;
drop index insurance_plan_name;
create unique index insurance_plan_name on insurance_plan (insurance_carrier_id, lower(name), client_id) nulls not distinct;

-- The first administrator gets the permission.
insert into user_permission (user_id, permission)
select u.user_id, 'ManageInstallation' from user_account u
where u.is_active and not u.is_stub and not exists (
    select from unnest(array['ManageUsers', 'ManageSite']) needed where not exists (
      select from user_permission p where p.user_id = u.user_id and p.permission = needed))
order by u.user_id limit 1;
