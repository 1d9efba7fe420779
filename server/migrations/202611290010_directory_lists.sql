-- Tags, affiliations, carriers and plans are edited in the product, like specialties: each row says in which version it
-- is and who changed it last. A plan is archived by is_disabled.
alter table healthcare_provider_tag
  add column is_archived boolean not null default false,
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz,
  add constraint healthcare_provider_tag_name_length check (length(tag_name) between 1 and 60),
  drop constraint healthcare_provider_tag_client_id_tag_name_key;

alter table affiliation_tier
  add column is_archived boolean not null default false,
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz,
  add constraint affiliation_tier_name_length check (length(name) between 1 and 60),
  add constraint affiliation_tier_warning_length check (length(warning_message) between 1 and 250),
  add constraint affiliation_tier_position_range check (position between 0 and 999),
  drop constraint affiliation_tier_client_id_name_key;

alter table insurance_carrier
  add column is_archived boolean not null default false,
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz,
  add constraint insurance_carrier_name_length check (length(name) between 1 and 100),
  drop constraint insurance_carrier_name_key;

alter table insurance_plan
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz,
  add constraint insurance_plan_name_length check (length(name) between 1 and 100),
  drop constraint insurance_plan_insurance_carrier_id_name_key;

-- Names that differ only in upper and lower case are the same name. Archived entries keep theirs.
create unique index healthcare_provider_tag_name on healthcare_provider_tag (client_id, lower(tag_name));
create unique index affiliation_tier_name on affiliation_tier (client_id, lower(name));
create unique index insurance_carrier_name on insurance_carrier (lower(name));
create unique index insurance_plan_name on insurance_plan (insurance_carrier_id, lower(name));
