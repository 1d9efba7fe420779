-- Who changed a provider last, for whoever saves from an older version.
alter table healthcare_provider
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz,
  -- When the national registry switched the NPI off: the provider stays on what names them and is offered nowhere.
  add column npi_deactivated_on date;

-- Letters go there, patients do not: such an address is offered in no search.
alter table healthcare_provider_address_info add column is_mailing boolean not null default false;
