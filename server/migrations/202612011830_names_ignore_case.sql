-- Names of clients, their organizations and markets, and of three lists are compared without case, as those of the other lists
-- already are. Of names that differ in case only, all but the oldest get their number appended.
update client c set display_name = c.display_name || ' (' || c.client_id || ')'
where exists (select from client o where lower(o.display_name) = lower(c.display_name) and o.client_id < c.client_id);
update client_organization c set name = c.name || ' (' || c.client_organization_id || ')'
where exists (select from client_organization o where lower(o.name) = lower(c.name)
  and o.client_organization_id < c.client_organization_id);
update market m set name = m.name || ' (' || m.market_id || ')'
where exists (select from market o where lower(o.name) = lower(m.name) and o.client_id = m.client_id and o.market_id < m.market_id);
-- These two have a limit of their length.
update task_template t set name = left(t.name, 85) || ' (' || t.task_template_id || ')'
where exists (select from task_template o where lower(o.name) = lower(t.name) and o.client_id = t.client_id
  and o.task_template_id < t.task_template_id);
update health_condition h set name = left(h.name, 105) || ' (' || h.health_condition_id || ')'
where exists (select from health_condition o where lower(o.name) = lower(h.name)
  and o.client_id is not distinct from h.client_id and o.health_condition_id < h.health_condition_id);
update healthcare_provider_specialty s set name = s.name || ' (' || s.healthcare_provider_specialty_id || ')'
where exists (select from healthcare_provider_specialty o where lower(o.name) = lower(s.name)
  and o.client_id is not distinct from s.client_id
  and o.healthcare_provider_specialty_id < s.healthcare_provider_specialty_id);

alter table client drop constraint client_display_name_key;
create unique index client_display_name_key on client (lower(display_name));
alter table client_organization drop constraint client_organization_name_key;
create unique index client_organization_name_key on client_organization (lower(name));
alter table market drop constraint market_client_id_name_key;
create unique index market_client_id_name_key on market (client_id, lower(name));
alter table task_template drop constraint task_template_client_id_name_key;
create unique index task_template_client_id_name_key on task_template (client_id, lower(name));
alter table health_condition drop constraint health_condition_name_key;
create unique index health_condition_name_key on health_condition (lower(name), client_id) nulls not distinct;
alter table healthcare_provider_specialty drop constraint healthcare_provider_specialty_name_key;
create unique index healthcare_provider_specialty_name_key on healthcare_provider_specialty (lower(name), client_id)
  nulls not distinct;
