-- The charts that a complete record holds: those of the referral when somebody asked for it.
alter table referral_record add column sent_chart_ids bigint[] not null default '{}';

-- Records that are being made while the product is updated hold what was sent by then.
update referral_record x
set sent_chart_ids = array(
  select sc.sent_chart_id from sent_chart sc where sc.referral_id = x.referral_id and sc.date_sent <= x.created_at
  order by sc.is_consult_note, sc.sent_chart_id)
where x.status in ('queued', 'running');
