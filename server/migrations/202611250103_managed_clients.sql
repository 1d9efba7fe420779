-- Organizations, clients, markets and facilities are edited in the product: each row says in which version it is and who
-- changed it last. Settings, features and encounter fields are part of their client.
alter table client_organization
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz;
alter table client
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz;
alter table market
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz;
alter table facility
  -- Hospital 1 to behavioral health 12, provider office 20.
  add column facility_type smallint check (facility_type between 1 and 12 or facility_type = 20),
  add column identifier_type smallint check (identifier_type between 1 and 9),
  add column identifier text check (length(identifier) between 1 and 60),
  add constraint facility_identifier_whole check ((identifier_type is null) = (identifier is null)),
  add column version integer not null default 1,
  add column updated_by_user_id bigint references user_account,
  add column updated_at timestamptz;
create index client_of_organization on client (client_organization_id);
