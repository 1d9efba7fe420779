-- Saved views are kept for every list that has filters, not for My Patients alone.

alter table patient_view rename to saved_view;
alter table saved_view rename column patient_view_id to saved_view_id;
alter table saved_view add column screen text not null default 'patients'
  check (screen in ('patients', 'referrals', 'workQueues'));
alter table saved_view alter column screen drop default;
drop index patient_view_name;
create unique index saved_view_name on saved_view (user_id, screen, lower(name));
