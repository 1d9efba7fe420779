-- The patient on the cover of a fax or Direct message, as name and identity instead of one line to be taken apart. Covers
-- that are stored as one line keep it as the name: it says the same, in bold.
update delivery set cover = jsonb_set(cover, '{patient}', jsonb_build_object('name', cover->'patient', 'identity', ''))
where jsonb_typeof(cover->'patient') = 'string';
