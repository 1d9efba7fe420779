-- How exact the dates of a problem are, as of the other statements of the record: a year or a month alone is stored as its first
-- day. Of problems on file it is not known; the next copy of an imported one states it.
alter table patient_condition
  add column onset_precision text not null default 'day' check (onset_precision in ('year', 'month', 'day')),
  add column abatement_precision text not null default 'day' check (abatement_precision in ('year', 'month', 'day'));
-- A date that was edited keeps how exact it is, too, when its sender sends the row again.
update patient_condition set edited_columns = edited_columns || array['onset_precision'] where 'onset_date' = any(edited_columns);
update patient_condition set edited_columns = edited_columns || array['abatement_precision']
where 'abatement_date' = any(edited_columns);
update patient_allergy set edited_columns = edited_columns || array['onset_precision']
where 'onset_date' = any(edited_columns) and not 'onset_precision' = any(edited_columns);
update patient_medication set edited_columns = edited_columns || array['start_precision']
where 'start_date' = any(edited_columns) and not 'start_precision' = any(edited_columns);
update patient_medication set edited_columns = edited_columns || array['end_precision']
where 'end_date' = any(edited_columns) and not 'end_precision' = any(edited_columns);
