-- The time zone in which the times of an encounter were stated: an IANA name, or an offset such as -08:00; null if it is not known.
alter table patient_encounter add column time_zone text;
