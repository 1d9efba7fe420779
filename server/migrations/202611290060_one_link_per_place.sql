-- A provider or organization has each place once. Merging two places used to leave two links to the remaining one. Of several,
-- the first in the order of the lists is kept; the key of an archived one says that imports leave it alone.
with listed as (
  select healthcare_provider_address_info_id as id, row_number() over (partition by healthcare_provider_id, address_id
    order by is_mailing, healthcare_provider_address_info_id) as place_in_list
  from healthcare_provider_address_info where not is_archived)
update healthcare_provider_address_info l
set is_archived = true, version = version + 1, source_key = case when source_key is not null
  then 'edited-' || healthcare_provider_address_info_id || '|' || substring(source_key from '[^|]*$') end
from listed where listed.id = l.healthcare_provider_address_info_id and listed.place_in_list > 1;

with listed as (
  select healthcare_organization_address_info_id as id, row_number() over (partition by healthcare_organization_id, address_id
    order by source_key is null, healthcare_organization_address_info_id) as place_in_list
  from healthcare_organization_address_info where not is_archived)
update healthcare_organization_address_info l
set is_archived = true, version = version + 1, source_key = case when source_key is not null then 'edited' end
from listed where listed.id = l.healthcare_organization_address_info_id and listed.place_in_list > 1;

-- Exclusion constraints, because a unique index over part of a table is checked row by row: a bulk update that exchanges two
-- places would fail.
alter table healthcare_provider_address_info add constraint healthcare_provider_address_info_once
  exclude using btree (healthcare_provider_id with =, address_id with =) where (not is_archived) deferrable;
alter table healthcare_organization_address_info add constraint healthcare_organization_address_info_once
  exclude using btree (healthcare_organization_id with =, address_id with =) where (not is_archived) deferrable;
