import type { LetterPatient } from '@careloop/contracts/letters';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { coverage, coverageOrder } from '../../patients/shared/queries/patients.ts';

const letterPatient = shape<LetterPatient, { p: 'patient' }>({
  address1: 'p.address1',
  address2: 'p.address2',
  city: 'p.city',
  state: 'p.state',
  zipcode: 'p.zipcode',
  coverages: coverage.jsonArray({
    from: sql`patient_coverage v where v.patient_id = p.patient_id and v.removed_at is null`,
    orderBy: coverageOrder,
  }),
});

/** Address and insurance of a patient, for a letter of somebody who may open the patient. */
export async function findLetterPatient(db: Db, patientId: number): Promise<LetterPatient | null> {
  const { rows } = await letterPatient.from`patient p where p.patient_id = ${patientId}`.execute(db);
  return rows[0] ?? null;
}
