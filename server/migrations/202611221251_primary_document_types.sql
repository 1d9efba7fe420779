-- Uploads offer primary types only: those that the product brings itself, and none that an import made.
update document_type set is_primary = true
where document_name in ('Referral Letter', 'Immunization Record', 'Correspondence', 'Other');
