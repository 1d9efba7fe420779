-- What the first pages of a complete record say: the referral as the person who asked for the record saw it then.
alter table referral_record add column summary jsonb not null default '{}';
