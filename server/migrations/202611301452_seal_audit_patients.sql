-- The index of the patients that audit rows showed is filled when the rows are sealed, a second after they were written, no longer by
-- the statement that inserts them (decision 081). Until then they are found by their transaction.
drop trigger audit_event_patients on audit_event;
drop function index_audit_patients();

-- Indexes the rows of the transactions after one and up to another. Rows that a restore has indexed already stay as they are.
create function index_shown_patients(after_tx xid8, last_tx xid8) returns void
language sql security definer set search_path = public as $$
  insert into audit_patient (patient_id, occurred_at, audit_event_id)
  select s.shown_id, e.occurred_at, e.audit_event_id
  from audit_event e, patients_shown(e.details, e.patient_id) as s
  where e.tx_id > after_tx and e.tx_id <= last_tx and e.details ? 'patientIds'
  order by 1, 2
  on conflict do nothing
$$;
