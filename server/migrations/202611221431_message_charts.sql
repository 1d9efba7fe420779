-- A chart made from rows also goes along with a message. Documents of messages stay in message_attachment.
alter table sent_chart
  alter column referral_id drop not null,
  add column conversation_id bigint,
  add column message_sequence integer,
  add constraint sent_chart_place check (
    case when referral_id is null then conversation_id is not null and message_sequence is not null and association_type <> 'document'
    else conversation_id is null and message_sequence is null end),
  add constraint sent_chart_message foreign key (conversation_id, message_sequence) references message (conversation_id, sequence)
    on delete cascade on update cascade;
create index sent_chart_message on sent_chart (conversation_id, message_sequence) where conversation_id is not null;

-- Drafts hold charts of every kind, as they are sent.
alter table message_draft add column patient_charts jsonb not null default '[]';
update message_draft set patient_charts = (
  select coalesce(jsonb_agg(jsonb_build_object('associationType', 3, 'patientDocumentId', id)), '[]') from unnest(patient_document_ids) as id);
alter table message_draft drop column patient_document_ids;
