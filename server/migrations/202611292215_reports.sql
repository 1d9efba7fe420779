-- What reports are computed from: a narrow row for each referral, consultation, queue item and piece of work, which a job
-- refreshes (docs/domain/reports.md). Moments instead of days, because days differ between time zones.

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
  -- Null if the client has no affiliations, and for a referral to a specialty.
  is_in_network boolean,
  sent_at timestamptz not null,
  answered_at timestamptz,
  appointment_at timestamptz,
  closed_at timestamptz,
  due_at timestamptz not null
);
create index report_referral_sent on report_referral (client_id, sent_at);

create table report_consultation (
  consultation_id bigint primary key,
  client_id bigint not null,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  healthcare_provider_id bigint,
  status text not null,
  sent_at timestamptz not null,
  -- The first answer, including an acknowledgment, and the final one.
  answered_at timestamptz,
  decided_at timestamptz
);
create index report_consultation_sent on report_consultation (client_id, sent_at);

create table report_queue_item (
  work_queue_encounter_id bigint primary key,
  work_queue_id bigint not null,
  client_id bigint not null,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  entered_at timestamptz not null,
  completed_at timestamptz
);
create index report_queue_item_entered on report_queue_item (client_id, entered_at);
create index report_queue_item_completed on report_queue_item (client_id, completed_at) where completed_at is not null;
create index report_queue_item_open on report_queue_item (client_id, work_queue_id, entered_at) where completed_at is null;

-- An item counts for the queue it has moved to, and waits again, from the same moment, when it is reopened.
create function report_item_changed() returns trigger language plpgsql as $$
begin
  update report_queue_item set work_queue_id = new.work_queue_id, completed_at = new.completed_at
    where work_queue_encounter_id = new.work_queue_encounter_id;
  return null;
end $$;
create trigger report_item_changed after update of status, work_queue_id on work_queue_encounter
  for each row when (old.status = 'completed' and new.status = 'open' or old.work_queue_id <> new.work_queue_id)
  execute function report_item_changed();

-- One row for each referral answered, item or task completed and message answered, with the user who did it.
create table report_work (
  kind text not null check (kind in ('referral_answered', 'item_completed', 'task_completed', 'message_answered')),
  subject_id bigint not null,
  sequence bigint not null default 0,
  client_id bigint not null,
  facility_id bigint,
  user_id bigint not null,
  done_at timestamptz not null,
  -- How long the answer took.
  seconds double precision,
  primary key (kind, subject_id, sequence)
);
create index report_work_done on report_work (client_id, done_at);

-- The last refresh; the next one reads what changed since. Without a row it reads everything.
create table report_refresh (
  is_only boolean primary key default true check (is_only),
  refreshed_at timestamptz not null
);
