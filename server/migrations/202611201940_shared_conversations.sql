-- Who shares a conversation with whom. It is written only with new conversations, as long as a row has room beside it for what
-- each message changes.
create index conversation_members on conversation using gin (member_ids);
alter table conversation set (fillfactor = 85);
