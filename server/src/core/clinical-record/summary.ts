import type { countClinicalRecord } from '@careloop/contracts/clinical-record';
import { endedMedicationStatuses } from '@careloop/contracts/codes/clinicalRecord';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { summaryLimits } from '@careloop/contracts/clinical-record/summary';
import type { ClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { userName } from '../../platform/identity/userName.ts';
import { isCurrentCondition } from '../charts/stays.ts';
import { allergyOrder, isCurrentMedication, isPossibleAllergy, medicationOrder } from './queries.ts';
import { isAbnormal, measuredResult } from './results.ts';
import { partialDay } from './statement.ts';

type Part<Name extends 'problems' | 'medications' | 'allergies' | 'abnormalResults' | 'latestResults'> =
  ClinicalSummary[Name][number];

const problem = shape<Part<'problems'>, { c: 'patient_condition' }>({
  patientConditionId: 'c.patient_condition_id',
  description: 'c.description',
  code: 'c.code',
  onset: sql`coalesce(${partialDay('c.onset_date', 'c.onset_precision')}, c.onset_text)`,
  changedAt: iso('c.changed_at'),
});

/** Another source has ended the same drug. */
const isDisputed = sql<boolean>`exists (select from patient_medication o where o.patient_id = m.patient_id
  and o.status in (${literals(endedMedicationStatuses)}) and not o.is_entered_in_error
  and o.source_system is distinct from m.source_system and (lower(o.description) = lower(m.description)
    or (o.code = m.code and o.code_system is not distinct from m.code_system)))`;

const medication = shape<Part<'medications'>, { m: 'patient_medication' }>({
  patientMedicationId: 'm.patient_medication_id',
  description: 'm.description',
  dosage: 'm.dosage',
  status: 'm.status',
  isDisputed: sql`m.status = 'active' and ${isDisputed}`,
  changedAt: iso('m.changed_at'),
});

const allergy = shape<Part<'allergies'>, { a: 'patient_allergy' }>({
  patientAllergyId: 'a.patient_allergy_id',
  description: 'a.description',
  category: 'a.category',
  criticality: 'a.criticality',
  severity: 'a.severity',
  reactions: sql`a.reactions`,
  changedAt: iso('a.changed_at'),
});

const abnormal = shape<Part<'abnormalResults'>, { r: 'patient_result' }>({
  ...measuredResult.columns,
  changedAt: iso('r.changed_at'),
});

const ofMembers = (condition: RawBuilder<unknown>) => sql<number>`(select count(*)::int from patient_result m
  where m.panel_id = r.patient_result_id and not m.is_superseded and not m.is_entered_in_error ${condition})`;

const latest = shape<Part<'latestResults'>, { r: 'patient_result' }>({
  ...abnormal.columns,
  isPanel: 'r.is_panel',
  memberCount: ofMembers(sql``),
  abnormalCount: ofMembers(sql`and m.flag <> 'normal'`),
});

/** Who says that none is known: of medications, and of allergies, whose table has the same columns. */
const noneKnown = shape<NonNullable<ClinicalSummary['noAllergiesKnown']>, { n: 'patient_medication' }>({
  statedBy: 'n.stated_by',
  enteredByName: userName('n.entered_by_user_id'),
});

const isStated = sql`m.is_none_known = false and ${isCurrentMedication}`;
const isPossible = sql`a.is_none_known = false and ${isPossibleAllergy}`;
const newestFirst = sql`r.effective_at desc nulls last, r.patient_result_id desc`;

/** The first rows of a part, in its order. */
const first = (table: RawBuilder<unknown>, condition: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) =>
  sql`(select * from ${table} where ${condition} order by ${order} limit ${sql.lit(most)})`;

const conditionOrder = sql`c.onset_date desc nulls last, c.patient_condition_id`;
const isProblem = sql`c.patient_id = p.patient_id and ${isCurrentCondition}`;
const isMedication = sql`m.patient_id = p.patient_id and ${isStated}`;
const isAllergy = sql`a.patient_id = p.patient_id and ${isPossible}`;
const isAbnormalResult = sql`r.patient_id = p.patient_id and ${isAbnormal}`;
const isLatestResult = sql`r.patient_id = p.patient_id and r.panel_id is null and not r.is_superseded
  and not r.is_entered_in_error and r.category in ('laboratory', 'vital_signs', 'imaging')`;

const summary = shape<ClinicalSummary, { p: 'patient' }>({
  problems: problem.jsonArray({
    from: sql`${first(sql`patient_condition c`, isProblem, conditionOrder, summaryLimits.problems)} c`,
    orderBy: conditionOrder,
  }),
  problemCount: sql`(select count(*)::int from patient_condition c where ${isProblem})`,
  medications: medication.jsonArray({
    from: sql`${first(sql`patient_medication m`, isMedication, medicationOrder, summaryLimits.medications)} m`,
    orderBy: medicationOrder,
  }),
  medicationCount: sql`(select count(*)::int from patient_medication m where ${isMedication})`,
  noMedicationsKnown: sql`(select ${noneKnown.json} from patient_medication n
    where n.patient_id = p.patient_id and n.is_none_known and n.status = 'active' and not n.is_entered_in_error
      and not exists (select from patient_medication m where ${isMedication}) limit 1)`,
  allergies: allergy.jsonArray({
    from: sql`${first(sql`patient_allergy a`, isAllergy, allergyOrder, summaryLimits.allergies)} a`,
    orderBy: allergyOrder,
  }),
  allergyCount: sql`(select count(*)::int from patient_allergy a where ${isAllergy})`,
  noAllergiesKnown: sql`(select ${noneKnown.json} from patient_allergy n
    where n.patient_id = p.patient_id and n.is_none_known and n.clinical_status = 'active' and not n.is_entered_in_error
      and not exists (select from patient_allergy a where ${isAllergy}) limit 1)`,
  abnormalResults: abnormal.jsonArray({
    from: sql`${first(sql`patient_result r`, isAbnormalResult, newestFirst, summaryLimits.results)} r`,
    orderBy: newestFirst,
  }),
  latestResults: latest.jsonArray({
    from: sql`${first(sql`patient_result r`, isLatestResult, newestFirst, summaryLimits.results)} r`,
    orderBy: newestFirst,
  }),
});

/** The clinical record in brief. The caller has checked access to the patient. */
export async function findClinicalSummary(db: Db, patientId: number): Promise<ClinicalSummary> {
  const { rows } = await summary.from`patient p where p.patient_id = ${patientId}`.execute(db);
  if (rows[0] === undefined) throw new Error('The patient was just read');
  return rows[0];
}

/** As many rows as a tab counts at most, so that the count reads no more than a few pages. */
const countedMost = 1000;
const counted = (from: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select from ${from} limit ${sql.lit(countedMost)}) counted)`;

type Counts = OutputOf<typeof countClinicalRecord>;

const counts = shape<Counts, { p: 'patient' }>({
  medications: counted(sql`patient_medication m where m.patient_id = p.patient_id and not m.is_entered_in_error
    and not m.is_none_known`),
  allergies: counted(sql`patient_allergy a where a.patient_id = p.patient_id and not a.is_entered_in_error
    and not a.is_none_known`),
  results: counted(sql`patient_result r where r.patient_id = p.patient_id and r.panel_id is null
    and not r.is_entered_in_error and not r.is_superseded and r.category <> 'social_history'`),
  immunizations: counted(sql`patient_immunization i where i.patient_id = p.patient_id and not i.is_entered_in_error`),
  procedures: counted(sql`patient_procedure r where r.patient_id = p.patient_id and not r.is_entered_in_error`),
  plans: counted(sql`patient_plan l where l.patient_id = p.patient_id and not l.is_entered_in_error`),
  background: sql`${counted(sql`patient_background b where b.patient_id = p.patient_id and not b.is_entered_in_error`)}
    + ${counted(sql`patient_result r where r.patient_id = p.patient_id and r.panel_id is null
      and not r.is_entered_in_error and not r.is_superseded and r.category = 'social_history'`)}`,
});

/** The rows on each tab. The caller has checked access to the patient. */
export async function countTabs(db: Db, patientId: number): Promise<Counts> {
  const { rows } = await counts.from`patient p where p.patient_id = ${patientId}`.execute(db);
  if (rows[0] === undefined) throw new Error('The patient was just read');
  return rows[0];
}
