import { listAllergies, listMedications } from '@careloop/contracts/clinical-record';
import { listResults, resultLimits } from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { Random } from '@careloop/demo/random';

import { findSignedIn } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { readLine } from './line.ts';
import type { Facts, Line, Row } from './line.ts';

const goal = 'p50 < 8 ms at 1, XL ≤ 1.5 × S';

/** The floor of a tab reads its rows alone, without disputes, sources and documents. */
function tab(title: string, endpoint: { path: string }, text: string, facts: (rows: readonly Row[]) => Facts): Line {
  return readLine({
    title,
    goal,
    isGrowthSeen: true,
    count: 500,
    async prepare(world) {
      const people = await findSignedIn(world);
      await addRecords(world);
      const random = new Random(title);
      return () => {
        const { token, patientIds } = random.pick(people);
        const patientId = random.pick(patientIds);
        return { endpoint, query: { patientId }, token, sql: { text, values: [patientId] }, facts };
      };
    },
  });
}

const itemCount = (rows: readonly Row[]) => ({ 'items.length': rows.length });

/** The tabs of the clinical record that are opened most, and the summary beside a request. */
export const clinicalRecordLines: readonly Line[] = [
  tab(
    'medications of a patient',
    listMedications,
    `select * from patient_medication where patient_id = $1 and not is_entered_in_error
      order by (status in ('active', 'on_hold')) desc, start_date desc nulls last, patient_medication_id`,
    itemCount,
  ),
  tab(
    'allergies of a patient',
    listAllergies,
    `select * from patient_allergy where patient_id = $1 and not is_entered_in_error order by patient_allergy_id`,
    itemCount,
  ),
  tab(
    'results of a patient by panel',
    listResults,
    `select p.*, (select jsonb_agg(to_jsonb(m) order by m.panel_order) from patient_result m
        where m.panel_id = p.patient_result_id and not m.is_superseded) as members
      from patient_result p where p.patient_id = $1 and p.panel_id is null and not p.is_superseded
        and not p.is_entered_in_error
      order by p.effective_at desc nulls last, p.patient_result_id desc limit ${resultLimits.pageSize}`,
    itemCount,
  ),
  tab(
    'clinical summary of a patient',
    getClinicalSummary,
    `select (select count(*)::int from patient_medication m where m.patient_id = $1 and m.status = 'active') as medications,
      (select jsonb_agg(to_jsonb(a)) from patient_allergy a where a.patient_id = $1) as allergies,
      (select jsonb_agg(to_jsonb(r)) from (select * from patient_result where patient_id = $1 and panel_id is null
        order by effective_at desc limit 6) r) as results`,
    ([row = {}]) => ({ medicationCount: row['medications'] ?? null }),
  ),
];

/** Four medications, an allergy and three panels of eight values for each patient. Those that were added earlier stay. */
async function addRecords({ client }: World): Promise<void> {
  const { rows } = await client.query<Row>('select from patient_medication limit 1');
  if (rows.length > 0) return;
  await client.query(`
    insert into patient_medication (patient_id, description, status, kind, dosage, start_date, stated_by)
    select patient_id, (array['Metformin 500 mg', 'Lisinopril 10 mg', 'Atorvastatin 40 mg', 'Aspirin 81 mg'])[n],
      case n when 4 then 'stopped' else 'active' end, 'order', 'by mouth daily', date '2024-01-01' + n, 'Ames, Ada'
    from patient, generate_series(1, 4) n`);
  await client.query(`
    insert into patient_allergy (patient_id, description, clinical_status, criticality, reactions)
    select patient_id, 'Penicillin', 'active', 'high', '[{"manifestation": "Hives", "severity": null}]' from patient`);
  await client.query(`
    with panel as (
      insert into patient_result (patient_id, category, description, status, is_panel, effective_at, effective_precision, stated_by)
      select patient_id, 'laboratory', 'Metabolic panel', 'final', true, timestamptz '2026-01-01' + make_interval(days => 30 * n),
        'minute', 'Harbor Laboratory'
      from patient, generate_series(1, 3) n returning patient_result_id, patient_id, effective_at)
    insert into patient_result (patient_id, category, description, status, panel_id, panel_order, value_number, unit, flag,
      effective_at, effective_precision)
    select patient_id, 'laboratory', 'Measure ' || n, 'final', patient_result_id, n, n + 0.5, 'mmol/L',
      case n when 3 then 'high' else 'normal' end, effective_at, 'minute'
    from panel, generate_series(1, 8) n`);
  await client.query('analyze patient_medication, patient_allergy, patient_result');
}
