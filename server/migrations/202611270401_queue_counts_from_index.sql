-- What the counts of a queue tree ask of an item stands in its index: each item was looked up in the table, in a page of its own.
drop index work_queue_encounter_user_top;
create index work_queue_encounter_user_top on work_queue_encounter (owner_user_id, work_queue_id, on_top_from)
  include (subject_type, subject_id, patient_id) where status = 'open' and owner_user_id is not null;
