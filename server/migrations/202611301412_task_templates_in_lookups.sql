-- Administrators manage task templates on the screen, as the other lists of a client, instead of the command line only.
alter table task_template
  add column is_archived boolean not null default false,
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz;
update task_template set is_archived = not is_active;
alter table task_template drop column is_active;
