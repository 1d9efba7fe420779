-- A complete record can be opened for a day, and the person asks for another one afterwards. Its bytes are removed a day after that: a
-- backup that began before still copies them. Until then their key is kept here; backups copy what the columns `storage_key` name.
alter table referral_record
  drop constraint referral_record_status_check,
  add constraint referral_record_status_check check (status in ('queued', 'running', 'ready', 'failed', 'expired')),
  add column expired_at timestamptz,
  add column removed_key text,
  add constraint referral_record_expired check ((status = 'expired') = (expired_at is not null and removed_key is not null));
create index referral_record_created on referral_record (created_at);
