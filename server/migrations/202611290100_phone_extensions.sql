-- An extension is stored as x12. Columns that only forms have written: digits after a US number are its extension there.
update user_account set office_phone = regexp_replace(office_phone, '^(1?[2-9]\d{9})(\d{1,5})$', '\1x\2'),
  home_phone = regexp_replace(home_phone, '^(1?[2-9]\d{9})(\d{1,5})$', '\1x\2')
where office_phone ~ '^1?[2-9]\d{10,14}$' or home_phone ~ '^1?[2-9]\d{10,14}$';
update healthcare_provider set home_phone = regexp_replace(home_phone, '^(1?[2-9]\d{9})(\d{1,5})$', '\1x\2')
where home_phone ~ '^1?[2-9]\d{10,14}$';
update patient_guarantor set home_phone = regexp_replace(home_phone, '^(1?[2-9]\d{9})(\d{1,5})$', '\1x\2')
where home_phone ~ '^1?[2-9]\d{10,14}$';
update facility set phone = regexp_replace(phone, '^(1?[2-9]\d{9})(\d{1,5})$', '\1x\2')
where phone ~ '^1?[2-9]\d{10,14}$';

-- A phone number as it is compared: without the country's 1 and an extension, also that of a number of another country.
create or replace function phone_key(value text) returns text
  language sql immutable strict parallel safe
  return case when value like '+%' then split_part(value, 'x', 1)
    else left(regexp_replace(split_part(value, 'x', 1), '^1(?=[2-9])', ''), 10) end;
reindex index patient_phones;

-- Add/Find Address compares phone and fax numbers like that, too.
drop index healthcare_provider_address_info_phone, healthcare_provider_address_info_fax,
  healthcare_organization_address_info_phone, healthcare_organization_address_info_fax;
create index healthcare_provider_address_info_phone on healthcare_provider_address_info (phone_key(office_phone));
create index healthcare_provider_address_info_fax on healthcare_provider_address_info (phone_key(fax_number));
create index healthcare_organization_address_info_phone on healthcare_organization_address_info (phone_key(office_phone));
create index healthcare_organization_address_info_fax on healthcare_organization_address_info (phone_key(fax_number));
