-- A declined referral cannot be closed: its sender refers again, or removes it from the queue.
update work_queue set description = 'Referrals that their receiver declined. Their sender refers again or removes them from the queue.'
where code = 'ReferralsDeclined';
