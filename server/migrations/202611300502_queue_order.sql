-- The order that a user chose last for a queue, remembered for the user alone.
create table work_queue_user_order (
  user_id bigint not null references user_account (user_id) on delete cascade,
  work_queue_id bigint not null references work_queue (work_queue_id),
  sort_by text not null constraint work_queue_user_order_sort_by_check
    check (sort_by in ('encounterDate', 'createdAt', 'dueAt', 'patientName')),
  sort_direction text not null constraint work_queue_user_order_sort_direction_check check (sort_direction in ('ASC', 'DESC')),
  primary key (user_id, work_queue_id)
);
