import type { StatedCondition } from '@careloop/contracts/patients';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { isCurrentCondition } from '../charts/stays.ts';
import { isShown, partialDay, statementOf } from './statement.ts';

/** Conditions listed at most. */
const conditionLimit = 500;

const condition = shape<StatedCondition, { c: 'patient_condition' }>({
  ...statementOf('c'),
  patientConditionId: 'c.patient_condition_id',
  description: 'c.description',
  code: 'c.code',
  codeSystem: 'c.code_system',
  clinicalStatus: 'c.clinical_status',
  isCurrent: isCurrentCondition,
  onsetDate: partialDay('c.onset_date', 'c.onset_precision'),
  onsetText: 'c.onset_text',
  abatementDate: partialDay('c.abatement_date', 'c.abatement_precision'),
  note: 'c.note',
});

/** Current ones first, then by date, latest first. The caller has checked access to the patient. */
export async function findStatedConditions(db: Db, patientId: number, list: { includesErrors: boolean }) {
  const { rows } = await condition.from`patient_condition c
    where c.patient_id = ${patientId} and ${isShown('c', list)}
    order by ${isCurrentCondition} desc, c.onset_date desc nulls last, c.patient_condition_id
    limit ${conditionLimit}`.execute(db);
  return rows;
}
