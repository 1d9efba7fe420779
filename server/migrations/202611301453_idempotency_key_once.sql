-- A key and its answer are written in one row, with the commit (decision 082). Until then the key is held by a lock, so that a
-- repeated request waits for the first.

-- Locks a key until the transaction ends, and returns what is stored for it. The second statement sees what was committed while the
-- first one waited.
create function claim_idempotency_key(of_user bigint, of_endpoint text, claimed text)
returns table (request_digest text, answer jsonb) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', of_user, of_endpoint, claimed), 44));
  return query select k.request_digest, k.answer from idempotency_key k
    where k.user_id = of_user and k.endpoint = of_endpoint and k.key = claimed;
end $$;
