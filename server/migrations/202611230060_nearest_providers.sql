-- The provider search reads the nearest addresses one by one, however many a city has: indexes on points of the unit sphere
-- hand them out in order, of everybody and of a specialty.
create extension if not exists cube;
create extension if not exists btree_gist;

create function on_sphere(latitude double precision, longitude double precision) returns cube language sql immutable strict parallel safe as $$
  select cube(array[
    cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))])
$$;

alter table healthcare_provider_address_info add column search_place cube;
update healthcare_provider_address_info set search_place = on_sphere(search_latitude, search_longitude) where search_latitude is not null;

create or replace function copy_search_position() returns trigger language plpgsql as $$
begin
  select a.latitude, a.longitude, on_sphere(a.latitude, a.longitude)
  into new.search_latitude, new.search_longitude, new.search_place
  from address a where a.address_id = new.address_id;
  select p.healthcare_provider_specialty_id into new.search_specialty_id
  from healthcare_provider p where p.healthcare_provider_id = new.healthcare_provider_id;
  return new;
end $$;

create or replace function address_moved() returns trigger language plpgsql as $$
begin
  update healthcare_provider_address_info
  set search_latitude = new.latitude, search_longitude = new.longitude, search_place = on_sphere(new.latitude, new.longitude)
  where address_id = new.address_id;
  return null;
end $$;

drop index healthcare_provider_address_info_position, healthcare_provider_address_info_specialty;
create index healthcare_provider_address_info_place on healthcare_provider_address_info using gist (search_place) where not is_archived;
create index healthcare_provider_address_info_specialty
  on healthcare_provider_address_info using gist (search_specialty_id, search_place) where not is_archived;
