-- Fax numbers that were asked for and what came of it. Nothing has written this table before.
alter table facility_fax_number
  alter column phone drop not null,
  add column facility_id bigint not null references facility,
  add column area_code text not null check (area_code ~ '^[2-9][0-9]{2}$'),
  add column status text not null default 'requested' check (status in ('requested', 'active', 'failed')),
  add column error text,
  -- When the fax service was asked. It is asked once: after a lost answer another call could rent a second number.
  add column asked_at timestamptz,
  add check ((status = 'active') = (phone is not null)),
  add check ((status = 'failed') = (error is not null));
create index facility_fax_number_facility on facility_fax_number (facility_id, facility_fax_number_id desc);
