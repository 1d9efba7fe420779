-- Affiliations, recommendations, plans and on-call times of a provider are edited apart from the record, also by users of
-- other clients, so they have a version of their own.
alter table healthcare_provider
  add column network_version integer not null default 1,
  add column network_updated_by_user_id bigint references user_account,
  add column network_updated_at timestamptz;
