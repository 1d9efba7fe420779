-- A list written twice as JSON would be a text, which no call can answer.
alter table patient_allergy add constraint patient_allergy_reactions_check check (jsonb_typeof(reactions) = 'array');
