-- The due date of a task is a day of the calendar, the same for every reader: past due from the next day on, in the time zone
-- of the patient's client. It was stored as the end of that day in the time zone of its author. A moment in the last second of a
-- minute was made so by the portal, and its day is the one that ends within 12 hours of it in UTC; any other moment is from
-- elsewhere, and its day is that of the patient's client.
alter table task add column date_due date;
update task t set date_due = case when extract(second from t.due_at) >= 59
  then (((t.due_at + interval '1 second') at time zone 'UTC') + interval '12 hours')::date - 1
  else (t.due_at at time zone (select case coalesce(min(s.value), 3)
      when 1 then 'America/Anchorage' when 2 then 'America/Chicago' when 4 then 'Pacific/Honolulu' when 5 then 'America/Denver'
      when 6 then 'America/Phoenix' when 7 then 'America/Los_Angeles' else 'America/New_York' end
    from client_setting s join patient p on p.client_id = s.client_id
    where p.patient_id = t.patient_id and s.name = 'timeZone'))::date end
where t.due_at is not null;

-- The due day of which the responsible user was notified.
alter table task alter column due_notified_for type date using case when due_notified_for = due_at then date_due end;

-- Its indexes go with it.
alter table task drop column due_at;
create index task_patient on task (patient_id, coalesce(date_due, 'infinity'), task_id) where status <> 'completed';
create index task_assignee on task (assigned_to_user_id, coalesce(date_due, 'infinity'), task_id) where status <> 'completed';
create index task_author on task (coalesce(on_behalf_of_user_id, created_by_user_id), coalesce(date_due, 'infinity'), task_id)
  where status <> 'completed';
-- A job notifies users of tasks that become due.
create index task_due on task (date_due) where status not in ('completed', 'in_progress');
