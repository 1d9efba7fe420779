-- The list of referrals is narrowed by the specialty a referral goes to: the one it asks for, or its provider's. A copy of that
-- stands in the row, kept by triggers.
alter table referral add column search_specialty_id bigint;

update referral r set search_specialty_id = coalesce(r.healthcare_provider_specialty_id,
  (select p.healthcare_provider_specialty_id from healthcare_provider p where p.healthcare_provider_id = r.healthcare_provider_id));

create function copy_referral_specialty() returns trigger language plpgsql as $$
begin
  new.search_specialty_id := coalesce(new.healthcare_provider_specialty_id,
    (select p.healthcare_provider_specialty_id from healthcare_provider p where p.healthcare_provider_id = new.healthcare_provider_id));
  return new;
end $$;
create trigger copy_referral_specialty before insert or update of healthcare_provider_id, healthcare_provider_specialty_id on referral
  for each row execute function copy_referral_specialty();

create or replace function provider_specialty_changed() returns trigger language plpgsql as $$
begin
  update healthcare_provider_address_info set search_specialty_id = new.healthcare_provider_specialty_id
  where healthcare_provider_id = new.healthcare_provider_id;
  update referral set search_specialty_id = new.healthcare_provider_specialty_id
  where healthcare_provider_id = new.healthcare_provider_id and healthcare_provider_specialty_id is null;
  return null;
end $$;

create index referral_client_specialty on referral (client_id, search_specialty_id, date_created desc, referral_id desc)
  where search_specialty_id is not null;
