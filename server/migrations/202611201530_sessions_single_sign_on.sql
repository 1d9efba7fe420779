-- When somebody last used a page of the session. Calls that pages make by themselves tell how long ago that was, so it
-- stands still while last_seen_at goes on.
alter table user_session add column last_active_at timestamptz not null default now();

-- Who somebody is at a provider of single sign-on.
create table login_identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null references user_account on delete cascade,
  identity_type text not null check (identity_type in
    ('azure_ad', 'athena_username', 'google', 'microsoft', 'openid_connect')),
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  constraint login_identity_one_per_issuer unique (user_id, issuer)
);
create index user_account_email on user_account (lower(email));

-- A sign-in that is at the provider at this moment: what its way back must show, once.
create table single_sign_on_attempt (
  state_digest bytea primary key,
  browser_digest bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index single_sign_on_attempt_expiry on single_sign_on_attempt (expires_at);
