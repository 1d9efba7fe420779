-- The present schema, for reading; written by `npm run db:schema` from a database made by the migrations. The reasons are
-- comments in server/migrations. careloop_app may SELECT, INSERT, UPDATE and DELETE rows, unless a GRANT below says otherwise.

CREATE EXTENSION fuzzystrmatch;
CREATE EXTENSION pg_trgm;

CREATE FUNCTION address_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update healthcare_provider_address_info set search_latitude = new.latitude, search_longitude = new.longitude
  where address_id = new.address_id;
  return null;
end $function$;

CREATE FUNCTION address_place_key(address1 text, address2 text, city text, state text, zipcode text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (COALESCE(address1, ''::text) !~ '[[:alnum:]]'::text) THEN NULL::text WHEN (zipcode ~ '^\s*[0-9]{5}'::text) THEN ((btrim(regexp_replace(upper(((address1 || ' '::text) || COALESCE(address2, ''::text))), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) || '|'::text) || "left"(btrim(zipcode), 5)) WHEN ((city ~ '[[:alpha:]]'::text) AND (state IS NOT NULL)) THEN ((btrim(regexp_replace(upper(((address1 || ' '::text) || COALESCE(address2, ''::text))), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) || '|'::text) || upper(((btrim(city) || ' '::text) || state))) ELSE NULL::text END;

CREATE FUNCTION address_town_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update healthcare_provider_address_info set search_town = town_key(new.city, new.state) where address_id = new.address_id;
  update healthcare_organization_address_info set search_town = town_key(new.city, new.state)
  where address_id = new.address_id;
  return null;
end $function$;

CREATE FUNCTION care_team_member_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.accepted_through := null;
  return new;
end $function$;

CREATE FUNCTION care_team_member_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select last_first, first_last into strict new.patient_last_first, new.patient_first_last
  from patient where patient_id = new.patient_id;
  return new;
end $function$;

CREATE FUNCTION care_team_member_pcp()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from patient p join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
    where p.patient_id = new.patient_id and h.user_id = new.user_id for no key update of p;
  new.is_pcp := found and not exists (select from care_team_member m where m.patient_id = new.patient_id and m.is_pcp
    and m.user_id <> new.user_id);
  return new;
end $function$;

CREATE FUNCTION change_rights(user_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from user_account where user_id = any(user_ids) order by user_id for no key update;
  update user_account set rights_version = greatest(rights_version + 1, pg_current_xact_id()::text::bigint)
  where user_id = any(user_ids)
    or user_id in (select proxy_user_id from user_proxy where proxied_user_id = any(user_ids));
end $function$;

CREATE FUNCTION claim_idempotency_key(of_user bigint, of_endpoint text, claimed text)
 RETURNS TABLE(request_digest text, answer jsonb)
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', of_user, of_endpoint, claimed), 44));
  return query select k.request_digest, k.answer from idempotency_key k
    where k.user_id = of_user and k.endpoint = of_endpoint and k.key = claimed;
end $function$;

CREATE FUNCTION clinical_statement_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_at := now();
  return new;
end $function$;

CREATE FUNCTION copy_direct_email()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update healthcare_provider pr set direct_email = new.direct_email, version = version + 1
  where user_id = new.user_id and direct_email is distinct from new.direct_email
    and (direct_email is null or direct_email = old.direct_email or not is_shared_provider(pr));
  return null;
end $function$;

CREATE FUNCTION copy_organization_town()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select town_key(a.city, a.state) into new.search_town from address a where a.address_id = new.address_id;
  select search_key(o.name) into new.search_name
  from healthcare_organization o where o.healthcare_organization_id = new.healthcare_organization_id;
  return new;
end $function$;

CREATE FUNCTION copy_referral_specialty()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search_specialty_id := coalesce(new.healthcare_provider_specialty_id,
    (select p.healthcare_provider_specialty_id from healthcare_provider p where p.healthcare_provider_id = new.healthcare_provider_id));
  return new;
end $function$;

CREATE FUNCTION copy_search_position()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select a.latitude, a.longitude, town_key(a.city, a.state)
  into new.search_latitude, new.search_longitude, new.search_town
  from address a where a.address_id = new.address_id;
  select p.healthcare_provider_specialty_id, p.last_first, p.user_id is not null
  into new.search_specialty_id, new.search_name, new.search_has_user
  from healthcare_provider p where p.healthcare_provider_id = new.healthcare_provider_id;
  return new;
end $function$;

CREATE FUNCTION delivery_is_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'What is sent does not change.';
end $function$;

CREATE FUNCTION ensure_audit_month(first_day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  parent text;
begin
  foreach parent in array array['audit_event', 'audit_patient'] loop
    begin
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        parent || '_' || to_char(first_day, 'YYYYMM'), parent, first_day, first_day + interval '1 month');
    exception when check_violation then
      raise warning 'rows of % of % stay in the default partition', parent, to_char(first_day, 'YYYY-MM');
    end;
  end loop;
end $function$;

CREATE FUNCTION ensure_audit_partitions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  partition text;
begin
  for month in 0..2 loop
    perform ensure_audit_month((date_trunc('month', now()) + make_interval(months => month))::date);
  end loop;
  if not exists (select from pg_roles where rolname = 'careloop_app') then
    return;
  end if;
  for partition in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_event'::regclass loop
    execute format('revoke update, delete, truncate on %s from careloop_app', partition);
  end loop;
  for partition in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_patient'::regclass loop
    execute format('revoke insert, update, delete, truncate on %s from careloop_app', partition);
  end loop;
end $function$;

CREATE FUNCTION fill_audit_patients()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  insert into audit_patient (patient_id, occurred_at, audit_event_id)
  select s.patient_id, e.occurred_at, e.audit_event_id
  from audit_event e
  cross join lateral (
    select shown_id as patient_id from patients_shown(e.details, e.patient_id)
    union
    select r.patient_id from jsonb_array_elements_text(
      case jsonb_typeof(e.details -> 'referralIds') when 'array' then e.details -> 'referralIds' end) as id
    join referral r on r.referral_id = id::bigint
    union
    select c.patient_id from jsonb_array_elements_text(case jsonb_typeof(e.details -> 'careCoordinatorRequestIds')
      when 'array' then e.details -> 'careCoordinatorRequestIds' end) as id
    join consultation c on c.consultation_id = id::bigint
    union
    select c.patient_id from jsonb_array_elements_text(
      case jsonb_typeof(e.details -> 'conversationIds') when 'array' then e.details -> 'conversationIds' end) as id
    join conversation c on c.conversation_id = id::bigint
  ) as s
  where e.details is not null and s.patient_id is not null and s.patient_id is distinct from e.patient_id
$function$;

CREATE FUNCTION index_shown_patients(after_tx xid8, last_tx xid8)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  insert into audit_patient (patient_id, occurred_at, audit_event_id)
  select s.shown_id, e.occurred_at, e.audit_event_id
  from audit_event e, patients_shown(e.details, e.patient_id) as s
  where e.tx_id > after_tx and e.tx_id <= last_tx and e.details ? 'patientIds'
  order by 1, 2
  on conflict do nothing
$function$;

CREATE FUNCTION is_in_client_or_care_team(patient bigint, person bigint, clients bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from patient p where p.patient_id = patient and (p.client_id = any(clients)
    or exists (select from care_team_member m
      where m.patient_id = p.patient_id and m.user_id = person and m.status = 'accepted')));
end $function$;

CREATE FUNCTION is_queue_worked(owner bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from user_account o
    cross join lateral (select o.user_id union all select x.proxy_user_id from user_proxy x
      where x.proxied_user_id = o.user_id and o.user_type <> 'system_administrator') as worker
    join user_account w on w.user_id = worker.user_id and w.is_active
    join user_permission p on p.user_id = w.user_id and p.permission = 'ManageWorkQueues'
    where o.user_id = owner and o.is_active);
end $function$;

CREATE FUNCTION is_seen_in_queue(type text, subject bigint, except_owners bigint[], coordinated_clients bigint[], granted_user bigint, clients bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from work_queue_encounter w where w.subject_type = type and w.subject_id = subject
    and coalesce(w.owner_user_id <> all(except_owners), true)
    and (w.owner_client_id = any(coordinated_clients) or exists (select from work_queue_encounter_access x
      where x.work_queue_encounter_id = w.work_queue_encounter_id and x.user_id = granted_user
        and is_in_client_or_care_team(w.patient_id, granted_user, clients))));
end $function$;

CREATE FUNCTION is_shared_provider(pr healthcare_provider)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select pr.origin_client_id is null and not exists (select from user_account u
    where u.user_id = pr.user_id and not u.is_stub
      and (pr.user_linked_by_user_id is null or exists (select from user_permission p
        where p.user_id = pr.user_linked_by_user_id and p.permission = 'ManageInstallation')))
$function$;

CREATE FUNCTION may_follow_to_user(provider_user bigint, linked_by bigint, client bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from user_client c where c.user_id = provider_user and c.client_id = client)
    or exists (select from user_permission p where p.user_id = linked_by and (p.permission = 'ManageInstallation'
      or (p.permission = 'ManageUsers' and exists (select from user_client c
        where c.user_id = linked_by and c.client_id = client))));
end $function$;

CREATE FUNCTION name_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(search_key(value), '[''’‘ʼ`´]'::text, ''::text, 'g'::text);

CREATE FUNCTION name_words(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_remove(regexp_split_to_array(search_key(value), '[\s,.''’`()/‐‑–—-]+'::text), ''::text);

CREATE FUNCTION organization_name_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update healthcare_organization_address_info set search_name = search_key(new.name)
  where healthcare_organization_id = new.healthcare_organization_id;
  return null;
end $function$;

CREATE FUNCTION pair_not_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from patient where merged_into_patient_id is not null and patient_id in (
      case when new.patient_id is distinct from old.patient_id then new.patient_id end,
      case when new.other_patient_id is distinct from old.other_patient_id then new.other_patient_id end)) then
    raise exception 'patient % or % was merged into another one', new.patient_id, new.other_patient_id
      using errcode = 'serialization_failure';
  end if;
  return null;
end $function$;

CREATE FUNCTION patient_duplicate_marks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update patient p set is_possible_duplicate = marked.open
  from (select id, exists (select from patient_duplicate d where d.status = 'open' and id in (d.patient_id, d.other_patient_id))
    as open from (select unnest(array[old.patient_id, old.other_patient_id]) union
      select unnest(array[new.patient_id, new.other_patient_id])) as ids (id)) as marked
  where p.patient_id = marked.id and p.is_possible_duplicate <> marked.open;
  return null;
end $function$;

CREATE FUNCTION patient_match_keys(client bigint, last_name text, first_name text, born date, phones text[], address1 text, zipcode text, ssn text)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  last_words text[] := regexp_split_to_array(trim(name_key(coalesce(last_name, ''))), '[\s-]+');
  first_words text[] := regexp_split_to_array(trim(name_key(coalesce(first_name, ''))), '[\s-]+');
  -- Of a name in one piece, the last word is also read as the last name.
  is_whole boolean := cardinality(array_remove(first_words || last_words, '')) > 1 and (first_words = '{""}' or last_words = '{""}');
  whole text[] := case when is_whole then array_remove(last_words || first_words, '') end;
  first_word text := coalesce(whole[1], first_words[1]);
  family text[] := coalesce(whole[2:], last_words);
  -- The first word of each name: further ones are often left out.
  last_sound text := case when last_words[1] <> '' then coalesce(nullif(dmetaphone(last_words[1]), ''), last_words[1]) end;
  first_sound text := case when first_word <> '' then coalesce(nullif(dmetaphone(first_word), ''), first_word) end;
  sounds text[];
  named text[];
  dates text[];
  place text := left(zipcode, 5) || ' ' || substring(address1 from '^\s*(\d+)');
  ending text := case when ssn ~ '\d{4}$' then right(ssn, 4) end;
  y text := extract(year from born)::text;
  m text := extract(month from born)::text;
  d text := extract(day from born)::text;
begin
  if is_whole then
    last_sound := coalesce(nullif(dmetaphone(family[cardinality(family)]), ''), family[cardinality(family)]);
  end if;
  sounds := array_remove(array[last_sound, first_sound], null);
  -- The last letter joins the second of two names: such as "Lopez" and "Garcia Lopez".
  named := array['l ' || last_sound]
    || array(select kind || ' ' || first_sound || ' ' || letter
      from unnest(family) as word, lateral (values ('i', left(word, 1)), ('z', right(word, 1))) as part (kind, letter)
      where word <> '')
    -- Last and first name may be swapped.
    || array['i ' || last_sound || ' ' || left(first_word, 1)];
  dates := array['ym ' || y || ' ' || m, 'yd ' || y || ' ' || d, 'md ' || m || ' ' || d];
  return (
    select coalesce(array_agg(distinct hashtext(client || ' ' || key)), '{}') from (
      select 'n ' || string_agg(word, ' ' order by word) from unnest(last_words || first_words) as word where word <> ''
      union all select one || ' ' || at from unnest(named) as one, unnest(dates) as at
      union all select 'ex ' || sound || ' ' || y || ' ' || least(m, d) || ' ' || greatest(m, d) from unnest(sounds) as sound
      union all select 'p ' || sound || ' ' || phone from unnest(sounds) as sound, unnest(phones) as phone
      union all select 'a ' || sound || ' ' || place from unnest(sounds) as sound
      union all select 's ' || sound || ' ' || ending from unnest(sounds) as sound
      union all select 'sb ' || ending || ' ' || y || ' ' || m || ' ' || d) as keys (key)
    where key is not null);
end $function$;

CREATE FUNCTION patient_name_match_key(client bigint, last_name text, first_name text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select hashtext(client || ' n ' || string_agg(word, ' ' order by word))
  from unnest(regexp_split_to_array(trim(name_key(coalesce(last_name, ''))), '[\s-]+')
    || regexp_split_to_array(trim(name_key(coalesce(first_name, ''))), '[\s-]+')) as word
  where word <> ''
$function$;

CREATE FUNCTION patient_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into patient_name (name, is_last)
  select n.name, n.is_last from (values (name_key(new.last_name), true), (name_key(new.first_name), false)) as n (name, is_last)
  where n.name <> '' and not exists (select from patient_name o where o.name = n.name and o.is_last = n.is_last);
  return null;
end $function$;

CREATE FUNCTION patient_not_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- There is no old row after an insert.
  if new.patient_id is distinct from old.patient_id
      and exists (select from patient where patient_id = new.patient_id and merged_into_patient_id is not null) then
    raise exception 'patient % was merged into another one', new.patient_id using errcode = 'serialization_failure';
  end if;
  return null;
end $function$;

CREATE FUNCTION patient_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update care_team_member set patient_last_first = new.last_first, patient_first_last = new.first_last
  where patient_id = new.patient_id;
  return null;
end $function$;

CREATE FUNCTION patient_surname_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from patient_surname_part where patient_id = new.patient_id;
  end if;
  insert into patient_surname_part (patient_id, client_id, key)
  select new.patient_id, new.client_id, s.key from surname_parts(new.last_first) as s;
  return null;
end $function$;

CREATE FUNCTION patients_shown(details jsonb, patient_id bigint)
 RETURNS TABLE(shown_id bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select distinct id::bigint
  from jsonb_array_elements_text(case jsonb_typeof(details -> 'patientIds') when 'array' then details -> 'patientIds' end) as id
  where id::bigint is distinct from patient_id
$function$;

CREATE FUNCTION phone_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (value ~~ '+%'::text) THEN split_part(value, 'x'::text, 1) ELSE "left"(regexp_replace(split_part(value, 'x'::text, 1), '^1(?=[2-9])'::text, ''::text), 10) END;

CREATE FUNCTION phone_keys(home text, cell text, office text, alternate text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[phone_key(home), phone_key(cell), phone_key(office), phone_key(alternate)], NULL::text);

CREATE FUNCTION provider_name_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update healthcare_provider_address_info set search_name = new.last_first, search_has_user = new.user_id is not null
  where healthcare_provider_id = new.healthcare_provider_id;
  return null;
end $function$;

CREATE FUNCTION provider_specialty_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update healthcare_provider_address_info set search_specialty_id = new.healthcare_provider_specialty_id
  where healthcare_provider_id = new.healthcare_provider_id;
  update referral set search_specialty_id = new.healthcare_provider_specialty_id
  where healthcare_provider_id = new.healthcare_provider_id and healthcare_provider_specialty_id is null;
  return null;
end $function$;

CREATE FUNCTION referral_figures_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into referral_figures_due (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
    select distinct client_id, healthcare_provider_specialty_id, healthcare_provider_id from changed
      where healthcare_provider_id is not null and healthcare_provider_specialty_id is not null
    order by client_id, healthcare_provider_specialty_id, healthcare_provider_id
    on conflict do nothing;
  return null;
end $function$;

CREATE FUNCTION referral_protocol_keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into referral_protocol_version
    (referral_protocol_id, version, healthcare_provider_specialty_id, name, content, is_archived, saved_by_user_id)
  values (new.referral_protocol_id, new.version, new.healthcare_provider_specialty_id, new.name, new.content,
    new.is_archived, new.updated_by_user_id);
  return null;
end $function$;

CREATE FUNCTION referral_protocol_version_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A version of a referral protocol does not change.' using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION referral_urgency_key(status text, urgency_days integer, due_at timestamp with time zone, date_created timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select case
      when status not in ('pending', 'accepted') then
        (timestamp '9000-01-01' - ((date_created at time zone 'UTC') - timestamp '2000-01-01')) at time zone 'UTC'
      when urgency_days = 1 then ((due_at at time zone 'UTC') - interval '365000 days') at time zone 'UTC'
      else due_at
    end $function$;

CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION report_item_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update report_queue_item set work_queue_id = new.work_queue_id, completed_at = new.completed_at
    where work_queue_encounter_id = new.work_queue_encounter_id;
  return null;
end $function$;

CREATE FUNCTION rights_of_account_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.rights_version := greatest(old.rights_version + 1, pg_current_xact_id()::text::bigint);
  return new;
end $function$;

CREATE FUNCTION rights_of_all_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update user_account set rights_version = greatest(rights_version + 1, pg_current_xact_id()::text::bigint);
  return null;
end $function$;

CREATE FUNCTION rights_of_clients_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Conflicts with the lock that a new member's foreign key takes, so that no member is overlooked.
  perform from client where client_id in (select client_id from changed) order by client_id for update;
  perform change_rights(array(select distinct uc.user_id from changed join user_client uc using (client_id)));
  return null;
end $function$;

CREATE FUNCTION rights_of_proxies_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform change_rights(array(select proxy_user_id from changed union select proxied_user_id from changed));
  return null;
end $function$;

CREATE FUNCTION rights_of_users_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform change_rights(array(select distinct user_id from changed));
  return null;
end $function$;

CREATE FUNCTION rights_to_act_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform change_rights(array(select proxy_user_id from user_proxy where proxied_user_id = new.user_id));
  return null;
end $function$;

CREATE FUNCTION search_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(value, NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), 'łøđðħŧıς'::text, 'loddhtiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text);

CREATE FUNCTION sent_chart_is_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'What was sent does not change.';
end $function$;

CREATE FUNCTION shared_address(lines text[], in_city text, in_state text, in_zipcode text, at_latitude double precision, at_longitude double precision)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  found_id bigint;
begin
  select address_id into found_id from address
  where is_shared and place_key = address_place_key(lines[1], lines[2], in_city, in_state, in_zipcode)
    and (latitude is not null or at_latitude is null);
  if found then return found_id; end if;
  insert into address as kept (address1, address2, city, state, zipcode, latitude, longitude)
  values (lines[1], lines[2], in_city, in_state, in_zipcode, at_latitude, at_longitude)
  on conflict (place_key) where is_shared do update set
    latitude = coalesce(kept.latitude, excluded.latitude), longitude = coalesce(kept.longitude, excluded.longitude)
  returning address_id into found_id;
  return found_id;
end $function$;

CREATE FUNCTION surname_parts(last_first text)
 RETURNS TABLE(key text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select substring(last_first from place + 1) from generate_series(1, position(', ' in last_first)) as place
    where substring(last_first from place for 2) ~ '^[ -][^ ,-]' $function$;

CREATE FUNCTION town_key(city text, state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN name_key(((btrim(regexp_replace(city, '\s+'::text, ' '::text, 'g'::text)) || ', '::text) || btrim(state)));

CREATE FUNCTION user_account_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(new.user_type_id, 0) = 0
    or (tg_op = 'UPDATE' and new.user_type <> old.user_type and new.user_type_id = old.user_type_id) then
    select t.user_type_id into new.user_type_id from user_type t where t.client_id is null and t.kind = new.user_type;
  end if;
  return new;
end $function$;

CREATE FUNCTION user_name_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from user_name_word where user_id = new.user_id;
  insert into user_name_word (word, user_id, begins_last_name)
  select word, new.user_id, begins_last_name from words_of_user(new.last_name, new.first_name);
  return null;
end $function$;

CREATE FUNCTION user_proxy_not_of_super_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select user_type from user_account where user_id = new.proxied_user_id) = 'system_administrator' then
    raise exception 'a system administrator cannot be acted for' using errcode = 'check_violation', constraint = 'user_proxy_super_user';
  end if;
  return new;
end $function$;

CREATE FUNCTION words_of_user(last_name text, first_name text)
 RETURNS TABLE(word text, begins_last_name boolean)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select w.word, bool_or(w.is_first) from (
      select word, place = 1 as is_first from unnest(name_words(last_name)) with ordinality as l(word, place)
      union all
      select word, place = 1 from unnest(name_words(name_key(last_name))) with ordinality as j(word, place)
      union all
      select word, false from unnest(name_words(first_name) || name_words(name_key(first_name))) as f(word)) as w
    group by w.word $function$;

CREATE TABLE access_request (
  access_request_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  user_id bigint NOT NULL,
  requested_by_user_id bigint NOT NULL,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by_user_id bigint,
  decided_on_behalf_of_user_id bigint,
  decline_reason text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT access_request_pkey PRIMARY KEY (access_request_id),
  CONSTRAINT access_request_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT access_request_decided_by_user_id_fkey FOREIGN KEY (decided_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT access_request_decided_on_behalf_of_user_id_fkey FOREIGN KEY (decided_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT access_request_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT access_request_requested_by_user_id_fkey FOREIGN KEY (requested_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT access_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT access_request_decline_reason_check CHECK (length(decline_reason) <= 1000),
  CONSTRAINT access_request_reason_check CHECK (length(reason) <= 1000),
  CONSTRAINT access_request_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text]))
);
CREATE INDEX access_request_client ON access_request USING btree (client_id, access_request_id DESC);
CREATE INDEX access_request_client_pending ON access_request USING btree (client_id) WHERE status = 'pending'::text;
CREATE INDEX access_request_patient ON access_request USING btree (patient_id, access_request_id DESC);
CREATE UNIQUE INDEX access_request_pending ON access_request USING btree (patient_id, user_id) WHERE status = 'pending'::text;
CREATE INDEX access_request_user ON access_request USING btree (user_id, access_request_id DESC);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON access_request FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE activity_filter (
  user_id bigint NOT NULL,
  activity_types text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT activity_filter_pkey PRIMARY KEY (user_id),
  CONSTRAINT activity_filter_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);

CREATE TABLE address (
  address_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  address1 text,
  address2 text,
  city text,
  state text,
  zipcode text,
  latitude double precision,
  longitude double precision,
  is_shared boolean NOT NULL DEFAULT true,
  place_key text GENERATED ALWAYS AS (address_place_key(address1, address2, city, state, zipcode)) STORED,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT address_pkey PRIMARY KEY (address_id)
);
CREATE UNIQUE INDEX address_shared_place ON address USING btree (place_key) WHERE is_shared;
CREATE INDEX address_zipcode ON address USING btree ("left"(zipcode, 5));
CREATE TRIGGER address_moved AFTER UPDATE OF latitude, longitude ON address FOR EACH ROW WHEN (old.latitude IS DISTINCT FROM new.latitude OR old.longitude IS DISTINCT FROM new.longitude) EXECUTE FUNCTION address_moved();
CREATE TRIGGER address_town_changed AFTER UPDATE OF city, state ON address FOR EACH ROW WHEN (old.city IS DISTINCT FROM new.city OR old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION address_town_changed();

CREATE TABLE address_confirmation (
  address_confirmation_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  nonce bytea NOT NULL,
  wrong_codes integer NOT NULL DEFAULT 0,
  requested_by_user_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT address_confirmation_pkey PRIMARY KEY (address_confirmation_id),
  CONSTRAINT address_confirmation_user_id_kind_key UNIQUE (user_id, kind),
  CONSTRAINT address_confirmation_requested_by_user_id_fkey FOREIGN KEY (requested_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT address_confirmation_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT address_confirmation_kind_check CHECK (kind = ANY (ARRAY['email'::text, 'direct'::text]))
);

CREATE TABLE affiliation_tier (
  affiliation_tier_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  name text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  is_preferred boolean NOT NULL DEFAULT false,
  enforce_preferred boolean NOT NULL DEFAULT false,
  warning_message text,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT affiliation_tier_pkey PRIMARY KEY (affiliation_tier_id),
  CONSTRAINT affiliation_tier_client_id_affiliation_tier_id_key UNIQUE (client_id, affiliation_tier_id),
  CONSTRAINT affiliation_tier_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT affiliation_tier_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT affiliation_tier_name_length CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT affiliation_tier_position_range CHECK ("position" >= 0 AND "position" <= 999),
  CONSTRAINT affiliation_tier_warning_length CHECK (length(warning_message) >= 1 AND length(warning_message) <= 250)
);
CREATE UNIQUE INDEX affiliation_tier_name ON affiliation_tier USING btree (client_id, lower(name));

CREATE TABLE attempt_count (
  scope text NOT NULL,
  subject_digest bytea NOT NULL,
  attempts integer NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT attempt_count_pkey PRIMARY KEY (scope, subject_digest),
  CONSTRAINT attempt_count_scope_check CHECK (scope = ANY (ARRAY['name_address'::text, 'name'::text, 'address'::text, 'second_factor'::text, 'reset_name'::text, 'reset_address'::text]))
);
CREATE INDEX attempt_count_last ON attempt_count USING btree (last_at);

CREATE TABLE audit_chain (
  sequence bigint NOT NULL,
  audit_event_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  tx_id xid8 NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (sequence)
);
CREATE INDEX audit_chain_event ON audit_chain USING btree (audit_event_id);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON audit_chain TO careloop_app;

CREATE TABLE audit_event (
  audit_event_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  action text NOT NULL,
  outcome text NOT NULL,
  user_id bigint,
  on_behalf_of_user_id bigint,
  session_id bigint,
  patient_id bigint,
  subject_type text,
  subject_id bigint,
  details jsonb,
  ip text,
  tx_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT audit_event_pkey PRIMARY KEY (occurred_at, audit_event_id),
  CONSTRAINT audit_event_kind_check CHECK (kind = ANY (ARRAY['access'::text, 'change'::text, 'security'::text])),
  CONSTRAINT audit_event_outcome_check CHECK (outcome = ANY (ARRAY['ok'::text, 'refused'::text, 'denied'::text, 'failed'::text]))
) PARTITION BY RANGE (occurred_at);
CREATE TABLE audit_event_default PARTITION OF audit_event DEFAULT;
CREATE INDEX audit_event_kind ON ONLY audit_event USING btree (kind, occurred_at DESC) WHERE kind <> 'access'::text;
CREATE INDEX audit_event_on_behalf ON ONLY audit_event USING btree (on_behalf_of_user_id, occurred_at DESC) WHERE on_behalf_of_user_id IS NOT NULL;
CREATE INDEX audit_event_outcome ON ONLY audit_event USING btree (outcome, occurred_at DESC) WHERE outcome <> 'ok'::text;
CREATE INDEX audit_event_patient ON ONLY audit_event USING btree (patient_id, occurred_at DESC) WHERE patient_id IS NOT NULL;
CREATE INDEX audit_event_patient_opened ON ONLY audit_event USING btree (patient_id, occurred_at DESC, user_id) WHERE action = '/patients/info'::text AND outcome = 'ok'::text;
CREATE INDEX audit_event_tx ON ONLY audit_event USING btree (tx_id, audit_event_id);
CREATE INDEX audit_event_user ON ONLY audit_event USING btree (user_id, occurred_at DESC);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON audit_event TO careloop_app;

CREATE TABLE audit_origin (
  is_only boolean NOT NULL DEFAULT true,
  transactions_before bigint NOT NULL DEFAULT 0,
  CONSTRAINT audit_origin_pkey PRIMARY KEY (is_only),
  CONSTRAINT audit_origin_is_only_check CHECK (is_only),
  CONSTRAINT audit_origin_transactions_before_check CHECK (transactions_before >= 0)
);
GRANT SELECT ON audit_origin TO careloop_app;

CREATE TABLE audit_patient (
  patient_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  audit_event_id bigint NOT NULL,
  CONSTRAINT audit_patient_pkey PRIMARY KEY (patient_id, occurred_at, audit_event_id)
) PARTITION BY RANGE (occurred_at);
CREATE TABLE audit_patient_default PARTITION OF audit_patient DEFAULT;
CREATE TRIGGER audit_patient_append_only BEFORE DELETE OR UPDATE ON audit_patient FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_patient_no_truncate BEFORE TRUNCATE ON audit_patient FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON audit_patient TO careloop_app;

CREATE TABLE break_glass_access (
  break_glass_access_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  user_id bigint NOT NULL,
  reason text NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + '01:00:00'::interval,
  reviewed_by_user_id bigint,
  reviewed_at timestamptz,
  CONSTRAINT break_glass_access_pkey PRIMARY KEY (break_glass_access_id),
  CONSTRAINT break_glass_access_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT break_glass_access_reviewed_by_user_id_fkey FOREIGN KEY (reviewed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT break_glass_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id)
);
CREATE INDEX break_glass_access_granted ON break_glass_access USING btree (granted_at DESC, break_glass_access_id DESC);
CREATE INDEX break_glass_access_patient ON break_glass_access USING btree (patient_id, granted_at DESC);
CREATE INDEX break_glass_access_unreviewed ON break_glass_access USING btree (granted_at DESC, break_glass_access_id DESC) WHERE reviewed_at IS NULL;
CREATE INDEX break_glass_access_user ON break_glass_access USING btree (user_id, patient_id, expires_at);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON break_glass_access FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE canned_reply (
  canned_reply_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  CONSTRAINT canned_reply_pkey PRIMARY KEY (canned_reply_id),
  CONSTRAINT canned_reply_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT canned_reply_message_check CHECK (length(message) >= 1 AND length(message) <= 10000),
  CONSTRAINT canned_reply_title_check CHECK (length(title) >= 1 AND length(title) <= 50)
);
CREATE UNIQUE INDEX canned_reply_title ON canned_reply USING btree (user_id, lower(title));
CREATE INDEX canned_reply_user ON canned_reply USING btree (user_id);

CREATE TABLE care_team_member (
  care_team_member_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  user_id bigint NOT NULL,
  status text NOT NULL,
  status_changed_at timestamptz NOT NULL DEFAULT now(),
  relationship_type text NOT NULL DEFAULT 'none'::text,
  is_pcp boolean NOT NULL DEFAULT false,
  reason text,
  invited_by_user_id bigint,
  invitation_text text,
  joined_by_referral_id bigint,
  joined_by_consultation_id bigint,
  patient_last_first text COLLATE "C" NOT NULL DEFAULT ''::text,
  patient_first_last text COLLATE "C" NOT NULL DEFAULT ''::text,
  version integer NOT NULL DEFAULT 1,
  was_pcp boolean NOT NULL DEFAULT false,
  accepted_through text,
  CONSTRAINT care_team_member_pkey PRIMARY KEY (care_team_member_id),
  CONSTRAINT care_team_member_patient_id_user_id_key UNIQUE (patient_id, user_id),
  CONSTRAINT care_team_member_one_pcp EXCLUDE USING btree (patient_id WITH =) WHERE (is_pcp) DEFERRABLE,
  CONSTRAINT care_team_member_invited_by_user_id_fkey FOREIGN KEY (invited_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT care_team_member_joined_by_consultation_id_fkey FOREIGN KEY (joined_by_consultation_id) REFERENCES consultation(consultation_id) ON DELETE SET NULL,
  CONSTRAINT care_team_member_joined_by_referral_id_fkey FOREIGN KEY (joined_by_referral_id) REFERENCES referral(referral_id) ON DELETE SET NULL,
  CONSTRAINT care_team_member_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT care_team_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT care_team_member_accepted_through_check CHECK (accepted_through = ANY (ARRAY['message'::text, 'referral'::text, 'consultation'::text, 'access_request'::text, 'joining'::text])),
  CONSTRAINT care_team_member_accepted_through_is_member CHECK (accepted_through IS NULL OR status = 'accepted'::text),
  CONSTRAINT care_team_member_invitation_text_check CHECK (length(invitation_text) <= 1000),
  CONSTRAINT care_team_member_pcp_is_member CHECK (NOT is_pcp OR status = 'accepted'::text),
  CONSTRAINT care_team_member_relationship_type_check CHECK (relationship_type = ANY (ARRAY['none'::text, 'new'::text, 'established'::text])),
  CONSTRAINT care_team_member_status_check CHECK (status = ANY (ARRAY['invited'::text, 'accepted'::text, 'declined'::text, 'removed'::text, 'inactive'::text, 'cancelled'::text]))
);
CREATE INDEX care_team_member_accepted ON care_team_member USING btree (patient_id, user_id) WHERE status = 'accepted'::text;
CREATE INDEX care_team_member_accepted_through ON care_team_member USING btree (user_id, status_changed_at) WHERE accepted_through IS NOT NULL;
CREATE INDEX care_team_member_consultation ON care_team_member USING btree (joined_by_consultation_id) WHERE joined_by_consultation_id IS NOT NULL;
CREATE INDEX care_team_member_first_last ON care_team_member USING btree (user_id, patient_first_last, patient_id) WHERE status = 'accepted'::text;
CREATE INDEX care_team_member_invited ON care_team_member USING btree (user_id) WHERE status = 'invited'::text;
CREATE INDEX care_team_member_joined_by ON care_team_member USING btree (joined_by_referral_id) WHERE joined_by_referral_id IS NOT NULL;
CREATE INDEX care_team_member_last_first ON care_team_member USING btree (user_id, patient_last_first, patient_id) WHERE status = 'accepted'::text;
CREATE INDEX care_team_member_later_surname ON care_team_member USING btree (user_id, patient_last_first, patient_id) WHERE status = 'accepted'::text AND patient_last_first ~ '^[^,]*[ -]'::text;
CREATE TRIGGER care_team_member_ended BEFORE UPDATE OF status ON care_team_member FOR EACH ROW WHEN (new.status <> 'accepted'::text AND new.accepted_through IS NOT NULL) EXECUTE FUNCTION care_team_member_ended();
CREATE TRIGGER care_team_member_names BEFORE INSERT ON care_team_member FOR EACH ROW WHEN (new.patient_last_first = ''::text) EXECUTE FUNCTION care_team_member_names();
CREATE TRIGGER care_team_member_pcp BEFORE INSERT ON care_team_member FOR EACH ROW WHEN (new.status = 'accepted'::text AND NOT new.is_pcp) EXECUTE FUNCTION care_team_member_pcp();
CREATE TRIGGER care_team_member_pcp_again BEFORE UPDATE OF status ON care_team_member FOR EACH ROW WHEN (new.status = 'accepted'::text AND old.status <> 'accepted'::text AND NOT new.is_pcp) EXECUTE FUNCTION care_team_member_pcp();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON care_team_member FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE client (
  client_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_organization_id bigint NOT NULL,
  display_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT client_pkey PRIMARY KEY (client_id),
  CONSTRAINT client_client_organization_id_fkey FOREIGN KEY (client_organization_id) REFERENCES client_organization(client_organization_id),
  CONSTRAINT client_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id)
);
CREATE UNIQUE INDEX client_display_name_key ON client USING btree (lower(display_name));
CREATE INDEX client_of_organization ON client USING btree (client_organization_id);

CREATE TABLE client_feature (
  client_id bigint NOT NULL,
  feature text NOT NULL,
  CONSTRAINT client_feature_pkey PRIMARY KEY (client_id, feature),
  CONSTRAINT client_feature_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT client_feature_feature_check CHECK (feature = ANY (ARRAY['canManageReferrals'::text, 'disableSpecialtyOnReferralCreation'::text, 'twoFactorAuthentication'::text]))
);
CREATE TRIGGER rights_deleted AFTER DELETE ON client_feature REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_clients_changed();
CREATE TRIGGER rights_inserted AFTER INSERT ON client_feature REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_clients_changed();
CREATE TRIGGER rights_truncated AFTER TRUNCATE ON client_feature FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all_changed();
CREATE TRIGGER rights_updated_from AFTER UPDATE ON client_feature REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_clients_changed();
CREATE TRIGGER rights_updated_to AFTER UPDATE ON client_feature REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_clients_changed();

CREATE TABLE client_logo (
  client_id bigint NOT NULL,
  content bytea,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT client_logo_pkey PRIMARY KEY (client_id),
  CONSTRAINT client_logo_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT client_logo_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT client_logo_size CHECK (octet_length(content) >= 1 AND octet_length(content) <= 200000)
);

CREATE TABLE client_organization (
  client_organization_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT client_organization_pkey PRIMARY KEY (client_organization_id),
  CONSTRAINT client_organization_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id)
);
CREATE UNIQUE INDEX client_organization_name_key ON client_organization USING btree (lower(name));

CREATE TABLE client_setting (
  client_id bigint NOT NULL,
  name text NOT NULL,
  value integer NOT NULL,
  CONSTRAINT client_setting_pkey PRIMARY KEY (client_id, name),
  CONSTRAINT client_setting_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT client_setting_name_check CHECK (name = ANY (ARRAY['passwordMinimumLength'::text, 'passwordExpirationDays'::text, 'daysUntilInactive'::text, 'urgentMessageMinutes'::text, 'timeZone'::text, 'searchBeyondOwnList'::text, 'referralsOutsideOpenRecord'::text])),
  CONSTRAINT client_setting_value CHECK (
CASE
    WHEN name = ANY (ARRAY['searchBeyondOwnList'::text, 'referralsOutsideOpenRecord'::text]) THEN value = ANY (ARRAY[0, 1])
    WHEN name = 'passwordMinimumLength'::text THEN value >= 12 AND value <= 64
    ELSE value >= 1 AND value <= 3650
END)
);

CREATE TABLE clinical_code (
  code_system text NOT NULL,
  code text NOT NULL,
  description text NOT NULL,
  subjects text[] NOT NULL,
  is_retired boolean NOT NULL DEFAULT false,
  words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('english'::regconfig, description) || to_tsvector('simple'::regconfig, description)) STORED,
  CONSTRAINT clinical_code_pkey PRIMARY KEY (code_system, code),
  CONSTRAINT clinical_code_code_check CHECK (length(code) >= 1 AND length(code) <= 30),
  CONSTRAINT clinical_code_code_system_check CHECK (code_system = ANY (ARRAY['rxnorm'::text, 'snomed'::text, 'loinc'::text])),
  CONSTRAINT clinical_code_description_check CHECK (length(description) >= 1 AND length(description) <= 4000),
  CONSTRAINT clinical_code_subjects_check CHECK (subjects <@ ARRAY['medication'::text, 'allergy'::text, 'problem'::text, 'result'::text] AND subjects <> '{}'::text[])
);
CREATE INDEX clinical_code_prefix ON clinical_code USING btree (code text_pattern_ops) WHERE NOT is_retired;
CREATE INDEX clinical_code_words ON clinical_code USING gin (words) WHERE NOT is_retired;

CREATE TABLE consultation (
  consultation_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  status text NOT NULL DEFAULT 'pending'::text,
  status_changed_at timestamptz NOT NULL DEFAULT now(),
  request_notes text,
  created_by_user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  healthcare_provider_id bigint,
  healthcare_provider_address_info_id bigint,
  requested_to_user_id bigint,
  not_preferred_reason text,
  not_preferred_additional_info text,
  response_notes text,
  answered_by_user_id bigint,
  answered_for_healthcare_provider_id bigint,
  answered_at timestamptz,
  is_answer_unread boolean NOT NULL DEFAULT false,
  followed_by_referral_id bigint,
  date_created timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint NOT NULL,
  CONSTRAINT consultation_pkey PRIMARY KEY (consultation_id),
  CONSTRAINT consultation_answered_by_user_id_fkey FOREIGN KEY (answered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_answered_for_healthcare_provider_id_fkey FOREIGN KEY (answered_for_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT consultation_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT consultation_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_followed_by_referral_id_fkey FOREIGN KEY (followed_by_referral_id) REFERENCES referral(referral_id),
  CONSTRAINT consultation_healthcare_provider_address_info_id_fkey FOREIGN KEY (healthcare_provider_address_info_id) REFERENCES healthcare_provider_address_info(healthcare_provider_address_info_id),
  CONSTRAINT consultation_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT consultation_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT consultation_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT consultation_requested_to_user_id_fkey FOREIGN KEY (requested_to_user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_answer_has_notes CHECK ((status <> ALL (ARRAY['accepted_with_change'::text, 'declined'::text])) OR response_notes IS NOT NULL),
  CONSTRAINT consultation_has_receiver CHECK (num_nonnulls(healthcare_provider_id, requested_to_user_id) > 0),
  CONSTRAINT consultation_not_preferred_additional_info_check CHECK (length(not_preferred_additional_info) <= 250),
  CONSTRAINT consultation_not_preferred_reason_check CHECK (not_preferred_reason = ANY (ARRAY['established_physician'::text, 'patient_preference'::text, 'physician_directed'::text])),
  CONSTRAINT consultation_request_notes_check CHECK (length(request_notes) <= 500),
  CONSTRAINT consultation_response_notes_check CHECK (length(response_notes) <= 500),
  CONSTRAINT consultation_status_check CHECK (status = ANY (ARRAY['pending'::text, 'acknowledged'::text, 'accepted'::text, 'accepted_with_change'::text, 'declined'::text, 'cancelled'::text]))
);
CREATE INDEX consultation_behalf ON consultation USING btree (on_behalf_of_user_id, date_created DESC, consultation_id DESC) WHERE on_behalf_of_user_id IS NOT NULL;
CREATE INDEX consultation_client ON consultation USING btree (client_id, date_created DESC, consultation_id DESC);
CREATE INDEX consultation_creator ON consultation USING btree (created_by_user_id, date_created DESC, consultation_id DESC);
CREATE UNIQUE INDEX consultation_followed_by ON consultation USING btree (followed_by_referral_id) WHERE followed_by_referral_id IS NOT NULL;
CREATE INDEX consultation_patient ON consultation USING btree (patient_id, date_created DESC, consultation_id DESC);
CREATE INDEX consultation_receiver ON consultation USING btree (requested_to_user_id, date_created DESC, consultation_id DESC);
CREATE INDEX consultation_unread_behalf ON consultation USING btree (on_behalf_of_user_id) WHERE is_answer_unread AND on_behalf_of_user_id IS NOT NULL;
CREATE INDEX consultation_unread_creator ON consultation USING btree (created_by_user_id) WHERE is_answer_unread;
CREATE INDEX consultation_without_receiver ON consultation USING btree (healthcare_provider_id) WHERE requested_to_user_id IS NULL AND (status = ANY (ARRAY['pending'::text, 'acknowledged'::text]));
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON consultation FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE consultation_event (
  consultation_event_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  consultation_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  action text NOT NULL,
  from_status text,
  to_status text,
  comment text,
  CONSTRAINT consultation_event_pkey PRIMARY KEY (consultation_event_id),
  CONSTRAINT consultation_event_consultation_id_fkey FOREIGN KEY (consultation_id) REFERENCES consultation(consultation_id) ON DELETE CASCADE,
  CONSTRAINT consultation_event_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT consultation_event_action_check CHECK (action = ANY (ARRAY['created'::text, 'acknowledged'::text, 'accepted'::text, 'accepted_with_change'::text, 'declined'::text, 'cancelled'::text, 'referred'::text]))
);
CREATE INDEX consultation_event_consultation ON consultation_event USING btree (consultation_id, consultation_event_id);
CREATE INDEX consultation_event_occurred ON consultation_event USING brin (occurred_at);

CREATE TABLE conversation (
  conversation_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  conversation_key uuid NOT NULL DEFAULT gen_random_uuid(),
  patient_id bigint,
  member_ids bigint[] NOT NULL,
  last_sequence integer NOT NULL,
  last_message_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  merged_into_conversation_id bigint,
  CONSTRAINT conversation_pkey PRIMARY KEY (conversation_id),
  CONSTRAINT conversation_conversation_key_key UNIQUE (conversation_key),
  CONSTRAINT conversation_once UNIQUE NULLS NOT DISTINCT (member_ids, patient_id),
  CONSTRAINT conversation_merged_into_conversation_id_fkey FOREIGN KEY (merged_into_conversation_id) REFERENCES conversation(conversation_id),
  CONSTRAINT conversation_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT conversation_member_ids_check CHECK (cardinality(member_ids) >= 2 AND cardinality(member_ids) <= 51)
) WITH (fillfactor=85);
CREATE INDEX conversation_members ON conversation USING gin (member_ids);
CREATE INDEX conversation_patient ON conversation USING btree (patient_id) WHERE patient_id IS NOT NULL;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON conversation FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE conversation_member (
  conversation_id bigint NOT NULL,
  user_id bigint NOT NULL,
  patient_id bigint,
  is_archived boolean NOT NULL DEFAULT false,
  has_urgent boolean NOT NULL DEFAULT false,
  sent_count integer NOT NULL DEFAULT 0,
  last_message_at timestamptz NOT NULL,
  CONSTRAINT conversation_member_pkey PRIMARY KEY (conversation_id, user_id),
  CONSTRAINT conversation_member_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE,
  CONSTRAINT conversation_member_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT conversation_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id)
) WITH (fillfactor=80);
CREATE INDEX conversation_member_list ON conversation_member USING btree (user_id, is_archived, last_message_at DESC, conversation_id DESC);
CREATE INDEX conversation_member_urgent ON conversation_member USING btree (user_id, is_archived, last_message_at DESC, conversation_id DESC) WHERE has_urgent;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON conversation_member FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE delivery (
  delivery_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  channel text NOT NULL,
  status text NOT NULL DEFAULT 'queued'::text,
  client_id bigint,
  patient_id bigint,
  referral_id bigint,
  consultation_id bigint,
  created_by_user_id bigint,
  on_behalf_of_user_id bigint,
  recipient_user_id bigint,
  recipient_name text,
  recipient_address text NOT NULL,
  sender_address text NOT NULL,
  subject text,
  body text NOT NULL,
  cover jsonb,
  packet_storage_key text,
  packet_bytes bigint,
  packet_pages integer,
  vendor text,
  created_at timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  failure_seen_at timestamptz,
  resent_from_delivery_id bigint,
  dedupe_key text NOT NULL,
  CONSTRAINT delivery_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT delivery_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT delivery_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT delivery_consultation_id_fkey FOREIGN KEY (consultation_id) REFERENCES consultation(consultation_id),
  CONSTRAINT delivery_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT delivery_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT delivery_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT delivery_recipient_user_id_fkey FOREIGN KEY (recipient_user_id) REFERENCES user_account(user_id),
  CONSTRAINT delivery_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id),
  CONSTRAINT delivery_resent_from_delivery_id_fkey FOREIGN KEY (resent_from_delivery_id) REFERENCES delivery(delivery_id) ON DELETE SET NULL,
  CONSTRAINT delivery_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'direct'::text, 'sms'::text, 'fax'::text, 'emr'::text])),
  CONSTRAINT delivery_packet_storage_key_check CHECK (packet_storage_key ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT delivery_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'unknown'::text]))
);
CREATE INDEX delivery_behalf ON delivery USING btree (on_behalf_of_user_id, delivery_id DESC) WHERE on_behalf_of_user_id IS NOT NULL;
CREATE INDEX delivery_client ON delivery USING btree (client_id, created_at DESC, delivery_id DESC);
CREATE INDEX delivery_consultation ON delivery USING btree (consultation_id, delivery_id) WHERE consultation_id IS NOT NULL;
CREATE INDEX delivery_creator ON delivery USING btree (created_by_user_id, delivery_id DESC) WHERE created_by_user_id IS NOT NULL;
CREATE INDEX delivery_failure_unseen ON delivery USING btree (COALESCE(on_behalf_of_user_id, created_by_user_id), delivery_id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'unknown'::text])) AND failure_seen_at IS NULL AND created_by_user_id IS NOT NULL;
CREATE INDEX delivery_patient ON delivery USING btree (patient_id, delivery_id DESC) WHERE created_by_user_id IS NOT NULL;
CREATE INDEX delivery_patient_sms ON delivery USING btree (patient_id, delivery_id DESC) WHERE channel = 'sms'::text AND created_by_user_id IS NOT NULL;
CREATE INDEX delivery_recipient_user ON delivery USING btree (recipient_user_id, delivery_id DESC) WHERE recipient_user_id IS NOT NULL AND channel = 'email'::text;
CREATE INDEX delivery_referral ON delivery USING btree (referral_id, delivery_id);
CREATE INDEX delivery_sms_recipient ON delivery USING btree (recipient_address, delivery_id DESC) WHERE channel = 'sms'::text;
CREATE INDEX delivery_unfinished ON delivery USING btree (delivery_id) WHERE status = ANY (ARRAY['queued'::text, 'sending'::text]);
CREATE TRIGGER delivery_is_frozen BEFORE UPDATE OF channel, recipient_address, sender_address, subject, body, cover, packet_storage_key ON delivery FOR EACH ROW WHEN (old.channel IS DISTINCT FROM new.channel OR old.recipient_address IS DISTINCT FROM new.recipient_address OR old.sender_address IS DISTINCT FROM new.sender_address OR old.subject IS DISTINCT FROM new.subject OR old.body IS DISTINCT FROM new.body OR old.cover IS DISTINCT FROM new.cover OR old.packet_storage_key IS NOT NULL AND old.packet_storage_key IS DISTINCT FROM new.packet_storage_key) EXECUTE FUNCTION delivery_is_frozen();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON delivery FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE delivery_attempt (
  delivery_attempt_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  delivery_id bigint NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  outcome text NOT NULL,
  vendor text NOT NULL,
  reference uuid NOT NULL DEFAULT gen_random_uuid(),
  vendor_reference text,
  error text,
  CONSTRAINT delivery_attempt_pkey PRIMARY KEY (delivery_attempt_id),
  CONSTRAINT delivery_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(delivery_id) ON DELETE CASCADE,
  CONSTRAINT delivery_attempt_outcome_check CHECK (outcome = ANY (ARRAY['asked'::text, 'accepted'::text, 'delivered'::text, 'failed'::text, 'unknown'::text]))
);
CREATE INDEX delivery_attempt_delivery ON delivery_attempt USING btree (delivery_id);
CREATE INDEX delivery_attempt_reference ON delivery_attempt USING btree (reference);
CREATE INDEX delivery_attempt_vendor ON delivery_attempt USING btree (vendor_reference) WHERE outcome = 'accepted'::text;

CREATE TABLE diagnosis_code (
  coded_concept_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  code text NOT NULL,
  description text NOT NULL,
  is_billable boolean NOT NULL DEFAULT true,
  is_retired boolean NOT NULL DEFAULT false,
  words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('english'::regconfig, description) || to_tsvector('simple'::regconfig, description)) STORED,
  CONSTRAINT diagnosis_code_pkey PRIMARY KEY (coded_concept_id),
  CONSTRAINT diagnosis_code_code_key UNIQUE (code),
  CONSTRAINT diagnosis_code_code_check CHECK (code ~ '^[A-Z][0-9A-Z]{2}(\.[0-9A-Z]{1,4})?$'::text)
);
CREATE INDEX diagnosis_code_prefix ON diagnosis_code USING btree (code text_pattern_ops);
CREATE INDEX diagnosis_code_words ON diagnosis_code USING gin (words);

CREATE TABLE diagnosis_edition (
  year integer NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT diagnosis_edition_pkey PRIMARY KEY (year)
);

CREATE TABLE document_type (
  document_type_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  document_name text NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  CONSTRAINT document_type_pkey PRIMARY KEY (document_type_id),
  CONSTRAINT document_type_document_name_key UNIQUE (document_name)
);

CREATE TABLE emr_pull (
  emr_pull_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  requested_by_user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  requested_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  status text NOT NULL DEFAULT 'queued'::text,
  read_count integer NOT NULL DEFAULT 0,
  result jsonb,
  error text,
  CONSTRAINT emr_pull_pkey PRIMARY KEY (emr_pull_id),
  CONSTRAINT emr_pull_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT emr_pull_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT emr_pull_requested_by_user_id_fkey FOREIGN KEY (requested_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT emr_pull_status_check CHECK (status = ANY (ARRAY['queued'::text, 'reading'::text, 'importing'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX emr_pull_patient ON emr_pull USING btree (patient_id, emr_pull_id DESC);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON emr_pull FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE encounter_configuration (
  client_id bigint NOT NULL,
  shows_mrn boolean NOT NULL DEFAULT true,
  shows_room_number boolean NOT NULL DEFAULT true,
  shows_esi_level boolean NOT NULL DEFAULT true,
  shows_transfers boolean NOT NULL DEFAULT true,
  shows_client_name boolean NOT NULL DEFAULT true,
  CONSTRAINT encounter_configuration_pkey PRIMARY KEY (client_id),
  CONSTRAINT encounter_configuration_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE
);

CREATE TABLE facility (
  facility_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  market_id bigint,
  name text NOT NULL,
  facility_type smallint,
  identifier_type smallint,
  identifier text,
  phone text,
  address1 text,
  address2 text,
  city text,
  state text,
  zipcode text,
  latitude double precision,
  longitude double precision,
  source_system text,
  source_id text,
  source_digest text,
  source_values jsonb,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT facility_pkey PRIMARY KEY (facility_id),
  CONSTRAINT facility_client_id_source_system_source_id_key UNIQUE (client_id, source_system, source_id),
  CONSTRAINT facility_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT facility_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(market_id),
  CONSTRAINT facility_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT facility_facility_type_check CHECK (facility_type >= 1 AND facility_type <= 12 OR facility_type = 20),
  CONSTRAINT facility_identifier_check CHECK (length(identifier) >= 1 AND length(identifier) <= 60),
  CONSTRAINT facility_identifier_type_check CHECK (identifier_type >= 1 AND identifier_type <= 9),
  CONSTRAINT facility_identifier_whole CHECK ((identifier_type IS NULL) = (identifier IS NULL))
);
CREATE INDEX facility_market ON facility USING btree (market_id);
CREATE UNIQUE INDEX facility_name ON facility USING btree (client_id, lower(name));

CREATE TABLE facility_fax_number (
  facility_fax_number_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  facility_id bigint NOT NULL,
  area_code text NOT NULL,
  status text NOT NULL DEFAULT 'requested'::text,
  phone text,
  vendor text NOT NULL,
  error text,
  asked_at timestamptz,
  created_by_user_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT facility_fax_number_pkey PRIMARY KEY (facility_fax_number_id),
  CONSTRAINT facility_fax_number_phone_key UNIQUE (phone),
  CONSTRAINT facility_fax_number_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT facility_fax_number_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT facility_fax_number_facility_id_fkey FOREIGN KEY (facility_id) REFERENCES facility(facility_id),
  CONSTRAINT facility_fax_number_area_code_check CHECK (area_code ~ '^[2-9][0-9]{2}$'::text),
  CONSTRAINT facility_fax_number_check CHECK ((status = 'active'::text) = (phone IS NOT NULL)),
  CONSTRAINT facility_fax_number_check1 CHECK ((status = 'failed'::text) = (error IS NOT NULL)),
  CONSTRAINT facility_fax_number_status_check CHECK (status = ANY (ARRAY['requested'::text, 'active'::text, 'failed'::text]))
);
CREATE INDEX facility_fax_number_client ON facility_fax_number USING btree (client_id);
CREATE INDEX facility_fax_number_facility ON facility_fax_number USING btree (facility_id, facility_fax_number_id DESC);

CREATE TABLE health_condition (
  health_condition_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  diagnosis_code text,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  client_id bigint,
  CONSTRAINT health_condition_pkey PRIMARY KEY (health_condition_id),
  CONSTRAINT health_condition_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT health_condition_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT health_condition_diagnosis_code_check CHECK (length(diagnosis_code) <= 20),
  CONSTRAINT health_condition_name_check CHECK (length(name) >= 1 AND length(name) <= 120)
);
CREATE UNIQUE INDEX health_condition_name_key ON health_condition USING btree (lower(name), client_id) NULLS NOT DISTINCT;

CREATE TABLE healthcare_organization (
  healthcare_organization_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  npi_number text,
  phone text,
  source_system text,
  source_id text,
  source_digest text,
  source_values jsonb,
  version integer NOT NULL DEFAULT 1,
  changed_by_user_id bigint,
  changed_at timestamptz,
  website text,
  CONSTRAINT healthcare_organization_pkey PRIMARY KEY (healthcare_organization_id),
  CONSTRAINT healthcare_organization_source_system_source_id_key UNIQUE (source_system, source_id),
  CONSTRAINT healthcare_organization_changed_by_user_id_fkey FOREIGN KEY (changed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_organization_website CHECK (website ~* '^https?://'::text AND length(website) <= 300)
);
CREATE INDEX healthcare_organization_name ON healthcare_organization USING btree (search_key(name) text_pattern_ops);
CREATE INDEX healthcare_organization_npi ON healthcare_organization USING btree (npi_number);
CREATE TRIGGER organization_name_changed AFTER UPDATE OF name ON healthcare_organization FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION organization_name_changed();

CREATE TABLE healthcare_organization_address_info (
  healthcare_organization_address_info_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  healthcare_organization_id bigint NOT NULL,
  address_id bigint NOT NULL,
  address_label text,
  office_phone text,
  fax_number text,
  location_code text,
  is_archived boolean NOT NULL DEFAULT false,
  source_key text,
  version integer NOT NULL DEFAULT 1,
  search_town text COLLATE "C",
  search_name text COLLATE "C",
  CONSTRAINT healthcare_organization_address_info_pkey PRIMARY KEY (healthcare_organization_address_info_id),
  CONSTRAINT healthcare_organization_address_info_once EXCLUDE USING btree (healthcare_organization_id WITH =, address_id WITH =) WHERE (NOT is_archived) DEFERRABLE,
  CONSTRAINT healthcare_organization_address_healthcare_organization_id_fkey FOREIGN KEY (healthcare_organization_id) REFERENCES healthcare_organization(healthcare_organization_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_organization_address_info_address_id_fkey FOREIGN KEY (address_id) REFERENCES address(address_id)
);
CREATE INDEX healthcare_organization_address_info_address ON healthcare_organization_address_info USING btree (address_id);
CREATE INDEX healthcare_organization_address_info_fax ON healthcare_organization_address_info USING btree (phone_key(fax_number));
CREATE INDEX healthcare_organization_address_info_organization ON healthcare_organization_address_info USING btree (healthcare_organization_id);
CREATE INDEX healthcare_organization_address_info_phone ON healthcare_organization_address_info USING btree (phone_key(office_phone));
CREATE INDEX healthcare_organization_address_info_town ON healthcare_organization_address_info USING btree (search_town, search_name, healthcare_organization_id) WHERE NOT is_archived;
CREATE TRIGGER copy_organization_town BEFORE INSERT OR UPDATE OF address_id, healthcare_organization_id ON healthcare_organization_address_info FOR EACH ROW EXECUTE FUNCTION copy_organization_town();

CREATE TABLE healthcare_provider (
  healthcare_provider_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint,
  origin_client_id bigint,
  healthcare_organization_id bigint,
  healthcare_provider_specialty_id bigint,
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  last_first text COLLATE "C" NOT NULL GENERATED ALWAYS AS (name_key((last_name || ', '::text) || first_name)) STORED,
  first_last text COLLATE "C" NOT NULL GENERATED ALWAYS AS (name_key((first_name || ' '::text) || last_name)) STORED,
  degree text,
  gender text,
  npi_number text,
  npi_is_valid boolean NOT NULL DEFAULT true,
  npi_deactivated_on date,
  dea_number text,
  license_number text,
  physician_code text,
  email text,
  direct_email text,
  office_phone text,
  home_phone text,
  mobile_phone text,
  fax text,
  accepts_new_patients boolean,
  is_employed boolean,
  enrollment_status text,
  language_codes integer[] NOT NULL DEFAULT '{}'::integer[],
  populations text[] NOT NULL DEFAULT '{}'::text[],
  public_notes text,
  private_notes text,
  source_digest text,
  source_values jsonb,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  network_version integer NOT NULL DEFAULT 1,
  network_updated_by_user_id bigint,
  network_updated_at timestamptz,
  website text,
  user_linked_by_user_id bigint,
  CONSTRAINT healthcare_provider_pkey PRIMARY KEY (healthcare_provider_id),
  CONSTRAINT healthcare_provider_user_id_key UNIQUE (user_id),
  CONSTRAINT healthcare_provider_healthcare_organization_id_fkey FOREIGN KEY (healthcare_organization_id) REFERENCES healthcare_organization(healthcare_organization_id),
  CONSTRAINT healthcare_provider_healthcare_provider_specialty_id_fkey FOREIGN KEY (healthcare_provider_specialty_id) REFERENCES healthcare_provider_specialty(healthcare_provider_specialty_id),
  CONSTRAINT healthcare_provider_network_updated_by_user_id_fkey FOREIGN KEY (network_updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_provider_origin_client_id_fkey FOREIGN KEY (origin_client_id) REFERENCES client(client_id),
  CONSTRAINT healthcare_provider_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_provider_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_provider_user_linked_by_user_id_fkey FOREIGN KEY (user_linked_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_provider_enrollment_status_check CHECK (enrollment_status = ANY (ARRAY['not_enrolled'::text, 'requested'::text, 'initiated'::text, 'enrollment_token_expired'::text, 'agreement_viewed'::text, 'pending_supervisor_approval'::text, 'supervisor_approval_denied'::text, 'enrolled'::text])),
  CONSTRAINT healthcare_provider_gender_check CHECK (gender = ANY (ARRAY['M'::text, 'F'::text])),
  CONSTRAINT healthcare_provider_website CHECK (website ~* '^https?://'::text AND length(website) <= 300)
);
CREATE INDEX healthcare_provider_first_last ON healthcare_provider USING btree (first_last);
CREATE INDEX healthcare_provider_last_first ON healthcare_provider USING btree (last_first);
CREATE INDEX healthcare_provider_npi ON healthcare_provider USING btree (npi_number);
CREATE INDEX healthcare_provider_organization ON healthcare_provider USING btree (healthcare_organization_id);
CREATE INDEX healthcare_provider_specialty_name ON healthcare_provider USING btree (healthcare_provider_specialty_id, last_first);
CREATE INDEX healthcare_provider_users ON healthcare_provider USING btree (last_first) WHERE user_id IS NOT NULL;
CREATE INDEX healthcare_provider_users_specialty ON healthcare_provider USING btree (healthcare_provider_specialty_id, last_first) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX healthcare_provider_valid_npi ON healthcare_provider USING btree (npi_number) WHERE npi_is_valid;
CREATE TRIGGER provider_name_changed AFTER UPDATE OF first_name, last_name, user_id ON healthcare_provider FOR EACH ROW WHEN (old.last_first IS DISTINCT FROM new.last_first OR (old.user_id IS NULL) <> (new.user_id IS NULL)) EXECUTE FUNCTION provider_name_changed();
CREATE TRIGGER provider_specialty_changed AFTER UPDATE OF healthcare_provider_specialty_id ON healthcare_provider FOR EACH ROW WHEN (old.healthcare_provider_specialty_id IS DISTINCT FROM new.healthcare_provider_specialty_id) EXECUTE FUNCTION provider_specialty_changed();

CREATE TABLE healthcare_provider_address_info (
  healthcare_provider_address_info_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  healthcare_provider_id bigint NOT NULL,
  address_id bigint NOT NULL,
  address_label text,
  office_phone text,
  fax_number text,
  location_code text,
  is_mailing boolean NOT NULL DEFAULT false,
  is_archived boolean NOT NULL DEFAULT false,
  search_specialty_id bigint,
  search_latitude double precision,
  search_longitude double precision,
  source_key text,
  version integer NOT NULL DEFAULT 1,
  changed_by_user_id bigint,
  changed_at timestamptz,
  search_town text COLLATE "C",
  search_name text COLLATE "C",
  search_has_user boolean NOT NULL DEFAULT false,
  CONSTRAINT healthcare_provider_address_info_pkey PRIMARY KEY (healthcare_provider_address_info_id),
  CONSTRAINT healthcare_provider_address_info_source UNIQUE (healthcare_provider_id, source_key),
  CONSTRAINT healthcare_provider_address_info_once EXCLUDE USING btree (healthcare_provider_id WITH =, address_id WITH =) WHERE (NOT is_archived) DEFERRABLE,
  CONSTRAINT healthcare_provider_address_info_address_fkey FOREIGN KEY (address_id) REFERENCES address(address_id),
  CONSTRAINT healthcare_provider_address_info_changed_by_user_id_fkey FOREIGN KEY (changed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_provider_address_info_provider_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE
);
CREATE INDEX healthcare_provider_address_info_address ON healthcare_provider_address_info USING btree (address_id);
CREATE INDEX healthcare_provider_address_info_fax ON healthcare_provider_address_info USING btree (phone_key(fax_number));
CREATE INDEX healthcare_provider_address_info_phone ON healthcare_provider_address_info USING btree (phone_key(office_phone));
CREATE INDEX healthcare_provider_address_info_position ON healthcare_provider_address_info USING gist (point(search_longitude, search_latitude)) WHERE NOT is_archived;
CREATE INDEX healthcare_provider_address_info_provider ON healthcare_provider_address_info USING btree (healthcare_provider_id) WHERE NOT is_archived;
CREATE INDEX healthcare_provider_address_info_specialty ON healthcare_provider_address_info USING btree (search_specialty_id, search_latitude, search_longitude) WHERE NOT is_archived;
CREATE INDEX healthcare_provider_address_info_town ON healthcare_provider_address_info USING btree (search_town, search_name, healthcare_provider_id) WHERE NOT is_archived AND NOT is_mailing;
CREATE INDEX healthcare_provider_address_info_town_specialty ON healthcare_provider_address_info USING btree (search_town, search_specialty_id, search_name, healthcare_provider_id) WHERE NOT is_archived AND NOT is_mailing;
CREATE INDEX healthcare_provider_address_info_town_users ON healthcare_provider_address_info USING btree (search_town, search_name, healthcare_provider_id) WHERE NOT is_archived AND NOT is_mailing AND search_has_user;
CREATE TRIGGER copy_search_position BEFORE INSERT OR UPDATE OF address_id, healthcare_provider_id ON healthcare_provider_address_info FOR EACH ROW EXECUTE FUNCTION copy_search_position();

CREATE TABLE healthcare_provider_affiliation (
  healthcare_provider_id bigint NOT NULL,
  client_id bigint NOT NULL,
  affiliation_tier_id bigint NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  CONSTRAINT healthcare_provider_affiliation_pkey PRIMARY KEY (healthcare_provider_id, affiliation_tier_id),
  CONSTRAINT healthcare_provider_affiliati_client_id_affiliation_tier_i_fkey FOREIGN KEY (client_id, affiliation_tier_id) REFERENCES affiliation_tier(client_id, affiliation_tier_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_affiliation_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX healthcare_provider_affiliation_primary ON healthcare_provider_affiliation USING btree (healthcare_provider_id, client_id) WHERE is_primary;
CREATE INDEX healthcare_provider_affiliation_tier ON healthcare_provider_affiliation USING btree (affiliation_tier_id, healthcare_provider_id);

CREATE TABLE healthcare_provider_insurance_plan (
  healthcare_provider_id bigint NOT NULL,
  insurance_plan_id bigint NOT NULL,
  CONSTRAINT healthcare_provider_insurance_plan_pkey PRIMARY KEY (healthcare_provider_id, insurance_plan_id),
  CONSTRAINT healthcare_provider_insurance_plan_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_insurance_plan_insurance_plan_id_fkey FOREIGN KEY (insurance_plan_id) REFERENCES insurance_plan(insurance_plan_id) ON DELETE CASCADE
);
CREATE INDEX healthcare_provider_insurance_plan_plan ON healthcare_provider_insurance_plan USING btree (insurance_plan_id, healthcare_provider_id);

CREATE TABLE healthcare_provider_on_call (
  healthcare_provider_on_call_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  healthcare_provider_id bigint NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT healthcare_provider_on_call_pkey PRIMARY KEY (healthcare_provider_on_call_id),
  CONSTRAINT healthcare_provider_on_call_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_on_call_check CHECK (starts_at < ends_at)
);
CREATE INDEX healthcare_provider_on_call_provider ON healthcare_provider_on_call USING btree (healthcare_provider_id, ends_at);

CREATE TABLE healthcare_provider_preferred_by (
  healthcare_provider_id bigint NOT NULL,
  preferred_by_healthcare_provider_id bigint NOT NULL,
  CONSTRAINT healthcare_provider_preferred_by_pkey PRIMARY KEY (healthcare_provider_id, preferred_by_healthcare_provider_id),
  CONSTRAINT healthcare_provider_preferred_by_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_preferred_preferred_by_healthcare_prov_fkey FOREIGN KEY (preferred_by_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_preferred_by_check CHECK (healthcare_provider_id <> preferred_by_healthcare_provider_id)
);
CREATE INDEX healthcare_provider_preferred_by_other ON healthcare_provider_preferred_by USING btree (preferred_by_healthcare_provider_id, healthcare_provider_id);

CREATE TABLE healthcare_provider_specialty (
  healthcare_provider_specialty_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  taxonomy_code text,
  is_primary_care boolean NOT NULL GENERATED ALWAYS AS (COALESCE(taxonomy_code = ANY (ARRAY['207Q00000X'::text, '207R00000X'::text]), false) OR (name = ANY (ARRAY['Family Medicine'::text, 'Family Practice'::text, 'Internal Medicine'::text]))) STORED,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  client_id bigint,
  CONSTRAINT healthcare_provider_specialty_pkey PRIMARY KEY (healthcare_provider_specialty_id),
  CONSTRAINT healthcare_provider_specialty_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT healthcare_provider_specialty_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id)
);
CREATE UNIQUE INDEX healthcare_provider_specialty_name_key ON healthcare_provider_specialty USING btree (lower(name), client_id) NULLS NOT DISTINCT;
CREATE INDEX healthcare_provider_specialty_taxonomy ON healthcare_provider_specialty USING btree (taxonomy_code);

CREATE TABLE healthcare_provider_tag (
  healthcare_provider_tag_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  tag_name text NOT NULL,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT healthcare_provider_tag_pkey PRIMARY KEY (healthcare_provider_tag_id),
  CONSTRAINT healthcare_provider_tag_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_tag_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT healthcare_provider_tag_name_length CHECK (length(tag_name) >= 1 AND length(tag_name) <= 60)
);
CREATE UNIQUE INDEX healthcare_provider_tag_name ON healthcare_provider_tag USING btree (client_id, lower(tag_name));

CREATE TABLE healthcare_provider_tagging (
  healthcare_provider_id bigint NOT NULL,
  healthcare_provider_tag_id bigint NOT NULL,
  CONSTRAINT healthcare_provider_tagging_pkey PRIMARY KEY (healthcare_provider_id, healthcare_provider_tag_id),
  CONSTRAINT healthcare_provider_tagging_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT healthcare_provider_tagging_healthcare_provider_tag_id_fkey FOREIGN KEY (healthcare_provider_tag_id) REFERENCES healthcare_provider_tag(healthcare_provider_tag_id) ON DELETE CASCADE
);
CREATE INDEX healthcare_provider_tagging_tag ON healthcare_provider_tagging USING btree (healthcare_provider_tag_id, healthcare_provider_id);

CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  request_digest text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (user_id, endpoint, key),
  CONSTRAINT idempotency_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT idempotency_key_key_check CHECK (length(key) >= 8 AND length(key) <= 200)
);
CREATE INDEX idempotency_key_created ON idempotency_key USING btree (created_at);

CREATE TABLE import_file (
  import_file_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  import_run_id bigint NOT NULL,
  name text NOT NULL,
  created integer NOT NULL,
  updated integer NOT NULL,
  unchanged integer NOT NULL,
  removed integer NOT NULL,
  rejected integer NOT NULL,
  CONSTRAINT import_file_pkey PRIMARY KEY (import_file_id),
  CONSTRAINT import_file_import_run_id_fkey FOREIGN KEY (import_run_id) REFERENCES import_run(import_run_id) ON DELETE CASCADE
);
CREATE INDEX import_file_run ON import_file USING btree (import_run_id, import_file_id);

CREATE TABLE import_finding (
  import_finding_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  import_run_id bigint,
  patient_id bigint,
  kind text NOT NULL,
  file_name text NOT NULL,
  line integer,
  record_type text,
  record_id text,
  record_key text NOT NULL,
  reason text NOT NULL,
  raw_storage_key text,
  found_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CONSTRAINT import_finding_pkey PRIMARY KEY (import_finding_id),
  CONSTRAINT import_finding_once UNIQUE (client_id, record_key, reason),
  CONSTRAINT import_finding_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT import_finding_import_run_id_fkey FOREIGN KEY (import_run_id) REFERENCES import_run(import_run_id),
  CONSTRAINT import_finding_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT import_finding_kind_check CHECK (kind = ANY (ARRAY['rejected'::text, 'left_out'::text]))
);
CREATE INDEX import_finding_client ON import_finding USING btree (client_id, import_finding_id DESC);
CREATE INDEX import_finding_patient ON import_finding USING btree (patient_id) WHERE settled_at IS NULL;
CREATE INDEX import_finding_run ON import_finding USING btree (import_run_id, import_finding_id DESC);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON import_finding FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE import_not_kept (
  import_not_kept_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  sender text NOT NULL,
  kind text NOT NULL,
  import_run_id bigint NOT NULL,
  how_many integer NOT NULL,
  CONSTRAINT import_not_kept_pkey PRIMARY KEY (import_not_kept_id),
  CONSTRAINT import_not_kept_once UNIQUE (patient_id, sender, kind, import_run_id),
  CONSTRAINT import_not_kept_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT import_not_kept_how_many_check CHECK (how_many > 0)
);
CREATE INDEX import_not_kept_run ON import_not_kept USING btree (import_run_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON import_not_kept FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE import_run (
  import_run_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  sender text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  not_kept jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT import_run_pkey PRIMARY KEY (import_run_id),
  CONSTRAINT import_run_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX import_run_client ON import_run USING btree (client_id, import_run_id DESC);

CREATE TABLE imported_message (
  client_id bigint NOT NULL,
  digest text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT imported_message_pkey PRIMARY KEY (client_id, digest),
  CONSTRAINT imported_message_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);

CREATE TABLE insurance_carrier (
  insurance_carrier_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  client_id bigint,
  CONSTRAINT insurance_carrier_pkey PRIMARY KEY (insurance_carrier_id),
  CONSTRAINT insurance_carrier_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT insurance_carrier_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT insurance_carrier_name_length CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE UNIQUE INDEX insurance_carrier_name ON insurance_carrier USING btree (lower(name), client_id) NULLS NOT DISTINCT;

CREATE TABLE insurance_plan (
  insurance_plan_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  insurance_carrier_id bigint NOT NULL,
  name text NOT NULL,
  plan_type text NOT NULL,
  plan_subtype text NOT NULL,
  is_disabled boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  client_id bigint,
  CONSTRAINT insurance_plan_pkey PRIMARY KEY (insurance_plan_id),
  CONSTRAINT insurance_plan_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT insurance_plan_insurance_carrier_id_fkey FOREIGN KEY (insurance_carrier_id) REFERENCES insurance_carrier(insurance_carrier_id),
  CONSTRAINT insurance_plan_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT insurance_plan_name_length CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT insurance_plan_plan_subtype_check CHECK (plan_subtype = ANY (ARRAY['commercial'::text, 'exchange'::text, 'medicaid'::text, 'medicare_advantage'::text, 'military'::text, 'other'::text])),
  CONSTRAINT insurance_plan_plan_type_check CHECK (plan_type = ANY (ARRAY['hmo'::text, 'ppo'::text, 'epo'::text, 'pos'::text, 'medicaid'::text, 'other'::text, 'ipa'::text]))
);
CREATE UNIQUE INDEX insurance_plan_name ON insurance_plan USING btree (insurance_carrier_id, lower(name), client_id) NULLS NOT DISTINCT;

CREATE TABLE invite_batch (
  invite_batch_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  session_id bigint,
  ip text,
  is_accepting boolean NOT NULL,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT invite_batch_pkey PRIMARY KEY (invite_batch_id),
  CONSTRAINT invite_batch_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT invite_batch_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id)
);
CREATE INDEX invite_batch_user ON invite_batch USING btree (user_id, created_at DESC);

CREATE TABLE invite_batch_item (
  invite_batch_item_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  invite_batch_id bigint NOT NULL,
  care_team_member_id bigint NOT NULL,
  outcome text,
  message text,
  CONSTRAINT invite_batch_item_pkey PRIMARY KEY (invite_batch_item_id),
  CONSTRAINT invite_batch_item_invite_batch_id_care_team_member_id_key UNIQUE (invite_batch_id, care_team_member_id),
  CONSTRAINT invite_batch_item_invite_batch_id_fkey FOREIGN KEY (invite_batch_id) REFERENCES invite_batch(invite_batch_id) ON DELETE CASCADE,
  CONSTRAINT invite_batch_item_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'refused'::text]))
);

CREATE TABLE login_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL,
  identity_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT login_identity_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT login_identity_one_per_issuer UNIQUE (user_id, issuer),
  CONSTRAINT login_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT login_identity_identity_type_check CHECK (identity_type = ANY (ARRAY['azure_ad'::text, 'athena_username'::text, 'google'::text, 'microsoft'::text, 'openid_connect'::text]))
);

CREATE TABLE market (
  market_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT market_pkey PRIMARY KEY (market_id),
  CONSTRAINT market_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT market_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id)
);
CREATE UNIQUE INDEX market_client_id_name_key ON market USING btree (client_id, lower(name));

CREATE TABLE message (
  conversation_id bigint NOT NULL,
  sequence integer NOT NULL,
  message text NOT NULL,
  priority text NOT NULL DEFAULT 'normal'::text,
  from_user_id bigint NOT NULL,
  from_identity_user_id bigint NOT NULL,
  date_sent timestamptz NOT NULL,
  referral_id bigint,
  consultation_id bigint,
  CONSTRAINT message_pkey PRIMARY KEY (conversation_id, sequence),
  CONSTRAINT message_consultation_id_fkey FOREIGN KEY (consultation_id) REFERENCES consultation(consultation_id) ON DELETE SET NULL,
  CONSTRAINT message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE,
  CONSTRAINT message_from_identity_user_id_fkey FOREIGN KEY (from_identity_user_id) REFERENCES user_account(user_id),
  CONSTRAINT message_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES user_account(user_id),
  CONSTRAINT message_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE SET NULL,
  CONSTRAINT message_about_one CHECK (referral_id IS NULL OR consultation_id IS NULL),
  CONSTRAINT message_message_check CHECK (length(message) >= 1 AND length(message) <= 10000),
  CONSTRAINT message_priority_check CHECK (priority = ANY (ARRAY['normal'::text, 'urgent'::text])),
  CONSTRAINT message_sequence_check CHECK (sequence > 0)
);
CREATE INDEX message_consultation ON message USING btree (consultation_id) WHERE consultation_id IS NOT NULL;
CREATE INDEX message_date_sent ON message USING brin (date_sent);
CREATE INDEX message_referral ON message USING btree (referral_id) WHERE referral_id IS NOT NULL;

CREATE TABLE message_attachment (
  conversation_id bigint NOT NULL,
  sequence integer NOT NULL,
  patient_document_id bigint NOT NULL,
  CONSTRAINT message_attachment_pkey PRIMARY KEY (conversation_id, sequence, patient_document_id),
  CONSTRAINT message_attachment_conversation_id_sequence_fkey FOREIGN KEY (conversation_id, sequence) REFERENCES message(conversation_id, sequence) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT message_attachment_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id)
);
CREATE INDEX message_attachment_document ON message_attachment USING btree (patient_document_id);

CREATE TABLE message_draft (
  message_draft_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  member_user_id bigint NOT NULL,
  conversation_id bigint,
  patient_id bigint,
  recipient_user_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  message text NOT NULL,
  priority text NOT NULL DEFAULT 'normal'::text,
  patient_charts jsonb NOT NULL DEFAULT '[]'::jsonb,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT message_draft_pkey PRIMARY KEY (message_draft_id),
  CONSTRAINT message_draft_once UNIQUE NULLS NOT DISTINCT (user_id, member_user_id, conversation_id),
  CONSTRAINT message_draft_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id) ON DELETE CASCADE,
  CONSTRAINT message_draft_member_user_id_fkey FOREIGN KEY (member_user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT message_draft_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT message_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT message_draft_message_check CHECK (length(message) <= 10000),
  CONSTRAINT message_draft_priority_check CHECK (priority = ANY (ARRAY['normal'::text, 'urgent'::text]))
);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON message_draft FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE mrn_system (
  client_id bigint NOT NULL,
  system text NOT NULL,
  name text NOT NULL,
  CONSTRAINT mrn_system_pkey PRIMARY KEY (client_id, system),
  CONSTRAINT mrn_system_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);

CREATE TABLE notification_setting (
  user_id bigint NOT NULL,
  event_type text NOT NULL,
  notify_by_email boolean NOT NULL,
  notify_by_direct boolean NOT NULL DEFAULT false,
  notify_by_sms boolean NOT NULL DEFAULT false,
  urgency_days integer[] NOT NULL DEFAULT '{}'::integer[],
  summarized_on date,
  CONSTRAINT notification_setting_pkey PRIMARY KEY (user_id, event_type),
  CONSTRAINT notification_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE INDEX notification_setting_summary ON notification_setting USING btree (user_id) WHERE event_type = 'dailySummary'::text AND notify_by_email;

CREATE TABLE password_reset (
  password_reset_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint,
  nonce bytea NOT NULL,
  token_digest bytea NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT password_reset_pkey PRIMARY KEY (password_reset_id),
  CONSTRAINT password_reset_token_digest_key UNIQUE (token_digest),
  CONSTRAINT password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE INDEX password_reset_expires ON password_reset USING btree (expires_at);
CREATE INDEX password_reset_user ON password_reset USING btree (user_id);

CREATE TABLE patient (
  patient_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  mrn text NOT NULL,
  mrn_system text,
  mrn_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(mrn)) STORED,
  name_prefix text,
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  name_suffix text,
  last_first text COLLATE "C" NOT NULL GENERATED ALWAYS AS (name_key((last_name || ', '::text) || first_name)) STORED,
  first_last text COLLATE "C" NOT NULL GENERATED ALWAYS AS (name_key((first_name || ' '::text) || last_name)) STORED,
  date_of_birth date,
  gender text NOT NULL DEFAULT 'unknown'::text,
  is_deceased boolean,
  deceased_on date,
  ssn text,
  home_phone text,
  cell_phone text,
  office_phone text,
  alternate_phone text,
  email text,
  address1 text,
  address2 text,
  city text,
  state text,
  zipcode text,
  latitude double precision,
  longitude double precision,
  language text,
  marital_status text,
  caregiver_name text,
  next_of_kin_name text,
  next_of_kin_relationship text,
  next_of_kin_phone text,
  pcp_healthcare_provider_id bigint,
  pcp_name text,
  is_active boolean NOT NULL DEFAULT true,
  is_possible_duplicate boolean NOT NULL DEFAULT false,
  merged_into_patient_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  source_digest text,
  source_values jsonb,
  version integer NOT NULL DEFAULT 1,
  match_keys integer[] NOT NULL GENERATED ALWAYS AS (patient_match_keys(client_id, last_name, first_name, date_of_birth, phone_keys(home_phone, cell_phone, office_phone, alternate_phone), address1, zipcode, ssn)) STORED,
  CONSTRAINT patient_pkey PRIMARY KEY (patient_id),
  CONSTRAINT patient_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT patient_merged_into_patient_id_fkey FOREIGN KEY (merged_into_patient_id) REFERENCES patient(patient_id),
  CONSTRAINT patient_pcp_healthcare_provider_id_fkey FOREIGN KEY (pcp_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT patient_gender_check CHECK (gender = ANY (ARRAY['male'::text, 'female'::text, 'unknown'::text]))
);
CREATE INDEX patient_date_of_birth ON patient USING btree (client_id, date_of_birth, patient_id);
CREATE INDEX patient_first_last ON patient USING btree (client_id, first_last, patient_id);
CREATE INDEX patient_last_first ON patient USING btree (client_id, last_first, patient_id);
CREATE INDEX patient_match ON patient USING gin (match_keys) WITH (fastupdate=off);
CREATE INDEX patient_match_undated ON patient USING gin (match_keys) WITH (fastupdate=off) WHERE date_of_birth IS NULL;
CREATE INDEX patient_merged_into ON patient USING btree (merged_into_patient_id) WHERE merged_into_patient_id IS NOT NULL;
CREATE INDEX patient_mrn ON patient USING btree (client_id, mrn_key, patient_id);
CREATE INDEX patient_phones ON patient USING gin (phone_keys(home_phone, cell_phone, office_phone, alternate_phone));
CREATE TRIGGER patient_names AFTER INSERT OR UPDATE OF first_name, last_name ON patient FOR EACH ROW EXECUTE FUNCTION patient_names();
CREATE TRIGGER patient_renamed AFTER UPDATE OF first_name, last_name ON patient FOR EACH ROW WHEN (old.last_first IS DISTINCT FROM new.last_first) EXECUTE FUNCTION patient_renamed();
CREATE TRIGGER patient_surname_parts AFTER INSERT ON patient FOR EACH ROW WHEN (new.last_first ~ '^[^,]*[ -]'::text) EXECUTE FUNCTION patient_surname_parts();
CREATE TRIGGER patient_surname_parts_changed AFTER UPDATE OF first_name, last_name, client_id ON patient FOR EACH ROW WHEN (old.last_first IS DISTINCT FROM new.last_first OR old.client_id IS DISTINCT FROM new.client_id) EXECUTE FUNCTION patient_surname_parts();

CREATE TABLE patient_addition (
  patient_id bigint NOT NULL,
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  statement text,
  seen_patient_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT patient_addition_pkey PRIMARY KEY (patient_id),
  CONSTRAINT patient_addition_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_addition_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_addition_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id)
);

CREATE TABLE patient_allergy (
  patient_allergy_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  code_system text,
  code text,
  description text NOT NULL,
  is_none_known boolean NOT NULL DEFAULT false,
  kind text,
  category text,
  clinical_status text NOT NULL,
  verification text,
  criticality text,
  severity text,
  reactions jsonb NOT NULL DEFAULT '[]'::jsonb,
  note text,
  onset_date date,
  onset_precision text NOT NULL DEFAULT 'day'::text,
  onset_text text,
  stated_date date,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  edited_columns text[] NOT NULL DEFAULT '{}'::text[],
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT patient_allergy_pkey PRIMARY KEY (patient_allergy_id),
  CONSTRAINT patient_allergy_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_allergy_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_allergy_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_allergy_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_allergy_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_allergy_category_check CHECK (category = ANY (ARRAY['food'::text, 'medication'::text, 'environment'::text, 'biologic'::text])),
  CONSTRAINT patient_allergy_clinical_status_check CHECK (clinical_status = ANY (ARRAY['active'::text, 'inactive'::text, 'resolved'::text, 'unknown'::text])),
  CONSTRAINT patient_allergy_criticality_check CHECK (criticality = ANY (ARRAY['low'::text, 'high'::text, 'unable_to_assess'::text])),
  CONSTRAINT patient_allergy_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_allergy_kind_check CHECK (kind = ANY (ARRAY['allergy'::text, 'intolerance'::text])),
  CONSTRAINT patient_allergy_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_allergy_onset_precision_check CHECK (onset_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_allergy_reactions_check CHECK (jsonb_typeof(reactions) = 'array'::text),
  CONSTRAINT patient_allergy_severity_check CHECK (severity = ANY (ARRAY['mild'::text, 'moderate'::text, 'severe'::text])),
  CONSTRAINT patient_allergy_verification_check CHECK (verification = ANY (ARRAY['unconfirmed'::text, 'presumed'::text, 'confirmed'::text, 'refuted'::text]))
);
CREATE INDEX patient_allergy_document ON patient_allergy USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_allergy_encounter ON patient_allergy USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX patient_allergy_patient ON patient_allergy USING btree (patient_id, patient_allergy_id);
CREATE TRIGGER patient_allergy_changed BEFORE UPDATE OF description, clinical_status, verification, criticality, severity, reactions, is_entered_in_error ON patient_allergy FOR EACH ROW WHEN (old.description IS DISTINCT FROM new.description OR old.clinical_status IS DISTINCT FROM new.clinical_status OR old.verification IS DISTINCT FROM new.verification OR old.criticality IS DISTINCT FROM new.criticality OR old.severity IS DISTINCT FROM new.severity OR old.reactions IS DISTINCT FROM new.reactions OR old.is_entered_in_error IS DISTINCT FROM new.is_entered_in_error) EXECUTE FUNCTION clinical_statement_changed();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_allergy FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_appointment (
  patient_appointment_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  referral_id bigint,
  healthcare_provider_id bigint,
  healthcare_provider_address_info_id bigint,
  facility_id bigint,
  appointment_time timestamptz NOT NULL,
  description text,
  status text NOT NULL DEFAULT 'pending'::text,
  created_by_user_id bigint,
  date_created timestamptz NOT NULL DEFAULT now(),
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  provider_name text,
  place_name text,
  service text,
  time_zone text,
  CONSTRAINT patient_appointment_pkey PRIMARY KEY (patient_appointment_id),
  CONSTRAINT patient_appointment_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_appointment_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_appointment_facility_id_fkey FOREIGN KEY (facility_id) REFERENCES facility(facility_id),
  CONSTRAINT patient_appointment_healthcare_provider_address_info_id_fkey FOREIGN KEY (healthcare_provider_address_info_id) REFERENCES healthcare_provider_address_info(healthcare_provider_address_info_id),
  CONSTRAINT patient_appointment_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT patient_appointment_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_appointment_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_appointment_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE SET NULL,
  CONSTRAINT patient_appointment_status_check CHECK (status = ANY (ARRAY['pending'::text, 'pending_no_answer'::text, 'completed'::text, 'no_show'::text, 'canceled'::text, 'canceled_and_rescheduled'::text])),
  CONSTRAINT patient_appointment_time_is_sane CHECK (appointment_time >= '1900-01-01 00:00:00+00'::timestamp with time zone AND appointment_time <= '2200-01-01 00:00:00+00'::timestamp with time zone)
);
CREATE INDEX patient_appointment_address ON patient_appointment USING btree (healthcare_provider_address_info_id);
CREATE UNIQUE INDEX patient_appointment_current ON patient_appointment USING btree (referral_id) WHERE (status = ANY (ARRAY['pending'::text, 'pending_no_answer'::text])) AND referral_id IS NOT NULL;
CREATE INDEX patient_appointment_patient ON patient_appointment USING btree (patient_id, appointment_time DESC, patient_appointment_id);
CREATE INDEX patient_appointment_provider ON patient_appointment USING btree (healthcare_provider_id, patient_id);
CREATE INDEX patient_appointment_provider_day ON patient_appointment USING btree (healthcare_provider_id, appointment_time) WHERE status = ANY (ARRAY['pending'::text, 'pending_no_answer'::text]);
CREATE INDEX patient_appointment_referral ON patient_appointment USING btree (referral_id);
CREATE INDEX patient_appointment_to_come ON patient_appointment USING btree (appointment_time) WHERE (status = ANY (ARRAY['pending'::text, 'pending_no_answer'::text])) AND referral_id IS NOT NULL;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_appointment FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_background (
  patient_background_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  kind text NOT NULL,
  code_system text,
  code text,
  description text NOT NULL,
  relationship text,
  status text,
  details text,
  stated_date date,
  stated_precision text NOT NULL DEFAULT 'day'::text,
  note text,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_background_pkey PRIMARY KEY (patient_background_id),
  CONSTRAINT patient_background_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_background_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_background_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_background_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_background_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_background_details_check CHECK (length(details) <= 20000),
  CONSTRAINT patient_background_kind_check CHECK (kind = ANY (ARRAY['family'::text, 'device'::text])),
  CONSTRAINT patient_background_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_background_stated_precision_check CHECK (stated_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text]))
);
CREATE INDEX patient_background_document ON patient_background USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_background_patient ON patient_background USING btree (patient_id, kind, patient_background_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_background FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_change (
  patient_change_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  subject text NOT NULL,
  subject_id bigint,
  action text NOT NULL,
  fields jsonb NOT NULL DEFAULT '[]'::jsonb,
  row_version integer,
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by_user_id bigint NOT NULL,
  changed_on_behalf_of_user_id bigint,
  CONSTRAINT patient_change_pkey PRIMARY KEY (patient_change_id),
  CONSTRAINT patient_change_changed_by_user_id_fkey FOREIGN KEY (changed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_change_changed_on_behalf_of_user_id_fkey FOREIGN KEY (changed_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_change_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_change_action_check CHECK (action = ANY (ARRAY['created'::text, 'edited'::text, 'removed'::text])),
  CONSTRAINT patient_change_subject_check CHECK (subject = ANY (ARRAY['demography'::text, 'guarantor'::text, 'insurance'::text, 'encounter'::text, 'medication'::text, 'allergy'::text, 'condition'::text, 'result'::text, 'immunization'::text, 'procedure'::text, 'plan'::text, 'background'::text]))
);
CREATE INDEX patient_change_patient ON patient_change USING btree (patient_id, changed_at DESC, patient_change_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_change FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_condition (
  patient_condition_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  code_system text,
  code text,
  description text NOT NULL,
  clinical_status text NOT NULL DEFAULT 'active'::text,
  onset_date date,
  onset_text text,
  abatement_date date,
  recorded_date date,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  stated_by text,
  note text,
  patient_document_id bigint,
  edited_columns text[] NOT NULL DEFAULT '{}'::text[],
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL DEFAULT now(),
  onset_precision text NOT NULL DEFAULT 'day'::text,
  abatement_precision text NOT NULL DEFAULT 'day'::text,
  CONSTRAINT patient_condition_pkey PRIMARY KEY (patient_condition_id),
  CONSTRAINT patient_condition_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_condition_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_condition_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_condition_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_condition_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_condition_abatement_precision_check CHECK (abatement_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_condition_clinical_status_check CHECK (clinical_status = ANY (ARRAY['active'::text, 'recurrence'::text, 'relapse'::text, 'inactive'::text, 'remission'::text, 'resolved'::text, 'unknown'::text])),
  CONSTRAINT patient_condition_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_condition_onset_precision_check CHECK (onset_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text]))
);
CREATE INDEX patient_condition_code ON patient_condition USING btree (upper(replace(code, '.'::text, ''::text)) COLLATE "C", patient_id) WHERE code IS NOT NULL;
CREATE INDEX patient_condition_document ON patient_condition USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_condition_patient ON patient_condition USING btree (patient_id, onset_date DESC NULLS LAST, patient_condition_id);
CREATE TRIGGER patient_condition_changed BEFORE UPDATE OF description, clinical_status, is_entered_in_error ON patient_condition FOR EACH ROW WHEN (old.description IS DISTINCT FROM new.description OR old.clinical_status IS DISTINCT FROM new.clinical_status OR old.is_entered_in_error IS DISTINCT FROM new.is_entered_in_error) EXECUTE FUNCTION clinical_statement_changed();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_condition FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_coverage (
  patient_coverage_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  insurance_plan_id bigint,
  payer_name text NOT NULL,
  plan_type text,
  member_id text,
  group_number text,
  subscriber_name text,
  subscriber_relationship text,
  status text NOT NULL DEFAULT 'active'::text,
  start_date date,
  end_date date,
  removed_at timestamptz,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  edited_columns text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL DEFAULT 1,
  coverage_order integer,
  CONSTRAINT patient_coverage_pkey PRIMARY KEY (patient_coverage_id),
  CONSTRAINT patient_coverage_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_coverage_insurance_plan_id_fkey FOREIGN KEY (insurance_plan_id) REFERENCES insurance_plan(insurance_plan_id),
  CONSTRAINT patient_coverage_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_coverage_coverage_order_check CHECK (coverage_order >= 1 AND coverage_order <= 999)
);
CREATE INDEX patient_coverage_patient ON patient_coverage USING btree (patient_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_coverage FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_difference (
  patient_difference_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  field text NOT NULL,
  import_values jsonb NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  found_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by_user_id bigint,
  decided_on_behalf_of_user_id bigint,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_difference_pkey PRIMARY KEY (patient_difference_id),
  CONSTRAINT patient_difference_once UNIQUE (patient_id, field),
  CONSTRAINT patient_difference_decided_by_user_id_fkey FOREIGN KEY (decided_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_difference_decided_on_behalf_of_user_id_fkey FOREIGN KEY (decided_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_difference_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_difference_status_check CHECK (status = ANY (ARRAY['open'::text, 'kept'::text, 'taken'::text]))
);
CREATE INDEX patient_difference_open ON patient_difference USING btree (patient_difference_id) WHERE status = 'open'::text;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_difference FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_document (
  patient_document_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  referral_id bigint,
  document_type_id bigint NOT NULL,
  custom_document_type text,
  document_name text NOT NULL,
  date_provided timestamptz,
  author_name text,
  hipaa_release_on_file boolean NOT NULL DEFAULT false,
  uploaded_by_user_id bigint,
  uploaded_on_behalf_of_user_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  storage_key text NOT NULL,
  content_type text NOT NULL,
  byte_count bigint NOT NULL,
  format text,
  document_page_count integer,
  page_sizes jsonb,
  has_text boolean,
  file_problem text,
  file_state text NOT NULL DEFAULT 'checking'::text,
  block_reason text,
  file_checked_at timestamptz,
  is_archived boolean NOT NULL DEFAULT false,
  archived_at timestamptz,
  archived_by_user_id bigint,
  archive_reason text,
  is_superseded boolean,
  replaces text,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  restriction text,
  version_set text,
  version_number integer,
  CONSTRAINT patient_document_pkey PRIMARY KEY (patient_document_id),
  CONSTRAINT patient_document_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_document_archived_by_user_id_fkey FOREIGN KEY (archived_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_document_document_type_id_fkey FOREIGN KEY (document_type_id) REFERENCES document_type(document_type_id),
  CONSTRAINT patient_document_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_document_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_document_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE SET NULL,
  CONSTRAINT patient_document_uploaded_by_user_id_fkey FOREIGN KEY (uploaded_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_document_uploaded_on_behalf_of_user_id_fkey FOREIGN KEY (uploaded_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_document_archived CHECK ((archived_at IS NULL) = (archived_by_user_id IS NULL) AND (archived_at IS NULL) = (archive_reason IS NULL)),
  CONSTRAINT patient_document_custom_document_type_check CHECK (length(custom_document_type) >= 1 AND length(custom_document_type) <= 75),
  CONSTRAINT patient_document_file_problem_check CHECK (file_problem = ANY (ARRAY['encrypted'::text, 'damaged'::text, 'twelve_bits'::text, 'unsupported'::text, 'too_large'::text, 'too_slow'::text])),
  CONSTRAINT patient_document_file_state_check CHECK (file_state = ANY (ARRAY['checking'::text, 'clear'::text, 'blocked'::text])),
  CONSTRAINT patient_document_format_check CHECK (format = ANY (ARRAY['text'::text, 'hl7'::text, 'dicom'::text, 'xml'::text, 'rtf'::text, 'xhtml'::text, 'html'::text, 'pdf'::text, 'image'::text, 'document_page'::text])),
  CONSTRAINT patient_document_restriction_check CHECK (restriction = ANY (ARRAY['R'::text, 'V'::text])),
  CONSTRAINT patient_document_version CHECK ((version_set IS NULL) = (version_number IS NULL))
);
CREATE INDEX patient_document_encounter ON patient_document USING btree (patient_encounter_id);
CREATE INDEX patient_document_patient ON patient_document USING btree (patient_id, date_provided DESC, patient_document_id);
CREATE INDEX patient_document_referral ON patient_document USING btree (referral_id) WHERE referral_id IS NOT NULL;
CREATE INDEX patient_document_replaces ON patient_document USING btree (patient_id) WHERE replaces IS NOT NULL;
CREATE INDEX patient_document_unchecked ON patient_document USING btree (patient_document_id) WHERE file_checked_at IS NULL;
CREATE INDEX patient_document_uploaded ON patient_document USING btree (uploaded_by_user_id, created_at) INCLUDE (byte_count) WHERE uploaded_by_user_id IS NOT NULL;
CREATE INDEX patient_document_versions ON patient_document USING btree (patient_id, version_set) WHERE version_set IS NOT NULL;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_document FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_duplicate (
  patient_duplicate_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  other_patient_id bigint NOT NULL,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  found_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by_user_id bigint,
  decided_on_behalf_of_user_id bigint,
  decision_reason text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_duplicate_pkey PRIMARY KEY (patient_duplicate_id),
  CONSTRAINT patient_duplicate_decided_by_user_id_fkey FOREIGN KEY (decided_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_duplicate_decided_on_behalf_of_user_id_fkey FOREIGN KEY (decided_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_duplicate_other_patient_id_fkey FOREIGN KEY (other_patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_duplicate_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_duplicate_check CHECK (patient_id <> other_patient_id),
  CONSTRAINT patient_duplicate_reason_check CHECK (reason = ANY (ARRAY['record_id'::text, 'mrn'::text, 'ssn'::text, 'replaced_by'::text, 'name'::text, 'alike'::text])),
  CONSTRAINT patient_duplicate_status_check CHECK (status = ANY (ARRAY['open'::text, 'kept_apart'::text, 'merged'::text]))
);
CREATE UNIQUE INDEX patient_duplicate_once ON patient_duplicate USING btree (LEAST(patient_id, other_patient_id), GREATEST(patient_id, other_patient_id));
CREATE INDEX patient_duplicate_open ON patient_duplicate USING btree (patient_duplicate_id) WHERE status = 'open'::text;
CREATE INDEX patient_duplicate_other ON patient_duplicate USING btree (other_patient_id);
CREATE INDEX patient_duplicate_patient ON patient_duplicate USING btree (patient_id);
CREATE TRIGGER patient_duplicate_marks AFTER INSERT OR DELETE OR UPDATE ON patient_duplicate FOR EACH ROW EXECUTE FUNCTION patient_duplicate_marks();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id, other_patient_id ON patient_duplicate FOR EACH ROW EXECUTE FUNCTION pair_not_merged();

CREATE TABLE patient_encounter (
  patient_encounter_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  facility_id bigint,
  facility_name text,
  account_number text,
  mrn text,
  encounter_type text NOT NULL DEFAULT 'unknown'::text,
  encounter_date timestamptz NOT NULL,
  discharge_date timestamptz,
  admit_reason text,
  discharge_disposition text,
  encounter_detail text,
  room_number text,
  esi_level smallint,
  transferred_from_type text,
  transferred_from_facility_name text,
  transferred_to_type text,
  transferred_to_facility_name text,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  edited_columns text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL DEFAULT 1,
  time_zone text,
  CONSTRAINT patient_encounter_pkey PRIMARY KEY (patient_encounter_id),
  CONSTRAINT patient_encounter_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_encounter_facility_id_fkey FOREIGN KEY (facility_id) REFERENCES facility(facility_id),
  CONSTRAINT patient_encounter_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_encounter_encounter_type_check CHECK (encounter_type = ANY (ARRAY['inpatient'::text, 'emergency'::text, 'outpatient'::text, 'urgent_care'::text, 'ancillary'::text, 'surgery'::text, 'observation'::text, 'pre_admission'::text, 'intake'::text, 'preventive_coordination'::text, 'appointment_coordination'::text, 'miscellaneous_coordination'::text, 'care_correspondence'::text, 'post_acute'::text, 'ambulance'::text, 'office_visit'::text, 'unknown'::text])),
  CONSTRAINT patient_encounter_esi_level_check CHECK (esi_level >= 1 AND esi_level <= 5)
);
CREATE INDEX patient_encounter_admitted ON patient_encounter USING btree (encounter_date, patient_id) WHERE discharge_date IS NULL AND (encounter_type = ANY (ARRAY['inpatient'::text, 'emergency'::text, 'observation'::text, 'post_acute'::text]));
CREATE INDEX patient_encounter_discharged ON patient_encounter USING btree (discharge_date, patient_id) WHERE discharge_date IS NOT NULL AND (encounter_type = ANY (ARRAY['inpatient'::text, 'emergency'::text, 'observation'::text, 'post_acute'::text]));
CREATE INDEX patient_encounter_facility ON patient_encounter USING btree (facility_id, patient_id);
CREATE INDEX patient_encounter_open_stay ON patient_encounter USING btree (patient_id, encounter_date DESC) WHERE discharge_date IS NULL AND (encounter_type = ANY (ARRAY['inpatient'::text, 'emergency'::text, 'observation'::text, 'post_acute'::text]));
CREATE INDEX patient_encounter_patient ON patient_encounter USING btree (patient_id, encounter_date DESC, patient_encounter_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_encounter FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_encounter_provider (
  patient_encounter_id bigint NOT NULL,
  healthcare_provider_id bigint NOT NULL,
  role text NOT NULL,
  CONSTRAINT patient_encounter_provider_pkey PRIMARY KEY (patient_encounter_id, healthcare_provider_id, role),
  CONSTRAINT patient_encounter_provider_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT patient_encounter_provider_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE CASCADE,
  CONSTRAINT patient_encounter_provider_role_check CHECK (role = ANY (ARRAY['primary_care'::text, 'admitting'::text, 'operating'::text, 'attending'::text, 'referring'::text, 'consulting'::text, 'emergency'::text, 'other'::text, 'discharge_recommended_primary_care'::text, 'discharge_recommended_specialist'::text, 'discharge_recommended_facility'::text, 'discharge_recommended_other'::text, 'pcp_recommended_specialist'::text]))
);

CREATE TABLE patient_favorite (
  patient_favorite_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT patient_favorite_pkey PRIMARY KEY (patient_favorite_id),
  CONSTRAINT patient_favorite_user_id_patient_id_key UNIQUE (user_id, patient_id),
  CONSTRAINT patient_favorite_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_favorite_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE INDEX patient_favorite_patient ON patient_favorite USING btree (patient_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_favorite FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_guarantor (
  patient_guarantor_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  relationship text,
  date_of_birth date,
  home_phone text,
  cell_phone text,
  email text,
  address1 text,
  address2 text,
  city text,
  state text,
  zipcode text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_guarantor_pkey PRIMARY KEY (patient_guarantor_id),
  CONSTRAINT patient_guarantor_once UNIQUE (patient_id),
  CONSTRAINT patient_guarantor_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE
);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_guarantor FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_identifier (
  patient_identifier_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  system text NOT NULL,
  value text NOT NULL,
  type_code text,
  has_ended boolean NOT NULL DEFAULT false,
  CONSTRAINT patient_identifier_pkey PRIMARY KEY (patient_identifier_id),
  CONSTRAINT patient_identifier_once UNIQUE (client_id, system, value, patient_id),
  CONSTRAINT patient_identifier_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT patient_identifier_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE
);
CREATE INDEX patient_identifier_mrn ON patient_identifier USING btree (lower(value)) WHERE type_code = 'MR'::text;
CREATE INDEX patient_identifier_named_authority ON patient_identifier USING btree (client_id, split_part(system, '/'::text, 2), value) WHERE system ~~ 'hl7v2:%/%'::text AND type_code = 'MR'::text;
CREATE INDEX patient_identifier_patient ON patient_identifier USING btree (patient_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_identifier FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_immunization (
  patient_immunization_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  code_system text,
  code text,
  description text NOT NULL,
  status text NOT NULL,
  status_reason text,
  occurred_on date,
  occurred_precision text NOT NULL DEFAULT 'day'::text,
  occurred_text text,
  lot_number text,
  manufacturer text,
  dose text,
  body_site text,
  route text,
  note text,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_immunization_pkey PRIMARY KEY (patient_immunization_id),
  CONSTRAINT patient_immunization_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_immunization_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_immunization_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_immunization_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_immunization_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_immunization_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_immunization_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_immunization_occurred_precision_check CHECK (occurred_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_immunization_status_check CHECK (status = ANY (ARRAY['completed'::text, 'not_done'::text, 'unknown'::text]))
);
CREATE INDEX patient_immunization_document ON patient_immunization USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_immunization_encounter ON patient_immunization USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX patient_immunization_patient ON patient_immunization USING btree (patient_id, occurred_on DESC NULLS LAST, patient_immunization_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_immunization FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_medication (
  patient_medication_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  code_system text,
  code text,
  description text NOT NULL,
  is_none_known boolean NOT NULL DEFAULT false,
  status text NOT NULL,
  kind text NOT NULL,
  dosage text,
  route text,
  quantity text,
  reason text,
  status_reason text,
  note text,
  start_date date,
  start_precision text NOT NULL DEFAULT 'day'::text,
  end_date date,
  end_precision text NOT NULL DEFAULT 'day'::text,
  stated_date date,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  edited_columns text[] NOT NULL DEFAULT '{}'::text[],
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT patient_medication_pkey PRIMARY KEY (patient_medication_id),
  CONSTRAINT patient_medication_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_medication_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_medication_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_medication_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_medication_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_medication_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_medication_dosage_check CHECK (length(dosage) <= 10000),
  CONSTRAINT patient_medication_end_precision_check CHECK (end_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_medication_kind_check CHECK (kind = ANY (ARRAY['order'::text, 'statement'::text])),
  CONSTRAINT patient_medication_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_medication_start_precision_check CHECK (start_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_medication_status_check CHECK (status = ANY (ARRAY['active'::text, 'on_hold'::text, 'completed'::text, 'stopped'::text, 'not_taken'::text, 'draft'::text, 'unknown'::text]))
);
CREATE INDEX patient_medication_document ON patient_medication USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_medication_encounter ON patient_medication USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX patient_medication_patient ON patient_medication USING btree (patient_id, COALESCE(start_date, stated_date) DESC NULLS LAST, patient_medication_id);
CREATE TRIGGER patient_medication_changed BEFORE UPDATE OF description, status, dosage, is_entered_in_error ON patient_medication FOR EACH ROW WHEN (old.description IS DISTINCT FROM new.description OR old.status IS DISTINCT FROM new.status OR old.dosage IS DISTINCT FROM new.dosage OR old.is_entered_in_error IS DISTINCT FROM new.is_entered_in_error) EXECUTE FUNCTION clinical_statement_changed();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_medication FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_merge (
  patient_merge_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_duplicate_id bigint NOT NULL,
  surviving_patient_id bigint NOT NULL,
  merged_patient_id bigint NOT NULL,
  merged_at timestamptz NOT NULL DEFAULT now(),
  merged_by_user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  undone_at timestamptz,
  undone_by_user_id bigint,
  CONSTRAINT patient_merge_pkey PRIMARY KEY (patient_merge_id),
  CONSTRAINT patient_merge_merged_by_user_id_fkey FOREIGN KEY (merged_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_merge_merged_patient_id_fkey FOREIGN KEY (merged_patient_id) REFERENCES patient(patient_id),
  CONSTRAINT patient_merge_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_merge_patient_duplicate_id_fkey FOREIGN KEY (patient_duplicate_id) REFERENCES patient_duplicate(patient_duplicate_id),
  CONSTRAINT patient_merge_surviving_patient_id_fkey FOREIGN KEY (surviving_patient_id) REFERENCES patient(patient_id),
  CONSTRAINT patient_merge_undone_by_user_id_fkey FOREIGN KEY (undone_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_merge_check CHECK (surviving_patient_id <> merged_patient_id)
);
CREATE INDEX patient_merge_duplicate ON patient_merge USING btree (patient_duplicate_id);
CREATE UNIQUE INDEX patient_merge_standing ON patient_merge USING btree (merged_patient_id) WHERE undone_at IS NULL;
CREATE INDEX patient_merge_survivor ON patient_merge USING btree (surviving_patient_id);

CREATE TABLE patient_merge_message (
  patient_merge_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  sequence integer NOT NULL,
  from_conversation_id bigint NOT NULL,
  from_sequence integer NOT NULL,
  CONSTRAINT patient_merge_message_pkey PRIMARY KEY (patient_merge_id, conversation_id, sequence),
  CONSTRAINT patient_merge_message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(conversation_id),
  CONSTRAINT patient_merge_message_from_conversation_id_fkey FOREIGN KEY (from_conversation_id) REFERENCES conversation(conversation_id),
  CONSTRAINT patient_merge_message_patient_merge_id_fkey FOREIGN KEY (patient_merge_id) REFERENCES patient_merge(patient_merge_id) ON DELETE CASCADE
);

CREATE TABLE patient_merge_row (
  patient_merge_id bigint NOT NULL,
  table_name text NOT NULL,
  row_id bigint NOT NULL,
  change text NOT NULL,
  before jsonb,
  digest text,
  CONSTRAINT patient_merge_row_pkey PRIMARY KEY (patient_merge_id, table_name, row_id),
  CONSTRAINT patient_merge_row_patient_merge_id_fkey FOREIGN KEY (patient_merge_id) REFERENCES patient_merge(patient_merge_id) ON DELETE CASCADE,
  CONSTRAINT patient_merge_row_change_check CHECK (change = ANY (ARRAY['moved'::text, 'removed'::text, 'changed'::text, 'kept'::text]))
);

CREATE TABLE patient_name (
  patient_name_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text COLLATE "C" NOT NULL,
  is_last boolean NOT NULL,
  sound text GENERATED ALWAYS AS (dmetaphone(name)) STORED,
  CONSTRAINT patient_name_pkey PRIMARY KEY (patient_name_id)
);
CREATE INDEX patient_name_name ON patient_name USING btree (name, is_last);
CREATE INDEX patient_name_sound ON patient_name USING btree (sound, is_last);
CREATE INDEX patient_name_trigrams ON patient_name USING gin (name gin_trgm_ops);

CREATE TABLE patient_plan (
  patient_plan_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  kind text NOT NULL,
  code_system text,
  code text,
  description text NOT NULL,
  status text NOT NULL,
  achievement text,
  category text,
  details text,
  start_date date,
  start_precision text NOT NULL DEFAULT 'day'::text,
  end_date date,
  end_precision text NOT NULL DEFAULT 'day'::text,
  note text,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_plan_pkey PRIMARY KEY (patient_plan_id),
  CONSTRAINT patient_plan_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_plan_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_plan_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_plan_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_plan_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_plan_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_plan_details_check CHECK (length(details) <= 20000),
  CONSTRAINT patient_plan_end_precision_check CHECK (end_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_plan_kind_check CHECK (kind = ANY (ARRAY['care_plan'::text, 'goal'::text])),
  CONSTRAINT patient_plan_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_plan_start_precision_check CHECK (start_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_plan_status_check CHECK (status = ANY (ARRAY['draft'::text, 'active'::text, 'on_hold'::text, 'completed'::text, 'stopped'::text, 'rejected'::text, 'unknown'::text]))
);
CREATE INDEX patient_plan_document ON patient_plan USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_plan_encounter ON patient_plan USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX patient_plan_patient ON patient_plan USING btree (patient_id, start_date DESC NULLS LAST, patient_plan_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_plan FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_procedure (
  patient_procedure_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  code_system text,
  code text,
  description text NOT NULL,
  status text NOT NULL,
  status_reason text,
  started_on date,
  started_precision text NOT NULL DEFAULT 'day'::text,
  ended_on date,
  ended_precision text NOT NULL DEFAULT 'day'::text,
  performed_text text,
  reason text,
  outcome text,
  body_site text,
  note text,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_procedure_pkey PRIMARY KEY (patient_procedure_id),
  CONSTRAINT patient_procedure_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_procedure_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_procedure_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_procedure_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_procedure_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_procedure_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_procedure_ended_precision_check CHECK (ended_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_procedure_note_check CHECK (length(note) <= 10000),
  CONSTRAINT patient_procedure_started_precision_check CHECK (started_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text])),
  CONSTRAINT patient_procedure_status_check CHECK (status = ANY (ARRAY['planned'::text, 'in_progress'::text, 'on_hold'::text, 'stopped'::text, 'completed'::text, 'not_done'::text, 'unknown'::text]))
);
CREATE INDEX patient_procedure_document ON patient_procedure USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_procedure_encounter ON patient_procedure USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX patient_procedure_patient ON patient_procedure USING btree (patient_id, started_on DESC NULLS LAST, patient_procedure_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_procedure FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_result (
  patient_result_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  panel_id bigint,
  panel_order integer,
  is_panel boolean NOT NULL DEFAULT false,
  patient_encounter_id bigint,
  category text NOT NULL,
  code_system text,
  code text,
  description text NOT NULL,
  effective_at timestamptz,
  effective_precision text NOT NULL DEFAULT 'minute'::text,
  time_zone text,
  value_number numeric,
  value_comparator text,
  value_text text,
  unit text,
  range_low numeric,
  range_high numeric,
  range_text text,
  flag text,
  interpretation text,
  status text NOT NULL,
  is_superseded boolean NOT NULL DEFAULT false,
  absent_reason text,
  specimen text,
  method text,
  body_site text,
  note text,
  order_key text,
  stated_by text,
  patient_document_id bigint,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  entered_by_user_id bigint,
  is_entered_in_error boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT patient_result_pkey PRIMARY KEY (patient_result_id),
  CONSTRAINT patient_result_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT patient_result_entered_by_user_id_fkey FOREIGN KEY (entered_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT patient_result_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES patient_result(patient_result_id) ON DELETE CASCADE,
  CONSTRAINT patient_result_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id) ON DELETE SET NULL,
  CONSTRAINT patient_result_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT patient_result_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT patient_result_category_check CHECK (category = ANY (ARRAY['laboratory'::text, 'vital_signs'::text, 'social_history'::text, 'imaging'::text, 'survey'::text, 'exam'::text, 'other'::text])),
  CONSTRAINT patient_result_description_check CHECK (length(description) >= 1 AND length(description) <= 1000),
  CONSTRAINT patient_result_effective_precision_check CHECK (effective_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text, 'minute'::text])),
  CONSTRAINT patient_result_flag_check CHECK (flag = ANY (ARRAY['low'::text, 'high'::text, 'critical_low'::text, 'critical_high'::text, 'abnormal'::text, 'critical'::text, 'normal'::text])),
  CONSTRAINT patient_result_note_check CHECK (length(note) <= 20000),
  CONSTRAINT patient_result_status_check CHECK (status = ANY (ARRAY['registered'::text, 'preliminary'::text, 'final'::text, 'corrected'::text, 'cancelled'::text, 'unknown'::text])),
  CONSTRAINT patient_result_value_comparator_check CHECK (value_comparator = ANY (ARRAY['<'::text, '<='::text, '>'::text, '>='::text])),
  CONSTRAINT patient_result_value_text_check CHECK (length(value_text) <= 20000)
);
CREATE INDEX patient_result_abnormal ON patient_result USING btree (patient_id, effective_at DESC NULLS LAST, patient_result_id DESC) WHERE flag <> 'normal'::text AND NOT is_superseded AND NOT is_entered_in_error;
CREATE INDEX patient_result_document ON patient_result USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX patient_result_encounter ON patient_result USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX patient_result_measure ON patient_result USING btree (patient_id, COALESCE(code, lower(description)), effective_at DESC NULLS LAST, patient_result_id DESC) WHERE NOT is_panel;
CREATE INDEX patient_result_order ON patient_result USING btree (patient_id, order_key) WHERE order_key IS NOT NULL;
CREATE INDEX patient_result_panel ON patient_result USING btree (panel_id, panel_order, patient_result_id) WHERE panel_id IS NOT NULL;
CREATE INDEX patient_result_patient ON patient_result USING btree (patient_id, effective_at DESC NULLS LAST, patient_result_id DESC) WHERE panel_id IS NULL;
CREATE INDEX patient_result_value ON patient_result USING btree (patient_id, effective_at DESC NULLS LAST, patient_result_id DESC) WHERE NOT is_panel;
CREATE TRIGGER patient_result_changed BEFORE UPDATE OF description, value_number, value_comparator, value_text, unit, flag, status, is_superseded, is_entered_in_error ON patient_result FOR EACH ROW WHEN (old.description IS DISTINCT FROM new.description OR old.value_number IS DISTINCT FROM new.value_number OR old.value_comparator IS DISTINCT FROM new.value_comparator OR old.value_text IS DISTINCT FROM new.value_text OR old.unit IS DISTINCT FROM new.unit OR old.flag IS DISTINCT FROM new.flag OR old.status IS DISTINCT FROM new.status OR old.is_superseded IS DISTINCT FROM new.is_superseded OR old.is_entered_in_error IS DISTINCT FROM new.is_entered_in_error) EXECUTE FUNCTION clinical_statement_changed();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON patient_result FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE patient_result_awaited (
  panel_id bigint NOT NULL,
  panel_order integer NOT NULL,
  source_system text NOT NULL,
  source_id text NOT NULL,
  CONSTRAINT patient_result_awaited_pkey PRIMARY KEY (panel_id, source_system, source_id),
  CONSTRAINT patient_result_awaited_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES patient_result(patient_result_id) ON DELETE CASCADE
);
CREATE INDEX patient_result_awaited_member ON patient_result_awaited USING btree (source_system, source_id);

CREATE TABLE patient_surname_part (
  patient_id bigint NOT NULL,
  client_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  CONSTRAINT patient_surname_part_pkey PRIMARY KEY (patient_id, key),
  CONSTRAINT patient_surname_part_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE
);
CREATE INDEX patient_surname_part_key ON patient_surname_part USING btree (client_id, key, patient_id);

CREATE TABLE population (
  population_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  name text NOT NULL,
  description text,
  kind text NOT NULL,
  condition_code text COLLATE "C",
  min_age integer,
  max_age integer,
  facility_id bigint,
  created_by_user_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT population_pkey PRIMARY KEY (population_id),
  CONSTRAINT population_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT population_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT population_facility_id_fkey FOREIGN KEY (facility_id) REFERENCES facility(facility_id),
  CONSTRAINT population_check CHECK (kind = 'list'::text OR COALESCE(condition_code, min_age::text, max_age::text, facility_id::text) IS NOT NULL),
  CONSTRAINT population_kind_check CHECK (kind = ANY (ARRAY['rule'::text, 'list'::text]))
);
CREATE UNIQUE INDEX population_name ON population USING btree (client_id, lower(name));

CREATE TABLE population_patient (
  population_patient_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  population_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  added_by_user_id bigint,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT population_patient_pkey PRIMARY KEY (population_patient_id),
  CONSTRAINT population_patient_population_id_patient_id_key UNIQUE (population_id, patient_id),
  CONSTRAINT population_patient_added_by_user_id_fkey FOREIGN KEY (added_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT population_patient_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT population_patient_population_id_fkey FOREIGN KEY (population_id) REFERENCES population(population_id) ON DELETE CASCADE
);
CREATE INDEX population_patient_patient ON population_patient USING btree (patient_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON population_patient FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE provider_difference (
  provider_difference_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  healthcare_provider_id bigint NOT NULL,
  field text NOT NULL,
  import_values jsonb NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  found_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by_user_id bigint,
  decided_on_behalf_of_user_id bigint,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT provider_difference_pkey PRIMARY KEY (provider_difference_id),
  CONSTRAINT provider_difference_once UNIQUE (healthcare_provider_id, field),
  CONSTRAINT provider_difference_decided_by_user_id_fkey FOREIGN KEY (decided_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT provider_difference_decided_on_behalf_of_user_id_fkey FOREIGN KEY (decided_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT provider_difference_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT provider_difference_status_check CHECK (status = ANY (ARRAY['open'::text, 'kept'::text, 'taken'::text]))
);
CREATE INDEX provider_difference_open ON provider_difference USING btree (provider_difference_id) WHERE status = 'open'::text;

CREATE TABLE provider_duplicate (
  provider_duplicate_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  npi_number text,
  healthcare_provider_id bigint NOT NULL,
  other_healthcare_provider_id bigint NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  found_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by_user_id bigint,
  decided_on_behalf_of_user_id bigint,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT provider_duplicate_pkey PRIMARY KEY (provider_duplicate_id),
  CONSTRAINT provider_duplicate_healthcare_provider_id_other_healthcare__key UNIQUE (healthcare_provider_id, other_healthcare_provider_id),
  CONSTRAINT provider_duplicate_decided_by_user_id_fkey FOREIGN KEY (decided_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT provider_duplicate_decided_on_behalf_of_user_id_fkey FOREIGN KEY (decided_on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT provider_duplicate_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT provider_duplicate_other_healthcare_provider_id_fkey FOREIGN KEY (other_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE CASCADE,
  CONSTRAINT provider_duplicate_check CHECK (healthcare_provider_id <> other_healthcare_provider_id),
  CONSTRAINT provider_duplicate_status_check CHECK (status = ANY (ARRAY['open'::text, 'kept_apart'::text]))
);
CREATE INDEX provider_duplicate_open ON provider_duplicate USING btree (provider_duplicate_id) WHERE status = 'open'::text;

CREATE TABLE record_care_team (
  record_care_team_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  name text,
  ends_at timestamptz,
  source_system text,
  source_id text,
  source_digest text,
  source_updated_at timestamptz,
  CONSTRAINT record_care_team_pkey PRIMARY KEY (record_care_team_id),
  CONSTRAINT record_care_team_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT record_care_team_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE
);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON record_care_team FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE record_care_team_provider (
  record_care_team_id bigint NOT NULL,
  healthcare_provider_id bigint NOT NULL,
  role text NOT NULL,
  CONSTRAINT record_care_team_provider_pkey PRIMARY KEY (record_care_team_id, healthcare_provider_id, role),
  CONSTRAINT record_care_team_provider_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT record_care_team_provider_record_care_team_id_fkey FOREIGN KEY (record_care_team_id) REFERENCES record_care_team(record_care_team_id) ON DELETE CASCADE
);
CREATE INDEX record_care_team_provider_provider ON record_care_team_provider USING btree (healthcare_provider_id);

CREATE TABLE recovery_code (
  user_id bigint NOT NULL,
  code_digest bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_digest),
  CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);

CREATE TABLE referral (
  referral_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  status text NOT NULL DEFAULT 'pending'::text,
  status_changed_at timestamptz NOT NULL DEFAULT now(),
  urgency_days integer NOT NULL,
  due_at timestamptz NOT NULL,
  referral_reason text NOT NULL,
  additional_info text,
  authorization_code text,
  diagnosis_coded_concept_id bigint,
  caregiver_name text,
  cell_phone text,
  given_sms_consent boolean NOT NULL DEFAULT false,
  created_by_user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  referred_by_healthcare_provider_id bigint,
  healthcare_provider_specialty_id bigint,
  healthcare_provider_id bigint,
  healthcare_provider_address_info_id bigint,
  referred_to_user_id bigint,
  search_specialty_id bigint,
  not_preferred_reason text,
  not_preferred_additional_info text,
  accepted_for_healthcare_provider_id bigint,
  decline_reason text,
  decline_reason_other text,
  await_reply_from text,
  is_answer_unread boolean NOT NULL DEFAULT false,
  previous_referral_id bigint,
  date_created timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint NOT NULL,
  referral_type text NOT NULL DEFAULT 'physician_consultation'::text,
  provider_selection_reason text,
  suggested_healthcare_provider_id bigint,
  record_scope text NOT NULL DEFAULT 'whole'::text,
  protocol jsonb,
  CONSTRAINT referral_pkey PRIMARY KEY (referral_id),
  CONSTRAINT referral_accepted_for_healthcare_provider_id_fkey FOREIGN KEY (accepted_for_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT referral_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT referral_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_diagnosis_coded_concept_id_fkey FOREIGN KEY (diagnosis_coded_concept_id) REFERENCES diagnosis_code(coded_concept_id),
  CONSTRAINT referral_healthcare_provider_address_info_id_fkey FOREIGN KEY (healthcare_provider_address_info_id) REFERENCES healthcare_provider_address_info(healthcare_provider_address_info_id),
  CONSTRAINT referral_healthcare_provider_id_fkey FOREIGN KEY (healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT referral_healthcare_provider_specialty_id_fkey FOREIGN KEY (healthcare_provider_specialty_id) REFERENCES healthcare_provider_specialty(healthcare_provider_specialty_id),
  CONSTRAINT referral_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id),
  CONSTRAINT referral_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT referral_previous_referral_id_fkey FOREIGN KEY (previous_referral_id) REFERENCES referral(referral_id),
  CONSTRAINT referral_referred_by_healthcare_provider_id_fkey FOREIGN KEY (referred_by_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id),
  CONSTRAINT referral_referred_to_user_id_fkey FOREIGN KEY (referred_to_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_suggested_healthcare_provider_id_fkey FOREIGN KEY (suggested_healthcare_provider_id) REFERENCES healthcare_provider(healthcare_provider_id) ON DELETE SET NULL,
  CONSTRAINT referral_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_additional_info_check CHECK (length(additional_info) <= 250),
  CONSTRAINT referral_authorization_code_check CHECK (length(authorization_code) <= 50),
  CONSTRAINT referral_await_reply_from_check CHECK (await_reply_from = ANY (ARRAY['referring'::text, 'receiving'::text])),
  CONSTRAINT referral_decline_has_reason CHECK (status <> 'declined'::text OR decline_reason IS NOT NULL),
  CONSTRAINT referral_decline_reason_check CHECK (decline_reason = ANY (ARRAY['other'::text, 'availability'::text, 'unable_to_reach_patient'::text, 'insurance_acceptance'::text, 'patient_declined'::text])),
  CONSTRAINT referral_decline_reason_other_check CHECK (length(decline_reason_other) <= 250),
  CONSTRAINT referral_has_receiver CHECK (healthcare_provider_id IS NOT NULL OR healthcare_provider_specialty_id IS NOT NULL),
  CONSTRAINT referral_not_preferred_reason_check CHECK (not_preferred_reason = ANY (ARRAY['established_physician'::text, 'patient_preference'::text, 'physician_directed'::text])),
  CONSTRAINT referral_provider_selection_reason_check CHECK (provider_selection_reason = ANY (ARRAY['patient_choice'::text, 'first_available_in_network'::text, 'proximity'::text, 'payer'::text, 'assigned_through_insurance'::text, 'discharge_instructions'::text, 'physician_directed'::text, 'physician_availability'::text, 'established_physician'::text])),
  CONSTRAINT referral_record_scope_check CHECK (record_scope = ANY (ARRAY['whole'::text, 'attached'::text])),
  CONSTRAINT referral_referral_reason_check CHECK (length(referral_reason) <= 500),
  CONSTRAINT referral_referral_type_check CHECK (referral_type = ANY (ARRAY['physician_consultation'::text, 'outpatient_procedure'::text, 'ancillary_service'::text, 'inpatient_procedure'::text, 'other'::text])),
  CONSTRAINT referral_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'scheduled'::text, 'completed'::text, 'declined'::text, 'cancelled'::text])),
  CONSTRAINT referral_urgency_days_check CHECK (urgency_days >= 1 AND urgency_days <= 365)
);
CREATE INDEX referral_accepted ON referral USING btree (accepted_for_healthcare_provider_id, date_created DESC, referral_id DESC) WHERE accepted_for_healthcare_provider_id IS NOT NULL;
CREATE INDEX referral_address ON referral USING btree (healthcare_provider_address_info_id);
CREATE INDEX referral_await_reply ON referral USING btree (client_id, await_reply_from) WHERE await_reply_from IS NOT NULL;
CREATE INDEX referral_behalf ON referral USING btree (on_behalf_of_user_id, date_created DESC, referral_id DESC) WHERE on_behalf_of_user_id IS NOT NULL;
CREATE INDEX referral_client ON referral USING btree (client_id, date_created DESC, referral_id DESC);
CREATE INDEX referral_client_diagnosis ON referral USING btree (client_id, diagnosis_coded_concept_id, date_created DESC) INCLUDE (search_specialty_id, urgency_days) WHERE diagnosis_coded_concept_id IS NOT NULL;
CREATE INDEX referral_client_due ON referral USING btree (client_id, (
CASE
    WHEN status = ANY (ARRAY['pending'::text, 'accepted'::text]) THEN due_at
    ELSE '9999-12-31 00:00:00+00'::timestamp with time zone
END), referral_id) INCLUDE (status, due_at, date_created, patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id, urgency_days, search_specialty_id, healthcare_provider_id, referred_by_healthcare_provider_id, await_reply_from, referral_type, provider_selection_reason);
CREATE INDEX referral_client_received ON referral USING btree (client_id, status, date_created DESC, referral_id DESC) WHERE referred_to_user_id IS NOT NULL;
CREATE INDEX referral_client_received_urgency ON referral USING btree (client_id, referral_urgency_key(status, urgency_days, due_at, date_created), referral_id) WHERE referred_to_user_id IS NOT NULL;
CREATE INDEX referral_client_specialty ON referral USING btree (client_id, search_specialty_id, date_created DESC, referral_id DESC) WHERE search_specialty_id IS NOT NULL;
CREATE INDEX referral_client_status ON referral USING btree (client_id, status, date_created DESC, referral_id DESC) INCLUDE (patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id);
CREATE INDEX referral_client_urgency ON referral USING btree (client_id, referral_urgency_key(status, urgency_days, due_at, date_created), referral_id);
CREATE INDEX referral_creator ON referral USING btree (created_by_user_id, date_created DESC, referral_id DESC);
CREATE INDEX referral_open_due ON referral USING btree (due_at) WHERE status = ANY (ARRAY['pending'::text, 'accepted'::text, 'scheduled'::text]);
CREATE INDEX referral_open_patient ON referral USING btree (client_id, patient_id) WHERE status = ANY (ARRAY['pending'::text, 'accepted'::text, 'scheduled'::text]);
CREATE INDEX referral_patient ON referral USING btree (patient_id, date_created DESC, referral_id DESC);
CREATE UNIQUE INDEX referral_previous ON referral USING btree (previous_referral_id) WHERE previous_referral_id IS NOT NULL;
CREATE INDEX referral_provider ON referral USING btree (healthcare_provider_id, date_created DESC, referral_id DESC) WHERE healthcare_provider_id IS NOT NULL;
CREATE INDEX referral_receiver ON referral USING btree (referred_to_user_id, date_created DESC, referral_id DESC);
CREATE INDEX referral_sender ON referral USING btree (referred_by_healthcare_provider_id, date_created DESC, referral_id DESC) WHERE referred_by_healthcare_provider_id IS NOT NULL;
CREATE INDEX referral_specialty_status ON referral USING btree (client_id, search_specialty_id, status) INCLUDE (referral_id, due_at, patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id) WHERE search_specialty_id IS NOT NULL;
CREATE INDEX referral_suggested_provider ON referral USING btree (suggested_healthcare_provider_id) WHERE suggested_healthcare_provider_id IS NOT NULL;
CREATE INDEX referral_unread_behalf ON referral USING btree (on_behalf_of_user_id) WHERE is_answer_unread;
CREATE INDEX referral_unread_created ON referral USING btree (created_by_user_id) WHERE is_answer_unread;
CREATE INDEX referral_without_receiver ON referral USING btree (healthcare_provider_id) WHERE referred_to_user_id IS NULL AND (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'scheduled'::text]));
CREATE TRIGGER copy_referral_specialty BEFORE INSERT OR UPDATE OF healthcare_provider_id, healthcare_provider_specialty_id ON referral FOR EACH ROW EXECUTE FUNCTION copy_referral_specialty();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON referral FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE referral_comment (
  referral_comment_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  referral_id bigint NOT NULL,
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  comment text NOT NULL,
  is_question boolean NOT NULL DEFAULT false,
  date_created timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT referral_comment_pkey PRIMARY KEY (referral_comment_id),
  CONSTRAINT referral_comment_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_comment_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE CASCADE,
  CONSTRAINT referral_comment_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id)
);
CREATE INDEX referral_comment_referral ON referral_comment USING btree (referral_id, referral_comment_id);

CREATE TABLE referral_draft (
  referral_draft_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  member_user_id bigint NOT NULL,
  patient_id bigint NOT NULL,
  content jsonb NOT NULL,
  version uuid NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT referral_draft_pkey PRIMARY KEY (referral_draft_id),
  CONSTRAINT referral_draft_once UNIQUE (user_id, member_user_id, patient_id),
  CONSTRAINT referral_draft_member_user_id_fkey FOREIGN KEY (member_user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT referral_draft_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT referral_draft_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE INDEX referral_draft_member ON referral_draft USING btree (member_user_id);
CREATE INDEX referral_draft_patient ON referral_draft USING btree (patient_id);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON referral_draft FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE referral_event (
  referral_event_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  referral_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  action text NOT NULL,
  from_status text,
  to_status text,
  reason text,
  comment text,
  changes jsonb,
  CONSTRAINT referral_event_pkey PRIMARY KEY (referral_event_id),
  CONSTRAINT referral_event_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_event_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE CASCADE,
  CONSTRAINT referral_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_event_action_check CHECK (action = ANY (ARRAY['created'::text, 'updated'::text, 'provider_selected'::text, 'accepted'::text, 'scheduled'::text, 'rescheduled'::text, 'no_show'::text, 'appointment_canceled'::text, 'declined'::text, 'cancelled'::text, 'completed'::text, 'reopened'::text, 'commented'::text, 'referred_again'::text]))
);
CREATE INDEX referral_event_occurred ON referral_event USING brin (occurred_at);
CREATE INDEX referral_event_referral ON referral_event USING btree (referral_id, referral_event_id);

CREATE TABLE referral_figures (
  client_id bigint NOT NULL,
  healthcare_provider_specialty_id bigint NOT NULL,
  healthcare_provider_id bigint,
  answered_count integer NOT NULL,
  answer_hours double precision,
  visit_count integer NOT NULL,
  visit_days double precision,
  declined_count integer NOT NULL,
  decline_reason text,
  CONSTRAINT referral_figures_client_id_healthcare_provider_specialty_id_key UNIQUE NULLS NOT DISTINCT (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
);

CREATE TABLE referral_figures_due (
  client_id bigint NOT NULL,
  healthcare_provider_specialty_id bigint NOT NULL,
  healthcare_provider_id bigint,
  CONSTRAINT referral_figures_due_client_id_healthcare_provider_specialt_key UNIQUE NULLS NOT DISTINCT (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
);

CREATE TABLE referral_figures_period (
  is_only boolean NOT NULL DEFAULT true,
  starts_at timestamptz NOT NULL,
  CONSTRAINT referral_figures_period_pkey PRIMARY KEY (is_only),
  CONSTRAINT referral_figures_period_is_only_check CHECK (is_only)
);

CREATE TABLE referral_protocol (
  referral_protocol_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  healthcare_provider_specialty_id bigint NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT referral_protocol_pkey PRIMARY KEY (referral_protocol_id),
  CONSTRAINT referral_protocol_specialty UNIQUE (client_id, healthcare_provider_specialty_id),
  CONSTRAINT referral_protocol_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT referral_protocol_healthcare_provider_specialty_id_fkey FOREIGN KEY (healthcare_provider_specialty_id) REFERENCES healthcare_provider_specialty(healthcare_provider_specialty_id),
  CONSTRAINT referral_protocol_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_protocol_name_length CHECK (length(name) >= 1 AND length(name) <= 60)
);
CREATE INDEX referral_protocol_of_specialty ON referral_protocol USING btree (healthcare_provider_specialty_id);
CREATE TRIGGER referral_protocol_version_kept AFTER INSERT OR UPDATE ON referral_protocol FOR EACH ROW EXECUTE FUNCTION referral_protocol_keep_version();

CREATE TABLE referral_protocol_version (
  referral_protocol_id bigint NOT NULL,
  version integer NOT NULL,
  healthcare_provider_specialty_id bigint NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  is_archived boolean NOT NULL,
  saved_by_user_id bigint,
  saved_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT referral_protocol_version_pkey PRIMARY KEY (referral_protocol_id, version),
  CONSTRAINT referral_protocol_version_healthcare_provider_specialty_id_fkey FOREIGN KEY (healthcare_provider_specialty_id) REFERENCES healthcare_provider_specialty(healthcare_provider_specialty_id),
  CONSTRAINT referral_protocol_version_referral_protocol_id_fkey FOREIGN KEY (referral_protocol_id) REFERENCES referral_protocol(referral_protocol_id) ON DELETE CASCADE,
  CONSTRAINT referral_protocol_version_saved_by_user_id_fkey FOREIGN KEY (saved_by_user_id) REFERENCES user_account(user_id)
);
CREATE TRIGGER referral_protocol_version_fixed BEFORE UPDATE ON referral_protocol_version FOR EACH ROW EXECUTE FUNCTION referral_protocol_version_stays();

CREATE TABLE referral_reason_template (
  referral_reason_template_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT referral_reason_template_pkey PRIMARY KEY (referral_reason_template_id),
  CONSTRAINT referral_reason_template_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT referral_reason_template_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_reason_template_name_length CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT referral_reason_template_reason_length CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE UNIQUE INDEX referral_reason_template_name ON referral_reason_template USING btree (client_id, lower(name));

CREATE TABLE referral_record (
  referral_record_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  referral_id bigint NOT NULL,
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  status text NOT NULL DEFAULT 'queued'::text,
  summary jsonb NOT NULL DEFAULT '{}'::jsonb,
  sent_chart_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  document_count integer NOT NULL,
  documents_done integer NOT NULL DEFAULT 0,
  page_count integer,
  byte_count bigint,
  storage_key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  expired_at timestamptz,
  removed_key text,
  CONSTRAINT referral_record_pkey PRIMARY KEY (referral_record_id),
  CONSTRAINT referral_record_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_record_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE CASCADE,
  CONSTRAINT referral_record_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT referral_record_expired CHECK ((status = 'expired'::text) = (expired_at IS NOT NULL AND removed_key IS NOT NULL)),
  CONSTRAINT referral_record_file CHECK ((status = 'ready'::text) = (storage_key IS NOT NULL)),
  CONSTRAINT referral_record_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text, 'expired'::text]))
);
CREATE INDEX referral_record_behalf ON referral_record USING btree (on_behalf_of_user_id) WHERE on_behalf_of_user_id IS NOT NULL;
CREATE INDEX referral_record_created ON referral_record USING btree (created_at);
CREATE INDEX referral_record_referral ON referral_record USING btree (referral_id, user_id, referral_record_id DESC);
CREATE UNIQUE INDEX referral_record_unfinished ON referral_record USING btree (user_id, referral_id, on_behalf_of_user_id) NULLS NOT DISTINCT WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);
CREATE INDEX referral_record_user ON referral_record USING btree (user_id);

CREATE TABLE referral_sent (
  referral_id bigint NOT NULL,
  version integer NOT NULL,
  content text NOT NULL,
  sha256 text NOT NULL,
  date_sent timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT referral_sent_pkey PRIMARY KEY (referral_id, version),
  CONSTRAINT referral_sent_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE CASCADE,
  CONSTRAINT referral_sent_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX referral_sent_digest ON referral_sent USING btree (sha256 COLLATE "C");
CREATE TRIGGER referral_sent_is_frozen BEFORE UPDATE ON referral_sent FOR EACH ROW EXECUTE FUNCTION sent_chart_is_frozen();

CREATE TABLE report_consultation (
  consultation_id bigint NOT NULL,
  client_id bigint NOT NULL,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  healthcare_provider_id bigint,
  status text NOT NULL,
  sent_at timestamptz NOT NULL,
  answered_at timestamptz,
  decided_at timestamptz,
  CONSTRAINT report_consultation_pkey PRIMARY KEY (consultation_id)
);
CREATE INDEX report_consultation_sent ON report_consultation USING btree (client_id, sent_at);

CREATE TABLE report_queue_item (
  work_queue_encounter_id bigint NOT NULL,
  work_queue_id bigint NOT NULL,
  client_id bigint NOT NULL,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  entered_at timestamptz NOT NULL,
  completed_at timestamptz,
  CONSTRAINT report_queue_item_pkey PRIMARY KEY (work_queue_encounter_id)
);
CREATE INDEX report_queue_item_completed ON report_queue_item USING btree (client_id, completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX report_queue_item_entered ON report_queue_item USING btree (client_id, entered_at);
CREATE INDEX report_queue_item_open ON report_queue_item USING btree (client_id, work_queue_id, entered_at) WHERE completed_at IS NULL;

CREATE TABLE report_referral (
  referral_id bigint NOT NULL,
  client_id bigint NOT NULL,
  facility_id bigint,
  healthcare_provider_specialty_id bigint,
  healthcare_provider_id bigint,
  urgency_days integer NOT NULL,
  status text NOT NULL,
  decline_reason text,
  not_preferred_reason text,
  is_in_network boolean,
  sent_at timestamptz NOT NULL,
  answered_at timestamptz,
  appointment_at timestamptz,
  closed_at timestamptz,
  due_at timestamptz NOT NULL,
  referral_type text NOT NULL DEFAULT 'physician_consultation'::text,
  provider_selection_reason text,
  received_at timestamptz,
  CONSTRAINT report_referral_pkey PRIMARY KEY (referral_id)
);
CREATE INDEX report_referral_figures ON report_referral USING btree (client_id, healthcare_provider_specialty_id, healthcare_provider_id, sent_at) INCLUDE (status, received_at, answered_at, appointment_at, decline_reason) WHERE healthcare_provider_id IS NOT NULL;
CREATE INDEX report_referral_sent ON report_referral USING btree (client_id, sent_at);
CREATE TRIGGER referral_figures_deleted AFTER DELETE ON report_referral REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION referral_figures_changed();
CREATE TRIGGER referral_figures_inserted AFTER INSERT ON report_referral REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION referral_figures_changed();
CREATE TRIGGER referral_figures_updated_from AFTER UPDATE ON report_referral REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION referral_figures_changed();
CREATE TRIGGER referral_figures_updated_to AFTER UPDATE ON report_referral REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION referral_figures_changed();

CREATE TABLE report_refresh (
  is_only boolean NOT NULL DEFAULT true,
  refreshed_at timestamptz NOT NULL,
  CONSTRAINT report_refresh_pkey PRIMARY KEY (is_only),
  CONSTRAINT report_refresh_is_only_check CHECK (is_only)
);

CREATE TABLE report_work (
  kind text NOT NULL,
  subject_id bigint NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  client_id bigint NOT NULL,
  facility_id bigint,
  user_id bigint NOT NULL,
  done_at timestamptz NOT NULL,
  seconds double precision,
  CONSTRAINT report_work_pkey PRIMARY KEY (kind, subject_id, sequence),
  CONSTRAINT report_work_kind_check CHECK (kind = ANY (ARRAY['referral_answered'::text, 'item_completed'::text, 'task_completed'::text, 'message_answered'::text]))
);
CREATE INDEX report_work_done ON report_work USING btree (client_id, done_at);

CREATE TABLE saved_view (
  saved_view_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saved_view_pkey PRIMARY KEY (saved_view_id),
  CONSTRAINT saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT saved_view_screen_check CHECK (screen = ANY (ARRAY['patients'::text, 'referrals'::text, 'workQueues'::text]))
);
CREATE UNIQUE INDEX saved_view_name ON saved_view USING btree (user_id, screen, lower(name));

CREATE TABLE schema_migration (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);
GRANT SELECT ON schema_migration TO careloop_app;

CREATE TABLE second_factor (
  user_id bigint NOT NULL,
  encrypted_secret bytea NOT NULL,
  enabled_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  next_secret bytea,
  CONSTRAINT second_factor_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);

CREATE TABLE sent_chart (
  sent_chart_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  referral_id bigint,
  consultation_id bigint,
  conversation_id bigint,
  message_sequence integer,
  delivery_id bigint,
  association_type text NOT NULL,
  patient_document_id bigint,
  patient_appointment_id bigint,
  subject_referral_id bigint,
  is_consult_note boolean NOT NULL DEFAULT false,
  chart_name text NOT NULL,
  chart_type_name text NOT NULL,
  chart_date timestamptz,
  content_type text NOT NULL,
  page_count integer,
  byte_count bigint NOT NULL,
  sha256 text NOT NULL,
  storage_key text,
  content text,
  date_sent timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sent_chart_pkey PRIMARY KEY (sent_chart_id),
  CONSTRAINT sent_chart_consultation_id_fkey FOREIGN KEY (consultation_id) REFERENCES consultation(consultation_id) ON DELETE CASCADE,
  CONSTRAINT sent_chart_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(delivery_id) ON DELETE CASCADE,
  CONSTRAINT sent_chart_message FOREIGN KEY (conversation_id, message_sequence) REFERENCES message(conversation_id, sequence) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sent_chart_patient_appointment_id_fkey FOREIGN KEY (patient_appointment_id) REFERENCES patient_appointment(patient_appointment_id) ON DELETE SET NULL,
  CONSTRAINT sent_chart_patient_document_id_fkey FOREIGN KEY (patient_document_id) REFERENCES patient_document(patient_document_id),
  CONSTRAINT sent_chart_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral(referral_id) ON DELETE CASCADE,
  CONSTRAINT sent_chart_subject_referral_id_fkey FOREIGN KEY (subject_referral_id) REFERENCES referral(referral_id) ON DELETE SET NULL,
  CONSTRAINT sent_chart_association_type_check CHECK (association_type = ANY (ARRAY['demographic'::text, 'appointment'::text, 'document'::text, 'referral'::text, 'summary_of_care'::text])),
  CONSTRAINT sent_chart_bytes CHECK (
CASE association_type
    WHEN 'document'::text THEN storage_key = sha256 AND content IS NULL AND patient_document_id IS NOT NULL
    ELSE content IS NOT NULL AND storage_key IS NULL
END),
  CONSTRAINT sent_chart_place CHECK (num_nonnulls(referral_id, consultation_id, conversation_id, delivery_id) = 1 AND (conversation_id IS NULL) = (message_sequence IS NULL) AND (conversation_id IS NULL OR association_type <> 'document'::text)),
  CONSTRAINT sent_chart_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX sent_chart_appointment ON sent_chart USING btree (patient_appointment_id) WHERE patient_appointment_id IS NOT NULL;
CREATE INDEX sent_chart_consultation ON sent_chart USING btree (consultation_id, sent_chart_id) WHERE consultation_id IS NOT NULL;
CREATE UNIQUE INDEX sent_chart_consulted_document ON sent_chart USING btree (consultation_id, patient_document_id) WHERE consultation_id IS NOT NULL AND patient_document_id IS NOT NULL;
CREATE INDEX sent_chart_delivery ON sent_chart USING btree (delivery_id, sent_chart_id) WHERE delivery_id IS NOT NULL;
CREATE UNIQUE INDEX sent_chart_document ON sent_chart USING btree (referral_id, patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX sent_chart_message ON sent_chart USING btree (conversation_id, message_sequence) WHERE conversation_id IS NOT NULL;
CREATE INDEX sent_chart_patient_document ON sent_chart USING btree (patient_document_id) WHERE patient_document_id IS NOT NULL;
CREATE INDEX sent_chart_referral ON sent_chart USING btree (referral_id, sent_chart_id);
CREATE INDEX sent_chart_subject ON sent_chart USING btree (subject_referral_id) WHERE subject_referral_id IS NOT NULL;
CREATE TRIGGER sent_chart_is_frozen BEFORE UPDATE OF referral_id, consultation_id, conversation_id, message_sequence, delivery_id, association_type, chart_name, chart_type_name, chart_date, content_type, page_count, byte_count, sha256, storage_key, content, date_sent ON sent_chart FOR EACH ROW EXECUTE FUNCTION sent_chart_is_frozen();

CREATE TABLE session_token (
  token_digest bytea NOT NULL,
  session_id bigint NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT session_token_pkey PRIMARY KEY (token_digest),
  CONSTRAINT session_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES user_session(session_id) ON DELETE CASCADE
);
CREATE INDEX session_token_session ON session_token USING btree (session_id);

CREATE TABLE sign_in_challenge (
  challenge_digest bytea NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  second_factor_passed boolean NOT NULL DEFAULT false,
  CONSTRAINT sign_in_challenge_pkey PRIMARY KEY (challenge_digest),
  CONSTRAINT sign_in_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT sign_in_challenge_kind_check CHECK (kind = ANY (ARRAY['second_factor'::text, 'second_factor_setup'::text, 'password_change'::text]))
);
CREATE INDEX sign_in_challenge_expires ON sign_in_challenge USING btree (expires_at);
CREATE INDEX sign_in_challenge_user ON sign_in_challenge USING btree (user_id);

CREATE TABLE single_sign_on_attempt (
  state_digest bytea NOT NULL,
  browser_digest bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT single_sign_on_attempt_pkey PRIMARY KEY (state_digest)
);
CREATE INDEX single_sign_on_attempt_expiry ON single_sign_on_attempt USING btree (expires_at);

CREATE TABLE site_alert (
  is_only boolean NOT NULL DEFAULT true,
  alert_id bigint NOT NULL DEFAULT 1,
  is_enabled boolean NOT NULL DEFAULT false,
  severity text NOT NULL DEFAULT 'low'::text,
  header text NOT NULL DEFAULT ''::text,
  message text NOT NULL DEFAULT ''::text,
  is_for_all_clients boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT site_alert_pkey PRIMARY KEY (is_only),
  CONSTRAINT site_alert_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT site_alert_header_check CHECK (length(header) <= 100),
  CONSTRAINT site_alert_is_only_check CHECK (is_only),
  CONSTRAINT site_alert_message_check CHECK (length(message) <= 500),
  CONSTRAINT site_alert_severity_check CHECK (severity = ANY (ARRAY['severe'::text, 'medium'::text, 'low'::text]))
);

CREATE TABLE site_alert_client (
  client_id bigint NOT NULL,
  CONSTRAINT site_alert_client_pkey PRIMARY KEY (client_id),
  CONSTRAINT site_alert_client_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE
);

CREATE TABLE site_document (
  site_document_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  document_type text NOT NULL,
  version_name text NOT NULL,
  release_date date NOT NULL,
  document_text text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT site_document_pkey PRIMARY KEY (site_document_id),
  CONSTRAINT site_document_version_once UNIQUE (document_type, version_name),
  CONSTRAINT site_document_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT site_document_document_text_check CHECK (length(document_text) <= 100000),
  CONSTRAINT site_document_document_type_check CHECK (document_type = ANY (ARRAY['release_note'::text, 'privacy_policy'::text, 'terms_of_use'::text])),
  CONSTRAINT site_document_version_name_check CHECK (length(version_name) >= 1 AND length(version_name) <= 20)
);
CREATE INDEX site_document_newest ON site_document USING btree (document_type, release_date DESC, site_document_id DESC);

CREATE TABLE sms_opt_out_event (
  sms_opt_out_event_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  phone text NOT NULL,
  is_opted_out boolean NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  CONSTRAINT sms_opt_out_event_pkey PRIMARY KEY (sms_opt_out_event_id),
  CONSTRAINT sms_opt_out_event_phone_check CHECK (phone ~ '^\+\d{8,15}$'::text)
);
CREATE INDEX sms_opt_out_event_phone ON sms_opt_out_event USING btree (phone, sms_opt_out_event_id);
CREATE TRIGGER sms_opt_out_event_append_only BEFORE DELETE OR UPDATE ON sms_opt_out_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sms_opt_out_event_no_truncate BEFORE TRUNCATE ON sms_opt_out_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON sms_opt_out_event TO careloop_app;

CREATE TABLE sms_reply (
  sms_reply_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  vendor_reference text NOT NULL,
  from_phone text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  delivery_id bigint,
  patient_id bigint,
  client_id bigint,
  seen_at timestamptz,
  settled_at timestamptz,
  settled_by_user_id bigint,
  CONSTRAINT sms_reply_pkey PRIMARY KEY (sms_reply_id),
  CONSTRAINT sms_reply_vendor_reference_key UNIQUE (vendor_reference),
  CONSTRAINT sms_reply_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT sms_reply_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(delivery_id) ON DELETE SET NULL,
  CONSTRAINT sms_reply_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE SET NULL,
  CONSTRAINT sms_reply_settled_by_user_id_fkey FOREIGN KEY (settled_by_user_id) REFERENCES user_account(user_id)
);
CREATE INDEX sms_reply_delivery ON sms_reply USING btree (delivery_id) WHERE delivery_id IS NOT NULL;
CREATE INDEX sms_reply_patient ON sms_reply USING btree (patient_id, sms_reply_id DESC) WHERE patient_id IS NOT NULL;
CREATE INDEX sms_reply_unassigned ON sms_reply USING btree (client_id, sms_reply_id DESC) WHERE patient_id IS NULL AND settled_at IS NULL;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON sms_reply FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE source_key (
  source_key_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  client_id bigint,
  resource_type text NOT NULL,
  system text NOT NULL,
  value text NOT NULL,
  row_id bigint NOT NULL,
  source_digest text,
  source_updated_at timestamptz,
  has_ended boolean NOT NULL DEFAULT false,
  CONSTRAINT source_key_pkey PRIMARY KEY (source_key_id),
  CONSTRAINT source_key_once UNIQUE NULLS NOT DISTINCT (client_id, resource_type, system, value),
  CONSTRAINT source_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT source_key_resource_type_check CHECK (resource_type = ANY (ARRAY['Organization'::text, 'Location'::text, 'Practitioner'::text, 'PractitionerRole'::text, 'Patient'::text]))
);
CREATE INDEX source_key_row ON source_key USING btree (resource_type, row_id);

CREATE TABLE support_request (
  support_request_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  created_by_user_id bigint NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  summary text NOT NULL,
  error_codes text,
  description text,
  impact text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolution text,
  resolved_by_user_id bigint,
  resolved_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT support_request_pkey PRIMARY KEY (support_request_id),
  CONSTRAINT support_request_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT support_request_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT support_request_resolved_by_user_id_fkey FOREIGN KEY (resolved_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT support_request_description_check CHECK (length(description) <= 1000),
  CONSTRAINT support_request_email_check CHECK (length(email) <= 50),
  CONSTRAINT support_request_error_codes_check CHECK (length(error_codes) <= 50),
  CONSTRAINT support_request_impact_check CHECK (impact = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  CONSTRAINT support_request_name_check CHECK (length(name) <= 50),
  CONSTRAINT support_request_resolution_check CHECK (length(resolution) <= 1000),
  CONSTRAINT support_request_resolved_by_somebody CHECK ((status = 'resolved'::text) = (resolved_by_user_id IS NOT NULL)),
  CONSTRAINT support_request_status_check CHECK (status = ANY (ARRAY['open'::text, 'resolved'::text])),
  CONSTRAINT support_request_summary_check CHECK (length(summary) <= 500)
);
CREATE INDEX support_request_client ON support_request USING btree (client_id, created_at DESC, support_request_id DESC);
CREATE INDEX support_request_creator ON support_request USING btree (created_by_user_id, created_at DESC);
CREATE INDEX support_request_status ON support_request USING btree (status, created_at DESC, support_request_id DESC);

CREATE TABLE task (
  task_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  work_queue_encounter_id bigint,
  task_template_id bigint,
  description text NOT NULL,
  answers jsonb NOT NULL DEFAULT '[]'::jsonb,
  status text NOT NULL DEFAULT 'pending'::text,
  assigned_to_user_id bigint,
  due_notified_for date,
  created_by_user_id bigint,
  on_behalf_of_user_id bigint,
  date_created timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  completed_by_user_id bigint,
  source_system text,
  source_id text,
  version integer NOT NULL DEFAULT 1,
  task_tag_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  date_due date,
  CONSTRAINT task_pkey PRIMARY KEY (task_id),
  CONSTRAINT task_patient_id_source_system_source_id_key UNIQUE (patient_id, source_system, source_id),
  CONSTRAINT task_assigned_to_user_id_fkey FOREIGN KEY (assigned_to_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_completed_by_user_id_fkey FOREIGN KEY (completed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id) ON DELETE SET NULL,
  CONSTRAINT task_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT task_task_template_id_fkey FOREIGN KEY (task_template_id) REFERENCES task_template(task_template_id),
  CONSTRAINT task_work_queue_encounter_id_fkey FOREIGN KEY (work_queue_encounter_id) REFERENCES work_queue_encounter(work_queue_encounter_id),
  CONSTRAINT task_completion CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  CONSTRAINT task_description_check CHECK (length(description) <= 500),
  CONSTRAINT task_has_origin CHECK (created_by_user_id IS NOT NULL OR source_system IS NOT NULL),
  CONSTRAINT task_status_check CHECK (status = ANY (ARRAY['none'::text, 'pending'::text, 'in_progress'::text, 'completed'::text])),
  CONSTRAINT task_tags CHECK (cardinality(task_tag_ids) <= 10)
);
CREATE INDEX task_assignee ON task USING btree (assigned_to_user_id, COALESCE(date_due, 'infinity'::date), task_id) WHERE status <> 'completed'::text;
CREATE INDEX task_assignee_completed ON task USING btree (assigned_to_user_id, completed_at DESC, task_id DESC) WHERE status = 'completed'::text;
CREATE INDEX task_author ON task USING btree (COALESCE(on_behalf_of_user_id, created_by_user_id), COALESCE(date_due, 'infinity'::date), task_id) WHERE status <> 'completed'::text;
CREATE INDEX task_author_completed ON task USING btree (COALESCE(on_behalf_of_user_id, created_by_user_id), completed_at DESC, task_id DESC) WHERE status = 'completed'::text;
CREATE INDEX task_due ON task USING btree (date_due) WHERE status <> ALL (ARRAY['completed'::text, 'in_progress'::text]);
CREATE INDEX task_encounter ON task USING btree (patient_encounter_id) WHERE patient_encounter_id IS NOT NULL;
CREATE INDEX task_patient ON task USING btree (patient_id, COALESCE(date_due, 'infinity'::date), task_id) WHERE status <> 'completed'::text;
CREATE INDEX task_patient_completed ON task USING btree (patient_id, completed_at DESC, task_id DESC) WHERE status = 'completed'::text;
CREATE INDEX task_queue_item ON task USING btree (work_queue_encounter_id) WHERE work_queue_encounter_id IS NOT NULL;
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON task FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE task_event (
  task_event_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  task_id bigint NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  user_id bigint NOT NULL,
  on_behalf_of_user_id bigint,
  action text NOT NULL,
  from_status text,
  to_status text,
  assigned_to_user_id bigint,
  CONSTRAINT task_event_pkey PRIMARY KEY (task_event_id),
  CONSTRAINT task_event_assigned_to_user_id_fkey FOREIGN KEY (assigned_to_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_event_on_behalf_of_user_id_fkey FOREIGN KEY (on_behalf_of_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_event_task_id_fkey FOREIGN KEY (task_id) REFERENCES task(task_id) ON DELETE CASCADE,
  CONSTRAINT task_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_event_action_check CHECK (action = ANY (ARRAY['created'::text, 'changed'::text, 'started'::text, 'completed'::text, 'reopened'::text]))
);
CREATE INDEX task_event_task ON task_event USING btree (task_id, task_event_id);

CREATE TABLE task_tag (
  task_tag_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  tag_name text NOT NULL,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT task_tag_pkey PRIMARY KEY (task_tag_id),
  CONSTRAINT task_tag_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id) ON DELETE CASCADE,
  CONSTRAINT task_tag_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_tag_name_length CHECK (length(tag_name) >= 1 AND length(tag_name) <= 60)
);
CREATE UNIQUE INDEX task_tag_name ON task_tag USING btree (client_id, lower(tag_name));

CREATE TABLE task_template (
  task_template_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  client_id bigint NOT NULL,
  name text NOT NULL,
  description text,
  due_in_days integer,
  fields jsonb NOT NULL DEFAULT '[]'::jsonb,
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT task_template_pkey PRIMARY KEY (task_template_id),
  CONSTRAINT task_template_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT task_template_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT task_template_description_check CHECK (length(description) <= 500),
  CONSTRAINT task_template_due_in_days_check CHECK (due_in_days >= 0 AND due_in_days <= 365),
  CONSTRAINT task_template_name_check CHECK (length(name) <= 100)
);
CREATE UNIQUE INDEX task_template_client_id_name_key ON task_template USING btree (client_id, lower(name));

CREATE TABLE unread_sequence (
  user_id bigint NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  CONSTRAINT unread_sequence_pkey PRIMARY KEY (user_id),
  CONSTRAINT unread_sequence_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE user_account (
  user_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  username text NOT NULL,
  user_type text NOT NULL,
  is_stub boolean NOT NULL DEFAULT false,
  origin_client_id bigint NOT NULL,
  first_name text NOT NULL,
  middle_name text,
  last_name text NOT NULL,
  email text,
  direct_email text,
  office_phone text,
  cell_phone text,
  home_phone text,
  fax text,
  time_zone smallint,
  shows_waiting_time boolean NOT NULL DEFAULT false,
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  activated_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_user_id bigint,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  user_type_id bigint NOT NULL DEFAULT 0,
  rights_version bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  CONSTRAINT user_account_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_account_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT user_account_origin_client_id_fkey FOREIGN KEY (origin_client_id) REFERENCES client(client_id),
  CONSTRAINT user_account_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT user_account_user_type FOREIGN KEY (user_type_id, user_type) REFERENCES user_type(user_type_id, kind),
  CONSTRAINT user_account_stub_has_no_username CHECK (NOT is_stub OR username = ''::text AND password_hash IS NULL),
  CONSTRAINT user_account_time_zone_check CHECK (time_zone >= 1 AND time_zone <= 7),
  CONSTRAINT user_account_user_type_check CHECK (user_type = ANY (ARRAY['provider'::text, 'office_user'::text, 'office_administrator'::text, 'care_coordinator'::text, 'system_administrator'::text]))
);
CREATE INDEX user_account_email ON user_account USING btree (lower(email));
CREATE INDEX user_account_type ON user_account USING btree (user_type_id);
CREATE UNIQUE INDEX user_account_username ON user_account USING btree (lower(username)) WHERE NOT is_stub;
CREATE TRIGGER copy_direct_email AFTER UPDATE OF direct_email ON user_account FOR EACH ROW WHEN (old.direct_email IS DISTINCT FROM new.direct_email) EXECUTE FUNCTION copy_direct_email();
CREATE TRIGGER user_account_of_proxies AFTER UPDATE ON user_account FOR EACH ROW WHEN (old.is_active IS DISTINCT FROM new.is_active OR old.user_type IS DISTINCT FROM new.user_type) EXECUTE FUNCTION rights_to_act_changed();
CREATE TRIGGER user_account_type BEFORE INSERT OR UPDATE OF user_type, user_type_id ON user_account FOR EACH ROW EXECUTE FUNCTION user_account_type();
CREATE TRIGGER user_account_with_rights BEFORE UPDATE ON user_account FOR EACH ROW WHEN (old.is_active IS DISTINCT FROM new.is_active OR old.user_type IS DISTINCT FROM new.user_type OR old.username IS DISTINCT FROM new.username OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name) EXECUTE FUNCTION rights_of_account_changed();
CREATE TRIGGER user_name_words AFTER INSERT OR UPDATE OF first_name, last_name ON user_account FOR EACH ROW EXECUTE FUNCTION user_name_words();

CREATE TABLE user_client (
  user_id bigint NOT NULL,
  client_id bigint NOT NULL,
  is_coordinator boolean NOT NULL DEFAULT false,
  CONSTRAINT user_client_pkey PRIMARY KEY (user_id, client_id),
  CONSTRAINT user_client_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT user_client_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE INDEX user_client_client ON user_client USING btree (client_id, user_id);
CREATE TRIGGER rights_deleted AFTER DELETE ON user_client REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();
CREATE TRIGGER rights_inserted AFTER INSERT ON user_client REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();
CREATE TRIGGER rights_truncated AFTER TRUNCATE ON user_client FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all_changed();
CREATE TRIGGER rights_updated_from AFTER UPDATE ON user_client REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();
CREATE TRIGGER rights_updated_to AFTER UPDATE ON user_client REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();

CREATE TABLE user_enrollment (
  user_id bigint NOT NULL,
  status text NOT NULL,
  requested_by_user_id bigint NOT NULL,
  proxied_user_id bigint NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  nonce bytea,
  token_digest bytea,
  token_expires_at timestamptz,
  agreement_document_id bigint,
  agreed_at timestamptz,
  denial_reason text,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT user_enrollment_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_enrollment_token_digest_key UNIQUE (token_digest),
  CONSTRAINT user_enrollment_agreement_document_id_fkey FOREIGN KEY (agreement_document_id) REFERENCES site_document(site_document_id) ON DELETE SET NULL,
  CONSTRAINT user_enrollment_proxied_user_id_fkey FOREIGN KEY (proxied_user_id) REFERENCES user_account(user_id),
  CONSTRAINT user_enrollment_requested_by_user_id_fkey FOREIGN KEY (requested_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT user_enrollment_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT user_enrollment_check CHECK ((token_digest IS NULL) = (nonce IS NULL)),
  CONSTRAINT user_enrollment_check1 CHECK (denial_reason IS NULL OR status = 'supervisor_approval_denied'::text),
  CONSTRAINT user_enrollment_status_check CHECK (status = ANY (ARRAY['not_enrolled'::text, 'requested'::text, 'initiated'::text, 'enrollment_token_expired'::text, 'agreement_viewed'::text, 'pending_supervisor_approval'::text, 'supervisor_approval_denied'::text, 'enrolled'::text]))
);
CREATE INDEX user_enrollment_expiry ON user_enrollment USING btree (token_expires_at) WHERE token_digest IS NOT NULL;
CREATE INDEX user_enrollment_pending ON user_enrollment USING btree (proxied_user_id) WHERE status = 'pending_supervisor_approval'::text;

CREATE TABLE user_message (
  user_message_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  conversation_id bigint NOT NULL,
  user_id bigint NOT NULL,
  sequence integer NOT NULL,
  is_urgent boolean NOT NULL DEFAULT false,
  read_at timestamptz,
  read_by_user_id bigint,
  CONSTRAINT user_message_pkey PRIMARY KEY (user_message_id),
  CONSTRAINT user_message_once UNIQUE (conversation_id, user_id, sequence),
  CONSTRAINT user_message_conversation_id_sequence_fkey FOREIGN KEY (conversation_id, sequence) REFERENCES message(conversation_id, sequence) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT user_message_conversation_id_user_id_fkey FOREIGN KEY (conversation_id, user_id) REFERENCES conversation_member(conversation_id, user_id) ON DELETE CASCADE,
  CONSTRAINT user_message_read_by_user_id_fkey FOREIGN KEY (read_by_user_id) REFERENCES user_account(user_id)
);
CREATE INDEX user_message_unread ON user_message USING btree (user_id, conversation_id, sequence) INCLUDE (is_urgent) WHERE read_at IS NULL;

CREATE TABLE user_name_word (
  word text COLLATE "C" NOT NULL,
  user_id bigint NOT NULL,
  begins_last_name boolean NOT NULL,
  CONSTRAINT user_name_word_pkey PRIMARY KEY (word, user_id),
  CONSTRAINT user_name_word_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE INDEX user_name_word_user ON user_name_word USING btree (user_id, word);

CREATE TABLE user_permission (
  user_id bigint NOT NULL,
  permission text NOT NULL,
  CONSTRAINT user_permission_pkey PRIMARY KEY (user_id, permission),
  CONSTRAINT user_permission_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE
);
CREATE TRIGGER rights_deleted AFTER DELETE ON user_permission REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();
CREATE TRIGGER rights_inserted AFTER INSERT ON user_permission REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();
CREATE TRIGGER rights_truncated AFTER TRUNCATE ON user_permission FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all_changed();
CREATE TRIGGER rights_updated_from AFTER UPDATE ON user_permission REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();
CREATE TRIGGER rights_updated_to AFTER UPDATE ON user_permission REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_users_changed();

CREATE TABLE user_proxy (
  proxied_user_id bigint NOT NULL,
  proxy_user_id bigint NOT NULL,
  proxy_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT user_proxy_pkey PRIMARY KEY (proxied_user_id, proxy_user_id),
  CONSTRAINT user_proxy_proxied_user_id_fkey FOREIGN KEY (proxied_user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT user_proxy_proxy_user_id_fkey FOREIGN KEY (proxy_user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT user_proxy_no_self CHECK (proxied_user_id <> proxy_user_id),
  CONSTRAINT user_proxy_proxy_type_check CHECK (proxy_type = ANY (ARRAY['administrator'::text, 'office_user'::text]))
);
CREATE INDEX user_proxy_proxy ON user_proxy USING btree (proxy_user_id);
CREATE TRIGGER rights_deleted AFTER DELETE ON user_proxy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_proxies_changed();
CREATE TRIGGER rights_inserted AFTER INSERT ON user_proxy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_proxies_changed();
CREATE TRIGGER rights_truncated AFTER TRUNCATE ON user_proxy FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all_changed();
CREATE TRIGGER rights_updated_from AFTER UPDATE ON user_proxy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_proxies_changed();
CREATE TRIGGER rights_updated_to AFTER UPDATE ON user_proxy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rights_of_proxies_changed();
CREATE TRIGGER user_proxy_not_of_super_users BEFORE INSERT OR UPDATE ON user_proxy FOR EACH ROW EXECUTE FUNCTION user_proxy_not_of_super_users();

CREATE TABLE user_session (
  session_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  CONSTRAINT user_session_pkey PRIMARY KEY (session_id),
  CONSTRAINT user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT user_session_end_reason_check CHECK (end_reason = ANY (ARRAY['logout'::text, 'inactivity'::text, 'session'::text, 'revoked'::text]))
);
CREATE INDEX user_session_user ON user_session USING btree (user_id) WHERE ended_at IS NULL;

CREATE TABLE user_type (
  user_type_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  kind text NOT NULL,
  client_id bigint,
  name text NOT NULL,
  permissions text[],
  is_archived boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by_user_id bigint,
  updated_at timestamptz,
  CONSTRAINT user_type_pkey PRIMARY KEY (user_type_id),
  CONSTRAINT user_type_user_type_id_kind_key UNIQUE (user_type_id, kind),
  CONSTRAINT user_type_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT user_type_updated_by_user_id_fkey FOREIGN KEY (updated_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT user_type_kind_check CHECK (kind = ANY (ARRAY['provider'::text, 'office_user'::text, 'office_administrator'::text, 'care_coordinator'::text, 'system_administrator'::text])),
  CONSTRAINT user_type_kind_of_client CHECK (client_id IS NULL OR (kind = ANY (ARRAY['office_user'::text, 'office_administrator'::text, 'care_coordinator'::text]))),
  CONSTRAINT user_type_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT user_type_of_client CHECK ((client_id IS NULL) = (permissions IS NULL))
);
CREATE UNIQUE INDEX user_type_name ON user_type USING btree (client_id, search_key(name)) NULLS NOT DISTINCT;

CREATE TABLE withdrawn_record (
  withdrawn_record_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  patient_id bigint NOT NULL,
  table_name text NOT NULL,
  source_system text NOT NULL,
  source_id text NOT NULL,
  withdrawn_at timestamptz NOT NULL,
  CONSTRAINT withdrawn_record_pkey PRIMARY KEY (withdrawn_record_id),
  CONSTRAINT withdrawn_record_once UNIQUE (patient_id, table_name, source_system, source_id),
  CONSTRAINT withdrawn_record_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id) ON DELETE CASCADE,
  CONSTRAINT withdrawn_record_table_name_check CHECK (table_name = ANY (ARRAY['patient_appointment'::text, 'patient_condition'::text, 'patient_coverage'::text, 'patient_document'::text, 'patient_encounter'::text, 'record_care_team'::text]))
);
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON withdrawn_record FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE work_queue (
  work_queue_id bigint NOT NULL,
  work_queue_category_id bigint NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  display_order integer NOT NULL,
  CONSTRAINT work_queue_pkey PRIMARY KEY (work_queue_id),
  CONSTRAINT work_queue_code_key UNIQUE (code),
  CONSTRAINT work_queue_work_queue_category_id_fkey FOREIGN KEY (work_queue_category_id) REFERENCES work_queue_category(work_queue_category_id)
);

CREATE TABLE work_queue_category (
  work_queue_category_id bigint NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  CONSTRAINT work_queue_category_pkey PRIMARY KEY (work_queue_category_id)
);

CREATE TABLE work_queue_encounter (
  work_queue_encounter_id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  work_queue_id bigint NOT NULL,
  owner_user_id bigint,
  owner_client_id bigint,
  patient_id bigint NOT NULL,
  patient_encounter_id bigint,
  subject_type text,
  subject_id bigint,
  subject_referral_id bigint GENERATED ALWAYS AS (
CASE
    WHEN subject_type = 'referral'::text THEN subject_id
    ELSE NULL::bigint
END) STORED,
  subject_consultation_id bigint GENERATED ALWAYS AS (
CASE
    WHEN subject_type = 'consultation'::text THEN subject_id
    ELSE NULL::bigint
END) STORED,
  status text NOT NULL DEFAULT 'open'::text,
  encounter_date timestamptz NOT NULL,
  on_top_from timestamptz NOT NULL DEFAULT 'infinity'::timestamp with time zone,
  claimed_by_user_id bigint,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  completed_by_user_id bigint,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT work_queue_encounter_pkey PRIMARY KEY (work_queue_encounter_id),
  CONSTRAINT work_queue_encounter_claimed_by_user_id_fkey FOREIGN KEY (claimed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT work_queue_encounter_completed_by_user_id_fkey FOREIGN KEY (completed_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT work_queue_encounter_owner_client_id_fkey FOREIGN KEY (owner_client_id) REFERENCES client(client_id),
  CONSTRAINT work_queue_encounter_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES user_account(user_id),
  CONSTRAINT work_queue_encounter_patient_encounter_id_fkey FOREIGN KEY (patient_encounter_id) REFERENCES patient_encounter(patient_encounter_id),
  CONSTRAINT work_queue_encounter_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patient(patient_id),
  CONSTRAINT work_queue_encounter_subject_consultation_id_fkey FOREIGN KEY (subject_consultation_id) REFERENCES consultation(consultation_id),
  CONSTRAINT work_queue_encounter_subject_referral_id_fkey FOREIGN KEY (subject_referral_id) REFERENCES referral(referral_id),
  CONSTRAINT work_queue_encounter_work_queue_id_fkey FOREIGN KEY (work_queue_id) REFERENCES work_queue(work_queue_id),
  CONSTRAINT work_queue_encounter_one_owner CHECK (num_nonnulls(owner_user_id, owner_client_id) = 1),
  CONSTRAINT work_queue_encounter_status_check CHECK (status = ANY (ARRAY['open'::text, 'completed'::text])),
  CONSTRAINT work_queue_encounter_subject_type CHECK (subject_type = ANY (ARRAY['referral'::text, 'consultation'::text])),
  CONSTRAINT work_queue_encounter_whole_claim CHECK (num_nulls(claimed_by_user_id, claimed_at) <> 1),
  CONSTRAINT work_queue_encounter_whole_subject CHECK (num_nulls(subject_type, subject_id) <> 1)
);
CREATE INDEX work_queue_encounter_client ON work_queue_encounter USING btree (owner_client_id, work_queue_id, status, encounter_date DESC, work_queue_encounter_id DESC) WHERE owner_client_id IS NOT NULL;
CREATE INDEX work_queue_encounter_client_top ON work_queue_encounter USING btree (owner_client_id, work_queue_id, on_top_from) WHERE status = 'open'::text AND owner_client_id IS NOT NULL;
CREATE INDEX work_queue_encounter_completed ON work_queue_encounter USING btree (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX work_queue_encounter_created ON work_queue_encounter USING brin (created_at);
CREATE UNIQUE INDEX work_queue_encounter_open_once ON work_queue_encounter USING btree (subject_id, subject_type, work_queue_id) WHERE status = 'open'::text;
CREATE INDEX work_queue_encounter_subject ON work_queue_encounter USING btree (subject_id, subject_type);
CREATE INDEX work_queue_encounter_user ON work_queue_encounter USING btree (owner_user_id, work_queue_id, status, encounter_date DESC, work_queue_encounter_id DESC) WHERE owner_user_id IS NOT NULL;
CREATE INDEX work_queue_encounter_user_top ON work_queue_encounter USING btree (owner_user_id, work_queue_id, on_top_from) INCLUDE (subject_type, subject_id, patient_id) WHERE status = 'open'::text AND owner_user_id IS NOT NULL;
CREATE TRIGGER report_item_changed AFTER UPDATE OF status, work_queue_id ON work_queue_encounter FOR EACH ROW WHEN (old.status = 'completed'::text AND new.status = 'open'::text OR old.work_queue_id <> new.work_queue_id) EXECUTE FUNCTION report_item_changed();
CREATE TRIGGER zz_patient_not_merged AFTER INSERT OR UPDATE OF patient_id ON work_queue_encounter FOR EACH ROW EXECUTE FUNCTION patient_not_merged();

CREATE TABLE work_queue_encounter_access (
  work_queue_encounter_id bigint NOT NULL,
  user_id bigint NOT NULL,
  granted_by_user_id bigint NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT work_queue_encounter_access_pkey PRIMARY KEY (work_queue_encounter_id, user_id),
  CONSTRAINT work_queue_encounter_access_granted_by_user_id_fkey FOREIGN KEY (granted_by_user_id) REFERENCES user_account(user_id),
  CONSTRAINT work_queue_encounter_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id),
  CONSTRAINT work_queue_encounter_access_work_queue_encounter_id_fkey FOREIGN KEY (work_queue_encounter_id) REFERENCES work_queue_encounter(work_queue_encounter_id) ON DELETE CASCADE
);
CREATE INDEX work_queue_encounter_access_user ON work_queue_encounter_access USING btree (user_id);

CREATE TABLE work_queue_user_hidden (
  user_id bigint NOT NULL,
  work_queue_id bigint NOT NULL,
  CONSTRAINT work_queue_user_hidden_pkey PRIMARY KEY (user_id, work_queue_id),
  CONSTRAINT work_queue_user_hidden_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT work_queue_user_hidden_work_queue_id_fkey FOREIGN KEY (work_queue_id) REFERENCES work_queue(work_queue_id)
);

CREATE TABLE work_queue_user_order (
  user_id bigint NOT NULL,
  work_queue_id bigint NOT NULL,
  sort_by text NOT NULL,
  sort_direction text NOT NULL,
  CONSTRAINT work_queue_user_order_pkey PRIMARY KEY (user_id, work_queue_id),
  CONSTRAINT work_queue_user_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(user_id) ON DELETE CASCADE,
  CONSTRAINT work_queue_user_order_work_queue_id_fkey FOREIGN KEY (work_queue_id) REFERENCES work_queue(work_queue_id),
  CONSTRAINT work_queue_user_order_sort_by_check CHECK (sort_by = ANY (ARRAY['encounterDate'::text, 'createdAt'::text, 'dueAt'::text, 'patientName'::text])),
  CONSTRAINT work_queue_user_order_sort_direction_check CHECK (sort_direction = ANY (ARRAY['ASC'::text, 'DESC'::text]))
);
