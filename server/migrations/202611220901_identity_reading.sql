-- What records tell besides, and names that are found however their apostrophe is typed.
alter table patient
  add column name_prefix text,
  add column name_suffix text,
  -- The primary care provider that the source names, who need not be on the care team.
  add column pcp_healthcare_provider_id bigint references healthcare_provider,
  add column pcp_name text,
  add column next_of_kin_name text,
  add column next_of_kin_relationship text,
  add column next_of_kin_phone text;
-- Where the onset is told as an age or in words.
alter table patient_condition add column onset_text text;
-- Another document has taken its place.
alter table patient_document add column is_superseded boolean;

-- The editions of ICD-10-CM that were loaded; a code that a later one no longer has is kept for old records and not offered.
create table diagnosis_edition (
  year integer primary key,
  loaded_at timestamptz not null default now()
);
alter table diagnosis_code add column is_retired boolean not null default false;

-- "O’Brien", "O'Brien" and "obrien" are one name.
create function name_key(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(search_key(value), '[''’‘ʼ`´]', '', 'g');

drop trigger patient_renamed on patient;
alter table patient drop column last_first, drop column first_last;
alter table patient
  add column last_first text collate "C" not null generated always as (name_key(last_name || ', ' || first_name)) stored,
  add column first_last text collate "C" not null generated always as (name_key(first_name || ' ' || last_name)) stored;
create index patient_last_first on patient (client_id, last_first, patient_id);
create index patient_first_last on patient (client_id, first_last, patient_id);
create trigger patient_renamed after update of first_name, last_name on patient
  for each row when (old.last_first is distinct from new.last_first) execute function patient_renamed();
update care_team_member m set patient_last_first = p.last_first, patient_first_last = p.first_last
from patient p where p.patient_id = m.patient_id and p.last_first <> m.patient_last_first;

alter table healthcare_provider drop column last_first, drop column first_last;
alter table healthcare_provider
  add column last_first text collate "C" not null generated always as (name_key(last_name || ', ' || first_name)) stored,
  add column first_last text collate "C" not null generated always as (name_key(first_name || ' ' || last_name)) stored;
create index healthcare_provider_last_first on healthcare_provider (last_first);
create index healthcare_provider_first_last on healthcare_provider (first_last);
create index healthcare_provider_specialty_name on healthcare_provider (healthcare_provider_specialty_id, last_first);

-- Users are found by "brien" as before, and by "obrien" too.
create or replace function words_of_user(last_name text, first_name text)
  returns table (word text, begins_last_name boolean)
  language sql immutable parallel safe
  as $$ select w.word, bool_or(w.is_first) from (
      select word, place = 1 as is_first from unnest(name_words(last_name)) with ordinality as l(word, place)
      union all
      select word, place = 1 from unnest(name_words(name_key(last_name))) with ordinality as j(word, place)
      union all
      select word, false from unnest(name_words(first_name) || name_words(name_key(first_name))) as f(word)) as w
    group by w.word $$;
insert into user_name_word (word, user_id, begins_last_name)
select w.word, u.user_id, w.begins_last_name from user_account u cross join lateral words_of_user(u.last_name, u.first_name) w
on conflict do nothing;
