-- Accounts that somebody asked for in Add User. A user without a row has always been enrolled.
create table user_enrollment (
  user_id bigint primary key references user_account on delete cascade,
  status text not null check (status in ('not_enrolled', 'requested', 'initiated', 'enrollment_token_expired',
    'agreement_viewed', 'pending_supervisor_approval', 'supervisor_approval_denied', 'enrolled')),
  requested_by_user_id bigint not null references user_account,
  -- For whom the account is to act; who approves it.
  proxied_user_id bigint not null references user_account,
  requested_at timestamptz not null default now(),
  -- The token of the link is derived from the nonce and the installation's secret; its digest finds it.
  nonce bytea,
  token_digest bytea unique,
  token_expires_at timestamptz,
  -- The site document that was accepted; null where there was none.
  agreement_document_id bigint references site_document on delete set null,
  agreed_at timestamptz,
  changed_at timestamptz not null default now(),
  check ((token_digest is null) = (nonce is null))
);
create index user_enrollment_pending on user_enrollment (proxied_user_id) where status = 'pending_supervisor_approval';
create index user_enrollment_expiry on user_enrollment (token_expires_at) where token_digest is not null;
