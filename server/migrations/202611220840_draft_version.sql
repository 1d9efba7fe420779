-- Each save gives a draft a new version: a save that saw only an older one does not overwrite it.
alter table message_draft add column version uuid not null default gen_random_uuid(), drop column writer, drop column step;
