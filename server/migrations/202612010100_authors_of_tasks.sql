-- Users list the tasks that they added, and are notified if such a task becomes due and nobody else can do it.
create index task_author on task (coalesce(on_behalf_of_user_id, created_by_user_id), coalesce(due_at, 'infinity'), task_id)
  where status <> 'completed';
create index task_author_completed on task (coalesce(on_behalf_of_user_id, created_by_user_id), completed_at desc, task_id desc)
  where status = 'completed';
drop index task_due;
create index task_due on task (due_at) where status not in ('completed', 'in_progress');
