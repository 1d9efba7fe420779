-- What a user is told of outside of the portal. No row: by e-mail, except for the daily summary.
create table notification_setting (
  user_id bigint not null references user_account on delete cascade,
  event_type text not null,
  notify_by_email boolean not null,
  notify_by_direct boolean not null default false,
  notify_by_sms boolean not null default false,
  -- Empty: of every urgency. 60 stands for what has none.
  urgency_days integer[] not null default '{}',
  primary key (user_id, event_type)
);
create index notification_setting_summary on notification_setting (user_id) where event_type = 'dailySummary' and notify_by_email;
