-- The badge counts the pending requests of a client, however many were answered.
create index access_request_client_pending on access_request (client_id) where status = 'pending';
