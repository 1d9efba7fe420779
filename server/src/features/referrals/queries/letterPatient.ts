import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { isActiveCoverage } from '../../patients/shared/queries/patients.ts';

/** Address and active insurance of a patient, for a letter of somebody who may open the patient. */
export interface LetterPatient {
  address: string;
  /** "Bay State Health Plan · HMO · Member X1234567" */
  insurance: string[];
}

const letterPatient = shape<LetterPatient, { p: 'patient' }>({
  address: sql`concat_ws(', ', p.address1, p.address2, p.city, nullif(concat_ws(' ', p.state, p.zipcode), ''))`,
  insurance: sql`coalesce((select json_agg(concat_ws(' · ', pc.payer_name, pc.plan_type, 'Member ' || pc.member_id)
      order by pc.coverage_order nulls last, pc.patient_coverage_id)
    from patient_coverage pc where pc.patient_id = p.patient_id and ${isActiveCoverage}), '[]'::json)`,
});

export async function findLetterPatient(db: Db, patientId: number): Promise<LetterPatient | null> {
  const { rows } = await letterPatient.from`patient p where p.patient_id = ${patientId}`.execute(db);
  return rows[0] ?? null;
}
