-- A queue item is about a subject, named by its type and id, instead of about a referral.

alter table work_queue_encounter drop constraint work_queue_encounter_referral_id_fkey;
alter table work_queue_encounter rename column referral_id to subject_id;
alter table work_queue_encounter add column subject_type text default 'referral';
update work_queue_encounter set subject_type = null where subject_id is null;
alter table work_queue_encounter
  alter column subject_type drop default,
  add constraint work_queue_encounter_subject_type check (subject_type in ('referral')),
  add constraint work_queue_encounter_whole_subject check (num_nulls(subject_type, subject_id) <> 1),
  -- The foreign key of one type of subject; each type has its own `subject_<type>_id`. Nothing reads it.
  add column subject_referral_id bigint
    generated always as (case when subject_type = 'referral' then subject_id end) stored references referral;

drop index work_queue_encounter_referral;
drop index work_queue_encounter_open_once;
create index work_queue_encounter_subject on work_queue_encounter (subject_id, subject_type);
-- One open item for a subject in a queue, however often it is put there.
create unique index work_queue_encounter_open_once on work_queue_encounter (subject_id, subject_type, work_queue_id)
  where status = 'open';
