-- Who saw a patient: the patients that an audit row showed in a list, a search or a file, besides the one it is about.
-- The row itself holds their ids in `details`, sealed by the chain; this is the index by patient and time (decision 065).
-- It has no rows of its own: a restore leaves it out of the backup and fills it from the audit again.

create table audit_patient (
  patient_id bigint not null,
  occurred_at timestamptz not null,
  audit_event_id bigint not null,
  primary key (patient_id, occurred_at, audit_event_id)
) partition by range (occurred_at);

create trigger audit_patient_append_only before update or delete on audit_patient for each row execute function refuse_change();
create trigger audit_patient_no_truncate before truncate on audit_patient for each statement execute function refuse_change();

-- Creates a month's partitions of both tables. Rows that are already in a default partition keep only their own month out.
create function ensure_audit_month(first_day date) returns void language plpgsql as $$
declare
  parent text;
begin
  foreach parent in array array['audit_event', 'audit_patient'] loop
    begin
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || '_' || to_char(first_day, 'YYYYMM'), parent, first_day, first_day + interval '1 month');
    exception when check_violation then
      raise warning 'rows of % of % stay in the default partition', parent, to_char(first_day, 'YYYY-MM');
    end;
  end loop;
end $$;
revoke execute on function ensure_audit_month(date) from public;

-- The application's role may insert audit rows and read both tables; what is in audit_patient follows from the audit rows.
create or replace function ensure_audit_partitions() returns void language plpgsql security definer set search_path = public as $$
declare
  partition text;
begin
  for month in 0..2 loop
    perform ensure_audit_month((date_trunc('month', now()) + make_interval(months => month))::date);
  end loop;
  if not exists (select from pg_roles where rolname = 'careloop_app') then
    return;
  end if;
  for partition in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_event'::regclass loop
    execute format('revoke update, delete, truncate on %s from careloop_app', partition);
  end loop;
  for partition in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_patient'::regclass loop
    execute format('revoke insert, update, delete, truncate on %s from careloop_app', partition);
  end loop;
end $$;

create table audit_patient_default partition of audit_patient default;
-- The months of rows that are already in the audit.
select ensure_audit_month(month::date)
from (select distinct date_trunc('month', occurred_at) as month from audit_event) as months;
select ensure_audit_partitions();

do $$
begin
  if exists (select from pg_roles where rolname = 'careloop_app') then
    revoke insert, update, delete, truncate on audit_patient from careloop_app;
  end if;
end $$;

-- The patients an audit row showed, except the one it is about.
create function patients_shown(details jsonb, patient_id bigint) returns table (shown_id bigint)
language sql immutable parallel safe as $$
  select distinct id::bigint
  from jsonb_array_elements_text(case jsonb_typeof(details -> 'patientIds') when 'array' then details -> 'patientIds' end) as id
  where id::bigint is distinct from patient_id
$$;

-- In the statement that inserts audit rows, whoever runs it, so that none can be forgotten.
create function index_audit_patients() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_patient (patient_id, occurred_at, audit_event_id)
  select s.shown_id, i.occurred_at, i.audit_event_id
  from inserted i, patients_shown(i.details, i.patient_id) as s
  where i.details ? 'patientIds'
  order by 1, 2;
  return null;
end $$;
create trigger audit_event_patients after insert on audit_event
  referencing new table as inserted for each statement execute function index_audit_patients();

-- Fills the index from the audit: here, and after a restore. Rows of before this migration may hold the ids of referrals,
-- consultations or conversations instead of patients.
create function fill_audit_patients() returns void language sql set search_path = public as $$
  insert into audit_patient (patient_id, occurred_at, audit_event_id)
  select s.patient_id, e.occurred_at, e.audit_event_id
  from audit_event e
  cross join lateral (
    select shown_id as patient_id from patients_shown(e.details, e.patient_id)
    union
    select r.patient_id from jsonb_array_elements_text(
      case jsonb_typeof(e.details -> 'referralIds') when 'array' then e.details -> 'referralIds' end) as id
    join referral r on r.referral_id = id::bigint
    union
    select c.patient_id from jsonb_array_elements_text(case jsonb_typeof(e.details -> 'careCoordinatorRequestIds')
      when 'array' then e.details -> 'careCoordinatorRequestIds' end) as id
    join consultation c on c.consultation_id = id::bigint
    union
    select c.patient_id from jsonb_array_elements_text(
      case jsonb_typeof(e.details -> 'conversationIds') when 'array' then e.details -> 'conversationIds' end) as id
    join conversation c on c.conversation_id = id::bigint
  ) as s
  where e.details is not null and s.patient_id is not null and s.patient_id is distinct from e.patient_id
$$;
revoke execute on function fill_audit_patients() from public;
select fill_audit_patients();
