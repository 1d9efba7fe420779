-- The place that a draft was written in, such as one window of several, and how often it was kept from there.
alter table message_draft add column writer uuid, add column step integer not null default 0;
