-- The count of unread answers is asked for at each sign-in; few of anybody's consultations are unread.
create index consultation_unread_creator on consultation (created_by_user_id) where is_answer_unread;
create index consultation_unread_behalf on consultation (on_behalf_of_user_id) where is_answer_unread and on_behalf_of_user_id is not null;
