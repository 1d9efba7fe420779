-- Answers of consultations in the reports (docs/domain/reports.md).
create table report_consultation (
  consultation_id bigint primary key,
  client_id bigint not null,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  healthcare_provider_id bigint,
  status text not null,
  sent_at timestamptz not null,
  -- The first answer, an acknowledgment included, and the one that settled it.
  answered_at timestamptz,
  decided_at timestamptz
);
create index report_consultation_sent on report_consultation (client_id, sent_at);

-- For the refresh: what changed lately.
create index consultation_event_occurred on consultation_event using brin (occurred_at);

-- The next refresh looks at everything again.
delete from report_refresh;
