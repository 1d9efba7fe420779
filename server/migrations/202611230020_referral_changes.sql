-- What an update of a referral changed, as its history shows it: [{"field", "from", "to"}], each in words.
alter table referral_event add column changes jsonb;
