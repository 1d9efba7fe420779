-- Results that a panel lists and that were not imported yet: in lines of a bulk export they may follow it. When one arrives, it
-- becomes a member of the panel, and its row here is deleted. The patient is that of the panel.
create table patient_result_awaited (
  panel_id bigint not null references patient_result on delete cascade,
  panel_order integer not null,
  source_system text not null,
  source_id text not null,
  primary key (panel_id, source_system, source_id)
);
create index patient_result_awaited_member on patient_result_awaited (source_system, source_id);
