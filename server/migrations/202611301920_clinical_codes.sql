-- Codes of RxNorm, SNOMED CT and LOINC, loaded from their distributed tables where somebody has the license. Offered
-- while a statement is entered by hand; codes that a later release no longer has are kept and not offered.
create table clinical_code (
  code_system text not null check (code_system in ('rxnorm', 'snomed', 'loinc')),
  code text not null check (length(code) between 1 and 30),
  description text not null check (length(description) between 1 and 4000),
  -- What it can be the name of.
  subjects text[] not null check (subjects <@ array['medication', 'allergy', 'problem', 'result'] and subjects <> '{}'),
  is_retired boolean not null default false,
  -- Also the words as typed, as for diagnoses.
  words tsvector not null
    generated always as (to_tsvector('english', description) || to_tsvector('simple', description)) stored,
  primary key (code_system, code)
);
create index clinical_code_words on clinical_code using gin (words) where not is_retired;
create index clinical_code_prefix on clinical_code (code text_pattern_ops) where not is_retired;
