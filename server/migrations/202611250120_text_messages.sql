-- The text messages of a patient, the latest first.
create index delivery_patient_sms on delivery (patient_id, delivery_id desc)
  where channel = 'sms' and created_by_user_id is not null;
