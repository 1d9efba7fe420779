-- All reports are narrowed to a facility and a specialty (docs/domain/reports.md).
alter table report_queue_item add healthcare_provider_specialty_id bigint;
alter table report_work add facility_id bigint;

-- The next refresh looks at everything again.
delete from report_refresh;
