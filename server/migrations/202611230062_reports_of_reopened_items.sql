-- An item that is opened again counts as waiting in the reports, from the same moment.
create function report_item_reopened() returns trigger language plpgsql as $$
begin
  update report_queue_item set completed_at = null where work_queue_encounter_id = new.work_queue_encounter_id;
  return null;
end $$;
create trigger report_item_reopened after update of status on work_queue_encounter
  for each row when (old.status = 'completed' and new.status = 'open') execute function report_item_reopened();
