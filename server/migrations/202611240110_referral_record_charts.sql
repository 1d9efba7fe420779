-- The charts that a complete record holds: those of the referral when somebody asked for it.
alter table referral_record add column sent_chart_ids bigint[] not null default '{}';
