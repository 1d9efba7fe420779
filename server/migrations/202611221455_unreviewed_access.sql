-- Emergency access that nobody has reviewed is counted on every page of a reviewer: few windows among all that there ever were.
create index break_glass_access_unreviewed on break_glass_access (granted_at desc, break_glass_access_id desc)
  where reviewed_at is null;
