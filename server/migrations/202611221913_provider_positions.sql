-- The provider search finds by specialty and position in one index, so a provider's link to an address carries a copy of both,
-- kept by triggers.
drop index address_position;
alter table healthcare_provider_address_info
  add column search_specialty_id bigint,
  add column search_latitude double precision,
  add column search_longitude double precision;

update healthcare_provider_address_info l
set search_specialty_id = p.healthcare_provider_specialty_id, search_latitude = a.latitude, search_longitude = a.longitude
from address a, healthcare_provider p
where a.address_id = l.address_id and p.healthcare_provider_id = l.healthcare_provider_id;

create function copy_search_position() returns trigger language plpgsql as $$
begin
  select a.latitude, a.longitude into new.search_latitude, new.search_longitude from address a where a.address_id = new.address_id;
  select p.healthcare_provider_specialty_id into new.search_specialty_id
  from healthcare_provider p where p.healthcare_provider_id = new.healthcare_provider_id;
  return new;
end $$;
create trigger copy_search_position before insert or update of address_id, healthcare_provider_id on healthcare_provider_address_info
  for each row execute function copy_search_position();

create function address_moved() returns trigger language plpgsql as $$
begin
  update healthcare_provider_address_info set search_latitude = new.latitude, search_longitude = new.longitude
  where address_id = new.address_id;
  return null;
end $$;
create trigger address_moved after update of latitude, longitude on address
  for each row when ((old.latitude, old.longitude) is distinct from (new.latitude, new.longitude))
  execute function address_moved();

create function provider_specialty_changed() returns trigger language plpgsql as $$
begin
  update healthcare_provider_address_info set search_specialty_id = new.healthcare_provider_specialty_id
  where healthcare_provider_id = new.healthcare_provider_id;
  return null;
end $$;
create trigger provider_specialty_changed after update of healthcare_provider_specialty_id on healthcare_provider
  for each row when (old.healthcare_provider_specialty_id is distinct from new.healthcare_provider_specialty_id)
  execute function provider_specialty_changed();

create index healthcare_provider_address_info_specialty
  on healthcare_provider_address_info (search_specialty_id, search_latitude, search_longitude) where not is_archived;
create index healthcare_provider_address_info_position
  on healthcare_provider_address_info using gist (point(search_longitude, search_latitude)) where not is_archived;
