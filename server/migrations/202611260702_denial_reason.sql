-- Why the person acted for denied the account; ends with the next request.
alter table user_enrollment add column denial_reason text
  check (denial_reason is null or status = 'supervisor_approval_denied');
