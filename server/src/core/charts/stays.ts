import { currentConditionStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import { literals } from '../../platform/db/literals.ts';

/** Encounter types during which a patient is in a hospital. */
export const stayTypes = ['inpatient', 'emergency', 'observation', 'post_acute'] as const;
/** After this many days, a stay without a discharge date is assumed to have ended. */
const longestStay = 180;

/** Whether encounter `e` means that the patient is currently in a hospital (docs/domain/patients.md). */
export const isStay = sql<boolean>`(e.discharge_date is null and e.encounter_type in (${literals(stayTypes)})
  and e.encounter_date <= now() and e.encounter_date > now() - make_interval(days => ${sql.lit(longestStay)}))`;

/** Whether condition `c` is current: its source says so, or says nothing and it is a diagnosis of the current stay. */
export const isCurrentCondition = sql<boolean>`(not c.is_entered_in_error and (
  c.clinical_status in (${literals(currentConditionStatuses)})
  or (c.clinical_status = 'unknown' and exists (select from patient_encounter e
    where e.patient_encounter_id = c.patient_encounter_id and ${isStay}))))`;
