-- What all other files build on: extensions, the rights of the application's role, and functions of search keys.
--
-- Conventions: bigint identities as keys, text with a CHECK for states, `version` on each row that people edit, and
-- `updated_by_user_id` with `updated_at` where a refused save names who saved before. Columns `source_...` belong to
-- imports: the sender's system and id of the record, a digest of what was last imported, when the sender last changed
-- it, and the values that imports wrote (a value that differs was edited in the product and is kept).

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- The running application reads and writes rows and cannot change the schema. The migrator creates the role; where it
-- may not, the product runs as the connecting user. Tables of the audit take some of these rights back.
do $$
begin
  if not exists (select from pg_roles where rolname = 'careloop_app') then
    return;
  end if;
  grant usage on schema public to careloop_app;
  grant select on schema_migration to careloop_app;
  alter default privileges in schema public grant select, insert, update, delete on tables to careloop_app;
  alter default privileges in schema public grant usage, select on sequences to careloop_app;
end $$;

-- For triggers on tables whose rows are only added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- ---------------------------------------------------------------- search keys

-- A text as searches compare it, without case and accents: "Leon" finds "León" and "Lukasz" finds "Łukasz". The letters
-- listed have no accent to remove, and keyboards write another letter for them; plainLetters of the contracts has the
-- same list.
create function search_key(value text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')), 'łøđðħŧıς', 'loddhtiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- A person's name as lists and searches compare it: "O’Brien", "O'Brien" and "obrien" are one name.
create function name_key(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(search_key(value), '[''’‘ʼ`´]', '', 'g');

-- "O'Brien-Ng" has three words. What a user types is split by the same rule.
create function name_words(value text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(search_key(value), '[\s,.''’`()/‐‑–—-]+'), '');

-- A phone number as it is compared: without the country's 1 and an extension. Numbers of other countries start with +.
create function phone_key(value text) returns text
  language sql immutable strict parallel safe
  return case when value like '+%' then split_part(value, 'x', 1)
    else left(regexp_replace(split_part(value, 'x', 1), '^1(?=[2-9])', ''), 10) end;

create function phone_keys(home text, cell text, office text, alternate text) returns text[]
  language sql immutable parallel safe
  return array_remove(array[phone_key(home), phone_key(cell), phone_key(office), phone_key(alternate)], null);
