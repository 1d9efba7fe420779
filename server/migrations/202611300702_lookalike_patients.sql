-- Finds patients who may be the same person without a common number (docs/domain/person-matching.md): two records that share
-- one of these keys are compared. The keys allow for one typing slip in the birth date (its other parts stay), for slips that
-- keep the sound of one name, for swapped names, and for a missing birth date (equal names, or a household). They contain the
-- client, so that one index serves all clients.
create function patient_match_keys(
  client bigint, last_name text, first_name text, born date, phones text[], address1 text, zipcode text, ssn text)
  returns integer[] language plpgsql immutable parallel safe as $$
declare
  words text[] := regexp_split_to_array(trim(name_key(coalesce(last_name, '') || ' ' || coalesce(first_name, ''))), '[\s-]+');
  sounds text[];
  sound text;
  phone text;
  place text := left(zipcode, 5) || ' ' || substring(address1 from '^\s*(\d+)');
  ending text := case when ssn ~ '\d{4}$' then right(ssn, 4) end;
  y text := extract(year from born)::text;
  m text := extract(month from born)::text;
  d text := extract(day from born)::text;
  keys text[];
begin
  keys := array['n ' || (select string_agg(word, ' ' order by word) from unnest(words) as word)];
  -- The first word of each name: further ones are often left out.
  select array_agg(distinct coalesce(nullif(dmetaphone(word), ''), word)) into sounds
  from (select split_part(regexp_replace(name_key(name), '-', ' ', 'g'), ' ', 1) as word
    from unnest(array[last_name, first_name]) as name) as named where word <> '';
  foreach sound in array coalesce(sounds, '{}') loop
    if born is not null then
      keys := keys || array['ym ' || sound || ' ' || y || ' ' || m, 'yd ' || sound || ' ' || y || ' ' || d,
        'md ' || sound || ' ' || m || ' ' || d, 'ex ' || sound || ' ' || y || ' ' || least(m, d) || ' ' || greatest(m, d)];
    end if;
    foreach phone in array coalesce(phones, '{}') loop
      keys := keys || ('p ' || sound || ' ' || phone);
    end loop;
    keys := keys || ('a ' || sound || ' ' || place) || ('s ' || sound || ' ' || ending);
  end loop;
  keys := keys || ('sb ' || ending || ' ' || y || ' ' || m || ' ' || d);
  return (select coalesce(array_agg(distinct hashtext(client || ' ' || key)), '{}') from unnest(keys) as key where key is not null);
end $$;

alter table patient add column match_keys integer[] not null generated always as (patient_match_keys(client_id, last_name,
  first_name, date_of_birth, phone_keys(home_phone, cell_phone, office_phone, alternate_phone), address1, zipcode, ssn)) stored;
-- Without the list of pending entries, which every lookup would read.
create index patient_match on patient using gin (match_keys) with (fastupdate = off);

alter table patient_duplicate drop constraint patient_duplicate_reason_check,
  add constraint patient_duplicate_reason_check
    check (reason in ('record_id', 'mrn', 'ssn', 'replaced_by', 'name', 'alike'));
