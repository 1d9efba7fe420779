-- The version that the change gave to the row it is about. If the row has another version by now, somebody or something else
-- changed it later, such as an import. Null for changes recorded before this column existed.
alter table patient_change add column row_version integer;
