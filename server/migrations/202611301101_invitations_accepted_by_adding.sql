-- Somebody who was invited to a care team can be added to it before they answer: by a message, a referral, a consultation,
-- an approved request for access, or by joining. That accepts the invitation; this column says by what. It is null for
-- everyone else, and again once the membership ends, whoever ends it.
alter table care_team_member
  add accepted_through text
    check (accepted_through in ('message', 'referral', 'consultation', 'access_request', 'joining')),
  add constraint care_team_member_accepted_through_is_member check (accepted_through is null or status = 'accepted');
create index care_team_member_accepted_through on care_team_member (user_id, status_changed_at)
  where accepted_through is not null;

create function care_team_member_ended() returns trigger language plpgsql as $$
begin
  new.accepted_through := null;
  return new;
end $$;
create trigger care_team_member_ended before update of status on care_team_member for each row
  when (new.status <> 'accepted' and new.accepted_through is not null) execute function care_team_member_ended();
