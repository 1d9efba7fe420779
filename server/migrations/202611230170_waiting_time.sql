-- Whether items that have waited long stand out in the user's work queues (docs/domain/work-queues.md).
alter table user_account add column shows_waiting_time boolean not null default false;
