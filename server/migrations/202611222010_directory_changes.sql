-- Who changed an address or an organization last: told to whoever saves an older version.
alter table healthcare_provider_address_info
  add column changed_by_user_id bigint references user_account,
  add column changed_at timestamptz;
alter table healthcare_organization
  add column changed_by_user_id bigint references user_account,
  add column changed_at timestamptz;

-- Add/Find Address looks for places by phone and fax number.
create index healthcare_provider_address_info_phone on healthcare_provider_address_info (office_phone);
create index healthcare_provider_address_info_fax on healthcare_provider_address_info (fax_number);
create index healthcare_organization_address_info_phone on healthcare_organization_address_info (office_phone);
create index healthcare_organization_address_info_fax on healthcare_organization_address_info (fax_number);
