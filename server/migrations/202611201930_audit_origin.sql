-- The audit's chain follows the numbers of transactions, and these begin anew in another cluster. After a restore they are
-- counted on from the last one that was kept: by what stands here, and in the default of audit_event.tx_id.
create table audit_origin (
  is_only boolean primary key default true check (is_only),
  transactions_before bigint not null default 0 check (transactions_before >= 0)
);
insert into audit_origin default values;

do $$
begin
  if exists (select from pg_roles where rolname = 'careloop_app') then
    revoke insert, update, delete on audit_origin from careloop_app;
  end if;
end $$;
