-- What reports are computed over: a narrow row for each referral, queue item and piece of work, read-only but for the job that
-- refreshes them (docs/domain/reports.md). Moments, not days, so that every time zone has its own days.

create table report_referral (
  referral_id bigint primary key,
  client_id bigint not null,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  healthcare_provider_id bigint,
  urgency_days integer not null,
  status text not null,
  decline_reason text,
  not_preferred_reason text,
  -- Null where the client has no affiliations to tell by, and for a referral to a specialty.
  is_in_network boolean,
  sent_at timestamptz not null,
  answered_at timestamptz,
  appointment_at timestamptz,
  closed_at timestamptz,
  due_at timestamptz not null
);
create index report_referral_sent on report_referral (client_id, sent_at);

create table report_queue_item (
  work_queue_encounter_id bigint primary key,
  work_queue_id bigint not null,
  client_id bigint not null,
  facility_id bigint,
  entered_at timestamptz not null,
  completed_at timestamptz
);
create index report_queue_item_entered on report_queue_item (client_id, entered_at);
create index report_queue_item_completed on report_queue_item (client_id, completed_at) where completed_at is not null;
create index report_queue_item_open on report_queue_item (client_id, work_queue_id, entered_at) where completed_at is null;

-- One row for each referral answered, item or task completed and message answered, by who did it.
create table report_work (
  kind text not null check (kind in ('referral_answered', 'item_completed', 'task_completed', 'message_answered')),
  subject_id bigint not null,
  sequence bigint not null default 0,
  client_id bigint not null,
  user_id bigint not null,
  done_at timestamptz not null,
  -- How long the answer took.
  seconds double precision,
  primary key (kind, subject_id, sequence)
);
create index report_work_done on report_work (client_id, done_at);

-- When the rows above were brought up to date, and from when on changes are still to be looked at.
create table report_refresh (
  is_only boolean primary key default true check (is_only),
  refreshed_at timestamptz not null
);

-- For the refresh: what changed lately.
create index referral_event_occurred on referral_event using brin (occurred_at);
create index work_queue_encounter_created on work_queue_encounter using brin (created_at);
create index work_queue_encounter_completed on work_queue_encounter (completed_at) where completed_at is not null;
create index message_date_sent on message using brin (date_sent);
