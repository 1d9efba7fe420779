-- The logo of a client, for printed pages: a JPEG drawn by the server from the uploaded picture. A removed logo leaves its
-- row, so that its version goes on.
create table client_logo (
  client_id bigint primary key references client on delete cascade,
  content bytea,
  version integer not null default 1,
  updated_by_user_id bigint references user_account,
  updated_at timestamptz not null default now(),
  constraint client_logo_size check (octet_length(content) between 1 and 200000)
);
