-- Facilities and canned replies are chosen by name, so names are unique within a client and within a user's own replies, as those of
-- the other lists are: regardless of case, several spaces being one. Of equal names all but the oldest get their number appended.
update facility set name = regexp_replace(trim(name), '\s+', ' ', 'g') where name <> regexp_replace(trim(name), '\s+', ' ', 'g');
-- The number counts as imported, so that it is not taken for an edit in the product.
update facility f set name = f.name || ' (' || f.facility_id || ')',
  source_values = case when f.source_values ? 'name'
    then jsonb_set(f.source_values, '{name}', to_jsonb(f.name || ' (' || f.facility_id || ')')) else f.source_values end
where exists (select from facility o where lower(o.name) = lower(f.name) and o.client_id = f.client_id
  and o.facility_id < f.facility_id);
-- A title has a limit of 50 characters.
update canned_reply set title = regexp_replace(trim(title), '\s+', ' ', 'g')
where title <> regexp_replace(trim(title), '\s+', ' ', 'g') and trim(title) <> '';
update canned_reply r set title = left(r.title, 50 - length(' (' || r.canned_reply_id || ')')) || ' (' || r.canned_reply_id || ')'
where exists (select from canned_reply o where lower(o.title) = lower(r.title) and o.user_id = r.user_id
  and o.canned_reply_id < r.canned_reply_id);

create unique index facility_name on facility (client_id, lower(name));
create unique index canned_reply_title on canned_reply (user_id, lower(title));
