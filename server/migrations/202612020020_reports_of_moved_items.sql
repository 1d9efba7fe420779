-- In the reports, an item counts for the queue it is in, also after it has moved to another one. As before, one that is
-- opened again counts as waiting, from the same moment.
drop trigger report_item_reopened on work_queue_encounter;
drop function report_item_reopened();
create function report_item_changed() returns trigger language plpgsql as $$
begin
  update report_queue_item set work_queue_id = new.work_queue_id, completed_at = new.completed_at
    where work_queue_encounter_id = new.work_queue_encounter_id;
  return null;
end $$;
create trigger report_item_changed after update of status, work_queue_id on work_queue_encounter
  for each row when (old.status = 'completed' and new.status = 'open' or old.work_queue_id <> new.work_queue_id)
  execute function report_item_changed();
update report_queue_item r set work_queue_id = w.work_queue_id from work_queue_encounter w
  where w.work_queue_encounter_id = r.work_queue_encounter_id and w.work_queue_id <> r.work_queue_id;
