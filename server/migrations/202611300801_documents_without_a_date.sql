-- A document whose date cannot be read is kept without one: it is on the chart, above those with a date.
alter table patient_document alter column date_provided drop not null;
