import { editingTexts } from '@careloop/contracts/clinical-record/editing';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { isCurrentMedication, isPossibleAllergy } from '../../core/clinical-record/queries.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused } from '../../platform/errors.ts';
import { addStatement, changeStatement, lockStatement } from './keep.ts';
import type { Patient } from './keep.ts';

// The statements that no allergy is known, and that the patient takes no medications.

type Subject = 'medication' | 'allergy';

const subjects = {
  medication: {
    table: sql`patient_medication m`,
    id: sql.ref('m.patient_medication_id'),
    alias: 'm',
    standing: isCurrentMedication,
    isStated: sql`m.status = 'active'`,
    ended: { status: 'completed' },
    stated: { description: editingTexts.noMedications, status: 'active', kind: 'statement' },
    refusal: editingTexts.stillActive,
  },
  allergy: {
    table: sql`patient_allergy a`,
    id: sql.ref('a.patient_allergy_id'),
    alias: 'a',
    standing: isPossibleAllergy,
    isStated: sql`a.clinical_status = 'active'`,
    ended: { clinical_status: 'inactive' },
    stated: { description: editingTexts.noAllergies, clinical_status: 'active' },
    refusal: editingTexts.allergyStillActive,
  },
} as const;

interface Found {
  id: number;
  version: number;
  description: string;
}

async function find(db: Db, { patientId }: Patient, subject: Subject, isNoneKnown: boolean): Promise<Found[]> {
  const { table, id, alias, standing, isStated } = subjects[subject];
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const { rows } = await sql<Found>`select ${id} as id, ${column('version')} as version,
      ${column('description')} as description from ${table}
    where ${column('patient_id')} = ${patientId} and ${column('is_none_known')} = ${isNoneKnown}
      and not ${column('is_entered_in_error')} and ${isNoneKnown ? isStated : standing}
    order by 1`.execute(db);
  return rows;
}

/** States that none is known; refused while an entry stands that says otherwise. */
export async function stateNoneKnown(db: Db, actor: Actor, patient: Patient, subject: Subject) {
  const { stated, refusal } = subjects[subject];
  const [standing] = await find(db, patient, subject, false);
  if (standing !== undefined) throw refused(refusal(standing.description), 'wrong_state');
  const [already] = await find(db, patient, subject, true);
  if (already !== undefined) throw refused(editingTexts.statedAlready, 'wrong_state');
  const { version } = await addStatement(db, actor, patient, subject, { ...stated, is_none_known: true });
  return { version };
}

/** An entry that holds now makes the statement that none is known history. */
export async function endNoneKnown(db: Db, actor: Actor, patient: Patient, subject: Subject): Promise<void> {
  for (const { id: subjectId, version } of await find(db, patient, subject, true)) {
    const kept = await lockStatement(db, patient, { subject, subjectId, version });
    await changeStatement(db, actor, patient, kept, subjects[subject].ended);
  }
}
