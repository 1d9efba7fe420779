-- What the audit is filtered by has an index range each, the latest first. `audit_event_user` and `audit_event_patient` are
-- there; days alone are a range of the primary key. Rows of `access` are most of all rows, so their kind needs no index.
create index audit_event_on_behalf on audit_event (on_behalf_of_user_id, occurred_at desc)
  where on_behalf_of_user_id is not null;
create index audit_event_kind on audit_event (kind, occurred_at desc) where kind <> 'access';
create index audit_event_outcome on audit_event (outcome, occurred_at desc) where outcome <> 'ok';
