-- Numbers that a sender's merge message ended. They keep leading to the patient, are never shown as the MRN, and a record
-- that is sent under one only fills gaps.
alter table patient_identifier add column has_ended boolean not null default false;
alter table source_key add column has_ended boolean not null default false;

-- A number whose authority is only a name, as in `hl7v2:FACILITY/NAME`, wherever it was sent from.
create index patient_identifier_named_authority on patient_identifier (client_id, split_part(system, '/', 2), value)
  where system like 'hl7v2:%/%' and type_code = 'MR';

-- Imports used to show the sender's record id as the MRN of a patient whose record has none.
update patient p set mrn = 'TEMP-' || upper(substr(encode(sha256(convert_to(k.system || k.value, 'UTF8')), 'hex'), 1, 8)),
  source_values = source_values - 'mrn', version = version + 1
from source_key k
where k.resource_type = 'Patient' and k.row_id = p.patient_id and k.value = p.mrn and p.mrn_system is null
  and not exists (select from patient_identifier i
    where i.patient_id = p.patient_id and i.type_code = 'MR' and i.value = p.mrn);
