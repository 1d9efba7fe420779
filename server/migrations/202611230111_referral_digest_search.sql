-- Finds the referral of a digest that stands on paper, by its beginning.

create index referral_sent_digest on referral_sent (sha256 collate "C");
