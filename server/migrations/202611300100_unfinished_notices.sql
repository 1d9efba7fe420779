-- Messages that the product sends by itself are ended, too, if their worker died.
drop index delivery_unfinished;
create index delivery_unfinished on delivery (delivery_id) where status in ('queued', 'sending');
