-- Two people of one name and with different birth dates are a pair only with something else in common, which has keys of its
-- own. So by name alone only records without a birth date are looked up: in a million patients thousands share a name.
create index patient_match_undated on patient using gin (match_keys) with (fastupdate = off) where date_of_birth is null;

-- That of the keys of `patient_match_keys` which stands for the whole name.
create function patient_name_match_key(client bigint, last_name text, first_name text) returns integer
language sql immutable parallel safe as $$
  select hashtext(client || ' n ' || string_agg(word, ' ' order by word))
  from unnest(regexp_split_to_array(trim(name_key(coalesce(last_name, ''))), '[\s-]+')
    || regexp_split_to_array(trim(name_key(coalesce(first_name, ''))), '[\s-]+')) as word
  where word <> ''
$$;
