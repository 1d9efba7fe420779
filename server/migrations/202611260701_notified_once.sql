-- The due time for which the person it is assigned to was told.
alter table task add column due_notified_for timestamptz;
create index task_due on task (due_at) where status not in ('completed', 'in_progress') and assigned_to_user_id is not null;

-- The last day, on the user's clock, whose daily summary was computed.
alter table notification_setting add column summarized_on date;
