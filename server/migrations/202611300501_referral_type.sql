-- What is requested, and why this provider (docs/domain/referrals.md). Earlier referrals were all written as consultations.
alter table referral
  add column referral_type text not null default 'physician_consultation'
    constraint referral_referral_type_check check (referral_type in ('physician_consultation', 'outpatient_procedure',
      'ancillary_service', 'inpatient_procedure', 'other')),
  add column provider_selection_reason text
    constraint referral_provider_selection_reason_check check (provider_selection_reason in ('patient_choice',
      'first_available_in_network', 'proximity', 'payer', 'assigned_through_insurance', 'discharge_instructions',
      'physician_directed', 'physician_availability', 'established_physician'));

-- Known for referrals that already state why a provider outside the preferred affiliations was chosen.
update referral set provider_selection_reason = case not_preferred_reason
    when 'patient_preference' then 'patient_choice' else not_preferred_reason end
  where not_preferred_reason is not null;

-- The filter values of overdue referrals are counted from this index alone.
drop index referral_client_due;
create index referral_client_due on referral (client_id,
    (case when status in ('pending', 'accepted') then due_at else timestamptz '9999-12-31 00:00:00+00' end), referral_id)
  include (status, due_at, date_created, patient_id, referred_to_user_id, created_by_user_id, on_behalf_of_user_id,
    urgency_days, search_specialty_id, healthcare_provider_id, referred_by_healthcare_provider_id, await_reply_from,
    referral_type, provider_selection_reason);

alter table report_referral
  add column referral_type text not null default 'physician_consultation',
  add column provider_selection_reason text;
update report_referral f set provider_selection_reason = r.provider_selection_reason
  from referral r where r.referral_id = f.referral_id and r.provider_selection_reason is not null;
