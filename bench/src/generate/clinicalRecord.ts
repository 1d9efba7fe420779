import type { ClientBase } from 'pg';

import type { Population } from './population.ts';

/** A table that the database computes itself: sending millions of rows takes three times as long. */
export interface ComputedTable {
  name: string;
  fill(client: ClientBase, population: Population): Promise<unknown>;
}

/** Ten rows per visit: a panel with seven values and two vital signs. */
const rowsPerVisit = 10;
const codes = '{24320-4,2345-7,2160-0,3094-0,2951-2,2823-3,2075-0,17861-6,8867-4,8310-5}';
const names =
  '{Basic metabolic panel,Glucose,Creatinine,Urea nitrogen,Sodium,Potassium,Chloride,Calcium,Heart rate,Body temperature}';

const daysBetweenVisits = 120;

/**
 * The visits of all patients in order of time, as they arrive in life: a patient's rows are scattered over the table,
 * and those of one visit lie together.
 */
const resultsSql = `
  insert into patient_result (patient_result_id, patient_id, panel_id, panel_order, is_panel, category, code_system, code,
    description, effective_at, value_number, unit, range_low, range_high, flag, status, stated_by)
  select id, 1 + (id - 1) / ${rowsPerVisit} % $1::bigint, case when n between 2 and 8 then id - n + 1 end,
    case when n between 2 and 8 then n - 1 end, n = 1, case when n < 9 then 'laboratory' else 'vital_signs' end, 'loinc',
    ('${codes}'::text[])[n], ('${names}'::text[])[n],
    $3::timestamptz - (${daysBetweenVisits} * $2::int * (1 - (id - n) / $4::float8)) * interval '1 day',
    case when n > 1 then 70 + id % 31 end, case when n > 1 then 'mg/dL' end, case when n > 1 then 70 end,
    case when n > 1 then 99 end, case when n > 1 then case when id % 31 > 29 then 'high' else 'normal' end end, 'final',
    'Harbor Laboratory'
  from (select id, ((id - 1) % ${rowsPerVisit} + 1)::int as n
    from (select generate_series(1::bigint, $4::bigint) as id offset 0) s offset 0) r`;

/** Three that are taken and one that was stopped. */
const medicationsSql = `
  insert into patient_medication (patient_id, description, status, kind, dosage, start_date, stated_by)
  select patient_id, ('{Metformin 500 mg,Lisinopril 10 mg,Atorvastatin 40 mg,Aspirin 81 mg}'::text[])[n],
    case n when 4 then 'stopped' else 'active' end, 'order', 'by mouth daily', date '2024-01-01' + n, 'Ames, Ada'
  from generate_series(1, 4) n, patient order by n`;

const allergiesSql = `
  insert into patient_allergy (patient_id, description, clinical_status, criticality, reactions)
  select patient_id, 'Penicillin', 'active', 'high', '[{"manifestation": "Hives", "severity": null}]' from patient`;

const immunizationsSql = `
  insert into patient_immunization (patient_id, description, status, occurred_on)
  select patient_id, ('{Influenza,Tdap,COVID-19}'::text[])[n], 'completed', date '2024-10-01' + n
  from generate_series(1, 3) n, patient order by n`;

/** What the clinical record of each patient holds; nothing if the scale has no visits with results. */
export const clinicalRecordTables: readonly ComputedTable[] = [
  { name: 'patient_medication', fill: (client) => client.query(medicationsSql) },
  { name: 'patient_allergy', fill: (client) => client.query(allergiesSql) },
  { name: 'patient_immunization', fill: (client) => client.query(immunizationsSql) },
  {
    name: 'patient_result',
    fill(client, { scale: { patients, visitsWithResults = 0 }, now }) {
      const results = patients * visitsWithResults * rowsPerVisit;
      return client.query(resultsSql, [patients, visitsWithResults, now, results]);
    },
  },
];
