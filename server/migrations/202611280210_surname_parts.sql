-- Later parts of last names, so that a patient called "de la Fuente, Carmen" is found by "fuente" as an index range.
create table patient_surname_part (
  patient_id bigint not null references patient on delete cascade,
  client_id bigint not null,
  -- The last name from a later part on, and the first name: "la fuente, carmen" and "fuente, carmen".
  key text collate "C" not null,
  primary key (patient_id, key)
);
create index patient_surname_part_key on patient_surname_part (client_id, key, patient_id);

-- Parts are separated by spaces and hyphens.
create function surname_parts(last_first text) returns table (key text)
  language sql immutable parallel safe
  as $$ select substring(last_first from place + 1) from generate_series(1, position(', ' in last_first)) as place
    where substring(last_first from place for 2) ~ '^[ -][^ ,-]' $$;

create function patient_surname_parts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from patient_surname_part where patient_id = new.patient_id;
  end if;
  insert into patient_surname_part (patient_id, client_id, key)
  select new.patient_id, new.client_id, s.key from surname_parts(new.last_first) as s;
  return null;
end $$;
create trigger patient_surname_parts after insert on patient
  for each row when (new.last_first ~ '^[^,]*[ -]') execute function patient_surname_parts();
create trigger patient_surname_parts_changed after update of first_name, last_name, client_id on patient
  for each row when (old.last_first is distinct from new.last_first or old.client_id is distinct from new.client_id)
  execute function patient_surname_parts();

insert into patient_surname_part (patient_id, client_id, key)
select p.patient_id, p.client_id, s.key from patient p cross join lateral surname_parts(p.last_first) as s
where p.last_first ~ '^[^,]*[ -]';

create index care_team_member_later_surname on care_team_member (user_id, patient_last_first, patient_id)
  where status = 'accepted' and patient_last_first ~ '^[^,]*[ -]';
