-- Administrators see whether the latest email to a user failed.
create index delivery_recipient_user on delivery (recipient_user_id, delivery_id desc)
  where recipient_user_id is not null and channel = 'email';
