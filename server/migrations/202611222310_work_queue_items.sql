-- Who is working on an item, and what each queue is for.
alter table work_queue_encounter
  add column claimed_by_user_id bigint references user_account,
  add column claimed_at timestamptz,
  add constraint work_queue_encounter_whole_claim check (num_nulls(claimed_by_user_id, claimed_at) <> 1);

alter table work_queue add column description text not null default '';
update work_queue set description = case work_queue_id
  when 20 then 'Referrals to a specialty. A coordinator selects the provider.'
  when 21 then 'Referrals that their receiver declined. Their sender refers again or closes them.'
  when 22 then 'Referrals to a provider. The provider or their office accepts or declines.'
  when 25 then 'Referrals that need attention: overdue, canceled after they were accepted, or sent to a provider without a user.'
  when 60 then 'Medication consultations and other requests of care coordinators.'
end;
alter table work_queue alter column description drop default;
