-- "Lukasz" finds "Łukasz": ł, ø, ß and their like have no accent to take away, and keyboards write another letter for them.
-- plainLetters of the contracts has the same list.
create or replace function search_key(value text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')), 'łøđðħŧıς', 'loddhtiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- The stored keys that are now different, and the words and parts that triggers make of them.
update patient set first_name = first_name, last_name = last_name
where first_last <> name_key(first_name || ' ' || last_name);
update healthcare_provider set first_name = first_name, last_name = last_name
where first_last <> name_key(first_name || ' ' || last_name);
update user_account set first_name = first_name, last_name = last_name
where lower(normalize(first_name || last_name, nfd)) ~ '[łøđðħŧıςßæœþ]';
reindex index healthcare_organization_name;
