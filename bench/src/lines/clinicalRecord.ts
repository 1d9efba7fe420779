import { listAllergies, listMedications } from '@careloop/contracts/clinical-record';
import { listResults, listResultValues, resultLimits } from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { Random } from '@careloop/demo/random';

import { findSignedIn } from '../world/people.ts';
import { readLine } from './line.ts';
import type { Facts, Line, Row } from './line.ts';

const goal = 'p50 < 8 ms at 1, XL ≤ 1.5 × S';

/**
 * The floor of a tab reads its rows alone, without disputes, sources and documents. Its growth is seen in worlds of its
 * own, where every patient has a hundred results.
 */
function tab(title: string, endpoint: { path: string }, text: string, facts: (rows: readonly Row[]) => Facts): Line {
  return readLine({
    title,
    goal,
    isGrowthSeen: false,
    count: 500,
    async prepare(world) {
      const people = await findSignedIn(world);
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
    'result values of a patient',
    listResultValues,
    `select r.*, p.description as panel_name from patient_result r
      left join patient_result p on p.patient_result_id = r.panel_id
      where r.patient_id = $1 and not r.is_panel and not r.is_superseded and not r.is_entered_in_error
      order by r.effective_at desc nulls last, r.patient_result_id desc limit ${resultLimits.values}`,
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
