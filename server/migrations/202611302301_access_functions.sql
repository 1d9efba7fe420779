-- Conditions that many statements repeat and few rows reach. A function is planned once in a connection and starts only where it is
-- reached; written out, each copy is started with the statement around it. See mayFollowToUser(),
-- isQueueWorked() and isSeenInQueue().

create function may_follow_to_user(provider_user bigint, linked_by bigint, client bigint) returns boolean
language plpgsql stable as $$
begin
  return exists (select from user_client c where c.user_id = provider_user and c.client_id = client)
    or exists (select from user_permission p where p.user_id = linked_by and (p.permission = 'ManageInstallation'
      or (p.permission = 'ManageUsers' and exists (select from user_client c
        where c.user_id = linked_by and c.client_id = client))));
end $$;

create function is_queue_worked(owner bigint) returns boolean
language plpgsql stable as $$
begin
  return exists (select from user_account o
    cross join lateral (select o.user_id union all select x.proxy_user_id from user_proxy x
      where x.proxied_user_id = o.user_id and o.user_type <> 'system_administrator') as worker
    join user_account w on w.user_id = worker.user_id and w.is_active
    join user_permission p on p.user_id = w.user_id and p.permission = 'ManageWorkQueues'
    where o.user_id = owner and o.is_active);
end $$;

create function is_in_client_or_care_team(patient bigint, person bigint, clients bigint[]) returns boolean
language plpgsql stable as $$
begin
  return exists (select from patient p where p.patient_id = patient and (p.client_id = any(clients)
    or exists (select from care_team_member m
      where m.patient_id = p.patient_id and m.user_id = person and m.status = 'accepted')));
end $$;

create function is_seen_in_queue(
  type text, subject bigint, except_owners bigint[], coordinated_clients bigint[], granted_user bigint, clients bigint[]
) returns boolean
language plpgsql stable as $$
begin
  return exists (select from work_queue_encounter w where w.subject_type = type and w.subject_id = subject
    and coalesce(w.owner_user_id <> all(except_owners), true)
    and (w.owner_client_id = any(coordinated_clients) or exists (select from work_queue_encounter_access x
      where x.work_queue_encounter_id = w.work_queue_encounter_id and x.user_id = granted_user
        and is_in_client_or_care_team(w.patient_id, granted_user, clients))));
end $$;
