-- A search for a diagnosis also finds words as they stand, so that half a word ("hypertensi") and words that English searches
-- leave out ("as", of "asthma") are found while they are typed.
alter table diagnosis_code drop column words;
alter table diagnosis_code add column words tsvector not null
  generated always as (to_tsvector('english', description) || to_tsvector('simple', description)) stored;
create index diagnosis_code_words on diagnosis_code using gin (words);
