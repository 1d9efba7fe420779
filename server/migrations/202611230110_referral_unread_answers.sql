-- Answers to a referral that the person who sent it has not read. Takes the place of `referral_view`, which nothing used.

drop table referral_view;

alter table referral add column is_answer_unread boolean not null default false;
create index referral_unread_created on referral (created_by_user_id) where is_answer_unread;
create index referral_unread_behalf on referral (on_behalf_of_user_id) where is_answer_unread;
