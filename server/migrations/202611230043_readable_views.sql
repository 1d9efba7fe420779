-- Views that were kept as the text of their filters.

update saved_view set filters = (filters #>> '{}')::jsonb where jsonb_typeof(filters) = 'string';
