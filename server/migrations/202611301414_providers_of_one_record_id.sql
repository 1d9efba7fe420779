-- Two providers under one record id of a sender who differ in NPI or last name are reviewed, too; they have no NPI in common.
alter table provider_duplicate alter column npi_number drop not null;
