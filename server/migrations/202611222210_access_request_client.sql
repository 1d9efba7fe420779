-- Requests for access by the patient's client and by patient, so that answered ones are a range too.
alter table access_request add column client_id bigint references client on delete cascade;
update access_request r set client_id = p.client_id from patient p where p.patient_id = r.patient_id;
alter table access_request alter column client_id set not null;
create index access_request_client on access_request (client_id, access_request_id desc);
create index access_request_patient on access_request (patient_id, access_request_id desc);

-- Appointments of a provider, counted for each colleague who is found.
create index patient_appointment_provider on patient_appointment (healthcare_provider_id, patient_id);
