-- How providers answer the referrals of one client: figures that a job computes each night from the report rows
-- (docs/domain/directory.md).

-- When the selected provider got the referral, if later than it was sent; their time to answer starts then.
alter table report_referral add column received_at timestamptz;
update report_referral rr set received_at = x.at
  from (select x.referral_id, max(x.occurred_at) as at from referral_event x
    where x.action = 'provider_selected' or x.action = 'updated' and x.changes @> '[{"field": "provider"}]'
    group by x.referral_id) as x
  where x.referral_id = rr.referral_id;
create index report_referral_provider on report_referral (healthcare_provider_id, client_id, sent_at)
  where healthcare_provider_id is not null;

-- Without a provider: of all providers of the specialty.
create table referral_figures (
  client_id bigint not null,
  healthcare_provider_specialty_id bigint not null,
  healthcare_provider_id bigint,
  -- Answered referrals, declined ones included, and the median hours until the first answer.
  answered_count integer not null,
  answer_hours double precision,
  -- Referrals with an appointment, and the median days until the first one.
  visit_count integer not null,
  visit_days double precision,
  declined_count integer not null,
  -- The reason of more than half of at least two declined ones.
  decline_reason text,
  unique nulls not distinct (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
);

-- Figures to compute again, because a report row of theirs changed or left the period.
create table referral_figures_due (
  client_id bigint not null,
  healthcare_provider_specialty_id bigint not null,
  healthcare_provider_id bigint,
  unique nulls not distinct (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
);

-- Referrals sent before this day are no longer counted.
create table referral_figures_period (
  is_only boolean primary key default true check (is_only),
  starts_at timestamptz not null
);

create function referral_figures_changed() returns trigger language plpgsql as $$
begin
  insert into referral_figures_due (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
    select distinct client_id, healthcare_provider_specialty_id, healthcare_provider_id from changed
      where healthcare_provider_id is not null and healthcare_provider_specialty_id is not null
    order by client_id, healthcare_provider_specialty_id, healthcare_provider_id
    on conflict do nothing;
  return null;
end $$;
create trigger referral_figures_inserted after insert on report_referral referencing new table as changed
  for each statement execute function referral_figures_changed();
create trigger referral_figures_updated_from after update on report_referral referencing old table as changed
  for each statement execute function referral_figures_changed();
create trigger referral_figures_updated_to after update on report_referral referencing new table as changed
  for each statement execute function referral_figures_changed();
create trigger referral_figures_deleted after delete on report_referral referencing old table as changed
  for each statement execute function referral_figures_changed();

insert into referral_figures_due (client_id, healthcare_provider_specialty_id, healthcare_provider_id)
  select distinct client_id, healthcare_provider_specialty_id, healthcare_provider_id from report_referral
  where healthcare_provider_id is not null and healthcare_provider_specialty_id is not null
    and sent_at >= now() - interval '12 months';
