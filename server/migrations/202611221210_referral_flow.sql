-- Appointments that are moved, missed or canceled, referrals that follow another one, and what stands on top of a queue.

alter table referral_event drop constraint referral_event_action_check;
alter table referral_event add constraint referral_event_action_check check (action in
  ('created', 'updated', 'provider_selected', 'accepted', 'scheduled', 'rescheduled', 'no_show', 'appointment_canceled',
   'declined', 'cancelled', 'completed', 'commented', 'referred_again'));

-- A declined or canceled referral is sent again at most once; the new one names it.
alter table referral add column previous_referral_id bigint references referral;
create unique index referral_previous on referral (previous_referral_id) where previous_referral_id is not null;

-- The appointment of a referral that was declined or canceled does not take place.
update patient_appointment a set status = 'canceled' from referral r
  where r.referral_id = a.referral_id and r.status in ('declined', 'cancelled')
    and a.status in ('pending', 'pending_no_answer');
create unique index patient_appointment_current on patient_appointment (referral_id)
  where status in ('pending', 'pending_no_answer') and referral_id is not null;

-- From this moment on an open item stands on top of its queue: at once for STAT, else when its subject is overdue.
alter table work_queue_encounter add column on_top_from timestamptz not null default 'infinity';
update work_queue_encounter w set on_top_from =
  case when r.urgency_days <= 1 then '-infinity' when r.status in ('pending', 'accepted') then r.due_at else 'infinity' end
  from referral r where w.subject_type = 'referral' and w.subject_id = r.referral_id;
create index work_queue_encounter_user_top on work_queue_encounter (owner_user_id, work_queue_id, on_top_from)
  where status = 'open' and owner_user_id is not null;
create index work_queue_encounter_client_top on work_queue_encounter (owner_client_id, work_queue_id, on_top_from)
  where status = 'open' and owner_client_id is not null;
