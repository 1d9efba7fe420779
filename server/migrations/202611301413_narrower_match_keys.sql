-- Narrows the keys by which patients who may be the same person are found (202611300702_lookalike_patients.sql): of a million
-- patients, forty thousand have a first name that sounds like John, and hundreds of them share a month or a day with anybody.
-- The sound of the first name now counts together with the first or the last letter of a word of the last name; a typing slip
-- changes one of the two letters at most. The sound of the last name counts alone, because first names have short forms.
create or replace function patient_match_keys(
  client bigint, last_name text, first_name text, born date, phones text[], address1 text, zipcode text, ssn text)
  returns integer[] language plpgsql immutable parallel safe as $$
declare
  last_words text[] := regexp_split_to_array(trim(name_key(coalesce(last_name, ''))), '[\s-]+');
  first_words text[] := regexp_split_to_array(trim(name_key(coalesce(first_name, ''))), '[\s-]+');
  -- Of a name in one piece, the last word is also read as the last name.
  is_whole boolean := cardinality(array_remove(first_words || last_words, '')) > 1 and (first_words = '{""}' or last_words = '{""}');
  whole text[] := case when is_whole then array_remove(last_words || first_words, '') end;
  first_word text := coalesce(whole[1], first_words[1]);
  family text[] := coalesce(whole[2:], last_words);
  -- The first word of each name: further ones are often left out.
  last_sound text := case when last_words[1] <> '' then coalesce(nullif(dmetaphone(last_words[1]), ''), last_words[1]) end;
  first_sound text := case when first_word <> '' then coalesce(nullif(dmetaphone(first_word), ''), first_word) end;
  sounds text[];
  named text[];
  dates text[];
  place text := left(zipcode, 5) || ' ' || substring(address1 from '^\s*(\d+)');
  ending text := case when ssn ~ '\d{4}$' then right(ssn, 4) end;
  y text := extract(year from born)::text;
  m text := extract(month from born)::text;
  d text := extract(day from born)::text;
begin
  if is_whole then
    last_sound := coalesce(nullif(dmetaphone(family[cardinality(family)]), ''), family[cardinality(family)]);
  end if;
  sounds := array_remove(array[last_sound, first_sound], null);
  -- The last letter joins the second of two names: such as "Lopez" and "Garcia Lopez".
  named := array['l ' || last_sound]
    || array(select kind || ' ' || first_sound || ' ' || letter
      from unnest(family) as word, lateral (values ('i', left(word, 1)), ('z', right(word, 1))) as part (kind, letter)
      where word <> '')
    -- Last and first name may be swapped.
    || array['i ' || last_sound || ' ' || left(first_word, 1)];
  dates := array['ym ' || y || ' ' || m, 'yd ' || y || ' ' || d, 'md ' || m || ' ' || d];
  return (
    select coalesce(array_agg(distinct hashtext(client || ' ' || key)), '{}') from (
      select 'n ' || string_agg(word, ' ' order by word) from unnest(last_words || first_words) as word where word <> ''
      union all select one || ' ' || at from unnest(named) as one, unnest(dates) as at
      union all select 'ex ' || sound || ' ' || y || ' ' || least(m, d) || ' ' || greatest(m, d) from unnest(sounds) as sound
      union all select 'p ' || sound || ' ' || phone from unnest(sounds) as sound, unnest(phones) as phone
      union all select 'a ' || sound || ' ' || place from unnest(sounds) as sound
      union all select 's ' || sound || ' ' || ending from unnest(sounds) as sound
      union all select 'sb ' || ending || ' ' || y || ' ' || m || ' ' || d) as keys (key)
    where key is not null);
end $$;

-- Computed again for everybody.
alter table patient drop column match_keys;
alter table patient add column match_keys integer[] not null generated always as (patient_match_keys(client_id, last_name,
  first_name, date_of_birth, phone_keys(home_phone, cell_phone, office_phone, alternate_phone), address1, zipcode, ssn)) stored;
create index patient_match on patient using gin (match_keys) with (fastupdate = off);
