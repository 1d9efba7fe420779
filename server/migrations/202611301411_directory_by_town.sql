-- The directory is browsed by town and specialty in the order of names (decision 085). A page is one index range for each
-- combination of filters, so that it costs the same with a hundred providers as with a million.

-- A town as it is compared: "worcester, ma". Null if city or state is not known.
create function town_key(city text, state text) returns text language sql immutable parallel safe
return name_key(btrim(regexp_replace(city, '\s+', ' ', 'g')) || ', ' || btrim(state));

-- Copied onto the link by triggers, as specialty and position are.
alter table healthcare_provider_address_info
  add column search_town text collate "C",
  add column search_name text collate "C",
  add column search_has_user boolean not null default false;
alter table healthcare_organization_address_info
  add column search_town text collate "C",
  add column search_name text collate "C";

create or replace function copy_search_position() returns trigger language plpgsql as $$
begin
  select a.latitude, a.longitude, town_key(a.city, a.state)
  into new.search_latitude, new.search_longitude, new.search_town
  from address a where a.address_id = new.address_id;
  select p.healthcare_provider_specialty_id, p.last_first, p.user_id is not null
  into new.search_specialty_id, new.search_name, new.search_has_user
  from healthcare_provider p where p.healthcare_provider_id = new.healthcare_provider_id;
  return new;
end $$;

create function copy_organization_town() returns trigger language plpgsql as $$
begin
  select town_key(a.city, a.state) into new.search_town from address a where a.address_id = new.address_id;
  select search_key(o.name) into new.search_name
  from healthcare_organization o where o.healthcare_organization_id = new.healthcare_organization_id;
  return new;
end $$;
create trigger copy_organization_town before insert or update of address_id, healthcare_organization_id
  on healthcare_organization_address_info for each row execute function copy_organization_town();

create function address_town_changed() returns trigger language plpgsql as $$
begin
  update healthcare_provider_address_info set search_town = town_key(new.city, new.state) where address_id = new.address_id;
  update healthcare_organization_address_info set search_town = town_key(new.city, new.state)
  where address_id = new.address_id;
  return null;
end $$;
create trigger address_town_changed after update of city, state on address for each row
  when (old.city is distinct from new.city or old.state is distinct from new.state)
  execute function address_town_changed();

create function provider_name_changed() returns trigger language plpgsql as $$
begin
  update healthcare_provider_address_info set search_name = new.last_first, search_has_user = new.user_id is not null
  where healthcare_provider_id = new.healthcare_provider_id;
  return null;
end $$;
create trigger provider_name_changed after update of first_name, last_name, user_id on healthcare_provider for each row
  when (old.last_first is distinct from new.last_first or (old.user_id is null) <> (new.user_id is null))
  execute function provider_name_changed();

create function organization_name_changed() returns trigger language plpgsql as $$
begin
  update healthcare_organization_address_info set search_name = search_key(new.name)
  where healthcare_organization_id = new.healthcare_organization_id;
  return null;
end $$;
create trigger organization_name_changed after update of name on healthcare_organization for each row
  when (old.name is distinct from new.name) execute function organization_name_changed();

update healthcare_provider_address_info l
set search_town = town_key(a.city, a.state), search_name = p.last_first, search_has_user = p.user_id is not null
from address a, healthcare_provider p
where a.address_id = l.address_id and p.healthcare_provider_id = l.healthcare_provider_id;
update healthcare_organization_address_info l
set search_town = town_key(a.city, a.state), search_name = search_key(o.name)
from address a, healthcare_organization o
where a.address_id = l.address_id and o.healthcare_organization_id = l.healthcare_organization_id;

-- Letters go to a mailing address, patients do not.
create index healthcare_provider_address_info_town
  on healthcare_provider_address_info (search_town, search_name, healthcare_provider_id)
  where not is_archived and not is_mailing;
create index healthcare_provider_address_info_town_specialty
  on healthcare_provider_address_info (search_town, search_specialty_id, search_name, healthcare_provider_id)
  where not is_archived and not is_mailing;
create index healthcare_provider_address_info_town_users
  on healthcare_provider_address_info (search_town, search_name, healthcare_provider_id)
  where not is_archived and not is_mailing and search_has_user;
create index healthcare_organization_address_info_town
  on healthcare_organization_address_info (search_town, search_name, healthcare_organization_id) where not is_archived;

-- Few of the directory's providers are users; without these indexes a page of them would read most of the others.
create index healthcare_provider_users on healthcare_provider (last_first) where user_id is not null;
create index healthcare_provider_users_specialty on healthcare_provider (healthcare_provider_specialty_id, last_first)
  where user_id is not null;
