-- The Direct address of a provider stands in the provider's record alone; that of their user is copied to it (docs/domain/providers.md).
update healthcare_provider h set direct_email = u.direct_email
from user_account u where u.user_id = h.user_id and h.direct_email is null and u.direct_email is not null;

create function copy_direct_email() returns trigger language plpgsql as $$
begin
  update healthcare_provider set direct_email = new.direct_email, version = version + 1
  where user_id = new.user_id and direct_email is distinct from new.direct_email;
  return null;
end $$;
create trigger copy_direct_email after update of direct_email on user_account
  for each row when (old.direct_email is distinct from new.direct_email) execute function copy_direct_email();
