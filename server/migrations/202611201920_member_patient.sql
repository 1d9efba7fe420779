-- A copy of the conversation's patient, which never changes, so that a member's list looks at one table only to know
-- which of their conversations are open to them.
alter table conversation_member add column patient_id bigint references patient;
update conversation_member m set patient_id = c.patient_id from conversation c
  where c.conversation_id = m.conversation_id and c.patient_id is not null;
