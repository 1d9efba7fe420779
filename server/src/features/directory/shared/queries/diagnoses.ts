import type { Diagnosis, DiagnosisMatch } from '@careloop/contracts/directory';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { maySeePatient } from '../../../../core/access/patientAccess.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { shape } from '../../../../platform/db/shape.ts';
import type { Actor } from '../../../../platform/identity/actor.ts';

export const diagnosis = shape<Diagnosis, { dx: 'diagnosis_code' }>({
  codedConceptId: 'dx.coded_concept_id',
  code: 'dx.code',
  description: 'dx.description',
});

interface DiagnosisTables {
  dx: 'diagnosis_code';
  own?: { code: string };
}

const diagnosisMatch = shape<DiagnosisMatch, DiagnosisTables>({
  ...diagnosis.columns,
  isOfPatient: sql`own.code is not null`,
});

/** The ICD-10-CM codes of a patient's conditions, if the actor may see the patient. */
function conditionCodes(actor: Actor, patientId: number | undefined): RawBuilder<unknown> {
  return sql`(select distinct c.code from patient_condition c join patient p on p.patient_id = c.patient_id
    where c.patient_id = ${patientId ?? null} and c.code is not null and not c.is_entered_in_error
      and ${maySeePatient(actor)}) own`;
}

/** The billable codes among a patient's conditions, current or not. */
export async function findDiagnosesOfPatient(db: Db, actor: Actor, patientId: number): Promise<DiagnosisMatch[]> {
  const { rows } =
    await diagnosisMatch.from`diagnosis_code dx join ${conditionCodes(actor, patientId)} on own.code = dx.code
    where is_billable and not is_retired order by dx.description limit 25`.execute(db);
  return rows;
}

/**
 * Billable codes that start with the search term, with or without the dot, or whose description contains its words: the
 * patient's conditions first, then matching codes, then descriptions with the words in the same form.
 */
export async function findDiagnoses(
  db: Db,
  actor: Actor,
  { searchTerm, patientId }: { searchTerm: string; patientId?: number | undefined },
): Promise<DiagnosisMatch[]> {
  const code = searchTerm.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const dotted = code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code;
  const words = searchTerm
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `'${word}':*`)
    .join(' & ');
  const { rows } = await diagnosisMatch.from`diagnosis_code dx
    left join ${conditionCodes(actor, patientId)} on own.code = dx.code
    where is_billable and not is_retired and ((${dotted} <> '' and dx.code like ${dotted} || '%')
      or (${words} <> '' and words @@ (to_tsquery('simple', ${words}) || to_tsquery('english', ${words}))))
    order by own.code is null, dx.code like ${dotted} || '%' desc,
      words @@ plainto_tsquery('english', ${searchTerm}) desc,
      starts_with(lower(dx.description), ${searchTerm.trim().toLowerCase()}) desc, dx.code limit 25`.execute(db);
  return rows;
}
