-- How many bytes a user uploaded in the last 24 hours. Imports name no user, so they do not write to it.
create index patient_document_uploaded on patient_document (uploaded_by_user_id, created_at) include (byte_count)
  where uploaded_by_user_id is not null;
