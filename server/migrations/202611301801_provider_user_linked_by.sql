-- Who gave a directory record its account. What was sent to the record before follows only if they may see to it.
alter table healthcare_provider add column user_linked_by_user_id bigint references user_account;

-- A stub no longer makes its client the owner of a shared record. The client keeps the records where it has written private
-- notes, which nobody else may read.
update healthcare_provider pr set origin_client_id = u.origin_client_id
from user_account u
where u.user_id = pr.user_id and u.is_stub and pr.origin_client_id is null and pr.private_notes is not null;
